package metrics

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/discovery"
)

// values are the constants and variables of a package by name.
type values map[string]ast.Expr

// packages reads the values of packages and caches them.
type packages struct {
	// dirs are the folders of modules.
	dirs map[string]string
	read map[string]values
}

// of returns the values of the package in a folder; none if the folder does not exist.
func (p packages) of(dir string) values {
	if v, done := p.read[dir]; done {
		return v
	}
	v := values{}
	p.read[dir] = v
	entries, err := os.ReadDir(dir)
	if err != nil {
		return v
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		maps.Insert(v, source.Values(file))
	}
	return v
}

// imported returns the folder of an imported package; "" if its module is not read.
func (p packages) imported(importPath string) string {
	for module, dir := range p.dirs {
		if rest, below := strings.CutPrefix(importPath, module+"/"); below {
			return filepath.Join(dir, filepath.FromSlash(rest))
		}
	}
	return ""
}

// scope is the place of an expression.
type scope struct {
	packages
	file source.File
	own  values
}

// find returns the value of a name, and the scope of that value.
func (s scope) find(e ast.Expr) (ast.Expr, scope) {
	switch e := e.(type) {
	case *ast.Ident:
		if value := s.local(e.Name); value != nil {
			return value, s
		}
		return s.own[e.Name], s
	case *ast.SelectorExpr:
		pkg, ok := e.X.(*ast.Ident)
		if !ok {
			return nil, s
		}
		for _, i := range s.file.Imports {
			at, err := strconv.Unquote(i.Path.Value)
			if err != nil || i.Name != nil && i.Name.Name != pkg.Name || i.Name == nil && path.Base(at) != pkg.Name {
				continue
			}
			other := scope{packages: s.packages, own: s.of(s.imported(at)), file: source.File{File: &ast.File{}}}
			return other.own[e.Sel.Name], other
		}
	}
	return nil, s
}

// local returns the value of a name in a function of the file, if it has only one.
func (s scope) local(name string) (value ast.Expr) {
	n := 0
	ast.Inspect(s.file.File, func(node ast.Node) bool {
		if a, ok := node.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == len(a.Rhs) {
			for i := range a.Lhs {
				if source.Name(a.Lhs[i]) == name {
					value = a.Rhs[i]
					n++
				}
			}
		}
		return true
	})
	if n != 1 {
		return nil
	}
	return value
}

// text returns the value of a string expression; "" if it is not understood.
func (s scope) text(e ast.Expr) string {
	if text, ok := source.Text(e); ok {
		return text
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, y := s.text(e.X), s.text(e.Y)
		if e.Op == token.ADD && x != "" && y != "" {
			return x + y
		}
	case *ast.CallExpr:
		var parts []string
		for _, arg := range e.Args {
			if text := s.text(arg); text != "" {
				parts = append(parts, text)
			} else if !s.empty(arg) {
				return ""
			}
		}
		if f := source.Name(e.Fun); f == "BuildFQName" || len(e.Args) == 1 { // or a conversion
			return strings.Join(parts, "_")
		}
	case *ast.Ident, *ast.SelectorExpr:
		if value, at := s.find(e); value != nil {
			return at.text(value)
		}
	}
	return ""
}

// empty reports whether an expression is the empty string.
func (s scope) empty(e ast.Expr) bool {
	if value, at := s.find(e); value != nil {
		return at.empty(value)
	}
	text, ok := source.Text(e)
	return ok && text == ""
}

// options returns the fields of &CounterOpts{…}, or of the variable that contains them.
func (s scope) options(e ast.Expr) (map[string]ast.Expr, bool) {
	if value, at := s.find(e); value != nil {
		return at.options(value)
	}
	if pointer, ok := e.(*ast.UnaryExpr); ok {
		e = pointer.X
	}
	literal, ok := e.(*ast.CompositeLit)
	if !ok || !strings.HasSuffix(source.Name(literal.Type), "Opts") {
		return nil, false
	}
	if of, ok := literal.Type.(*ast.SelectorExpr); ok && source.Name(of.X) == "prometheus" {
		return nil, false
	}
	return source.Fields(literal)
}

// labels returns the names in []string{…}; "?" for a name that is not understood.
func (s scope) labels(e ast.Expr) (out []string) {
	if value, at := s.find(e); value != nil {
		return at.labels(value)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, element := range e.Elts {
			text := s.text(element)
			if text == "" {
				text = "?"
			}
			out = append(out, text)
		}
		return out
	case *ast.CallExpr: // append(labels, "label")
		if source.Name(e.Fun) == "append" {
			for i, arg := range e.Args {
				if text := s.text(arg); i > 0 && text != "" {
					out = append(out, text)
				} else {
					out = append(out, s.labels(arg)...)
				}
			}
			return out
		}
	case *ast.Ident:
		if e.Name == "nil" {
			return nil
		}
	}
	return []string{"?"}
}

// release reads a version: "1.29.0".
func (s scope) release(e ast.Expr) discovery.Release {
	r, err := discovery.ParseRelease(s.text(e))
	if err != nil {
		return discovery.Release{}
	}
	return r
}
