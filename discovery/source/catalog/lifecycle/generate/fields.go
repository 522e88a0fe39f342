package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/source/catalog/lifecycle"
)

// gateTag is the tag of a field that needs a feature gate, or several
// (api_changes.md of sig-architecture; the API server's validation generator reads
// it too).
const gateTag = "+featureGate="

// readFields notes the tagged fields of every package of a module, by the names
// that documents give their types: io.k8s.api.core.v1.PodSpec for the type PodSpec
// of k8s.io/api/core/v1.
func readFields(module, dir string, tagged map[lifecycle.FieldKey][]string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(gateTag)) {
			return err
		}
		folder, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		return readTypes(path, text, schemaPrefix(module+"/"+filepath.ToSlash(folder)), tagged)
	})
}

// schemaPrefix turns the host of an import path round: "io.k8s.api.core.v1.".
func schemaPrefix(importPath string) string {
	host, path, _ := strings.Cut(importPath, "/")
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".") + "." + strings.ReplaceAll(path, "/", ".") + "."
}

func readTypes(path string, text []byte, prefix string, tagged map[lifecycle.FieldKey][]string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	// inlined lists, by type, the types whose fields are its own in JSON.
	inlined := map[string][]string{}
	for _, declared := range file.Decls {
		types, ok := declared.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range types.Specs {
			t, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			if structure, ok := t.Type.(*ast.StructType); ok {
				readStruct(structure, prefix+t.Name.Name, tagged)
				inlined[t.Name.Name] = embedded(structure)
			}
		}
	}
	for owner, types := range inlined {
		for key, gates := range maps.Clone(tagged) {
			if name, ok := strings.CutPrefix(key.Schema, prefix); ok && slices.Contains(types, name) {
				tagged[lifecycle.FieldKey{Schema: prefix + owner, Field: key.Field}] = gates
			}
		}
	}
	return nil
}

// embedded lists the types of the same package that a struct embeds.
func embedded(structure *ast.StructType) (names []string) {
	for _, field := range structure.Fields.List {
		if t, ok := field.Type.(*ast.Ident); ok && len(field.Names) == 0 {
			names = append(names, t.Name)
		}
	}
	return names
}

func readStruct(structure *ast.StructType, schema string, tagged map[lifecycle.FieldKey][]string) {
	for _, field := range structure.Fields.List {
		gates := gatesOf(field.Doc)
		if len(gates) == 0 {
			continue
		}
		name := ""
		if field.Tag != nil {
			name, _, _ = strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
		}
		if name == "" || name == "-" {
			continue // of an internal type, which no document has
		}
		tagged[lifecycle.FieldKey{Schema: schema, Field: name}] = gates
	}
}

// gatesOf lists the gates in the tags of a comment.
func gatesOf(doc *ast.CommentGroup) (gates []string) {
	if doc == nil {
		return nil
	}
	for _, line := range doc.List {
		if list, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(line.Text, "//")), gateTag); ok {
			for name := range strings.SplitSeq(list, ",") {
				gates = append(gates, strings.Trim(strings.TrimSpace(name), `"`))
			}
		}
	}
	slices.Sort(gates)
	return slices.Compact(gates)
}
