package lifecycle

import (
	"go/ast"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/cmd/catalog/source"
)

// gateTag is the tag of a field that needs one or more feature gates (api_changes.md of
// sig-architecture). The API server's validation generator also reads it.
const gateTag = "+featureGate="

// readFields records the tagged fields of every package of a module by the names of types in
// documents: io.k8s.api.core.v1.PodSpec for the type PodSpec of k8s.io/api/core/v1.
func readFields(module, dir string, tagged map[plans.FieldKey][]string) error {
	files, err := source.Files(dir, gateTag)
	if err != nil {
		return err
	}
	for _, file := range files {
		folder, err := filepath.Rel(dir, filepath.Dir(file.Path))
		if err != nil {
			return err
		}
		readTypes(file, schemaPrefix(module+"/"+filepath.ToSlash(folder)), tagged)
	}
	return nil
}

// schemaPrefix reverses the host of an import path: "io.k8s.api.core.v1.".
func schemaPrefix(importPath string) string {
	host, path, _ := strings.Cut(importPath, "/")
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".") + "." + strings.ReplaceAll(path, "/", ".") + "."
}

func readTypes(file source.File, prefix string, tagged map[plans.FieldKey][]string) {
	// inlined lists, for each type, the types whose fields it inlines in JSON.
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
				tagged[plans.FieldKey{Schema: prefix + owner, Field: key.Field}] = gates
			}
		}
	}
}

// embedded returns the types of the same package that a struct embeds.
func embedded(structure *ast.StructType) (names []string) {
	for _, field := range structure.Fields.List {
		if t, ok := field.Type.(*ast.Ident); ok && len(field.Names) == 0 {
			names = append(names, t.Name)
		}
	}
	return names
}

func readStruct(structure *ast.StructType, schema string, tagged map[plans.FieldKey][]string) {
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
			continue // an internal type, which is in no document
		}
		tagged[plans.FieldKey{Schema: schema, Field: name}] = gates
	}
}

// gatesOf returns the gates in the tags of a comment.
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
