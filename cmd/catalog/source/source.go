// Package source reads Go source of Kubernetes' modules for the other steps. It must not compile
// anything. Callers report source that they do not understand.
package source

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// File is a file of Go source.
type File struct {
	Path string
	*ast.File
}

// Files returns the files below a folder that contain a word, without tests.
func Files(folder, word string) (files []File, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(word)) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
		files = append(files, File{path, file})
		return err
	})
	return files, err
}

// Text returns the value of a string literal.
func Text(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// Name returns "B" for a.B and for B; "" for an expression that is not a name.
func Name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	default:
		return ""
	}
}

// Fields returns the fields of a struct literal by name; ok is false if the expression is not such
// a literal, or a field has no name.
func Fields(e ast.Expr) (fields map[string]ast.Expr, ok bool) {
	literal, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	fields = map[string]ast.Expr{}
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		fields[Name(pair.Key)] = pair.Value
	}
	return fields, true
}

// Values ranges over the constants and variables that a file declares with a value.
func Values(file *ast.File) iter.Seq2[string, ast.Expr] {
	return func(yield func(string, ast.Expr) bool) {
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				s, ok := spec.(*ast.ValueSpec)
				if !ok || len(s.Names) != len(s.Values) {
					continue
				}
				for i, name := range s.Names {
					if !yield(name.Name, s.Values[i]) {
						return
					}
				}
			}
		}
	}
}
