package configurations

import (
	"fmt"
	"go/ast"
	"reflect"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/schemes"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
)

// readFields lists the fields of the Go types of kinds by their paths in JSON.
func readFields(dirs map[string]string, kinds map[discovery.GroupVersionKind]schemes.Type) (map[componentconfig.FieldKey]bool, error) {
	s, out := schemes.NewTypes(dirs), map[componentconfig.FieldKey]bool{}
	for kind, of := range kinds {
		w := walk{s, func(path string) { out[componentconfig.FieldKey{GroupVersionKind: kind, Path: path}] = true }}
		if err := w.of(of, "", 0); err != nil {
			return nil, fmt.Errorf("the fields of %s: %w", kind, err)
		}
	}
	return out, nil
}

// walk visits the fields of a type.
type walk struct {
	types schemes.Types
	tell  func(path string)
}

// deepest is the maximum depth. No configuration is that deep, and the limit ends the walk for
// recursive types.
const deepest = 12

func (w walk) of(t schemes.Type, prefix string, depth int) error {
	spec, err := w.types.Find(t)
	if err != nil || spec == nil || depth == deepest {
		return err
	}
	structure, is := spec.Type.(*ast.StructType)
	if !is {
		return w.into(spec, spec.Type, prefix, depth)
	}
	for _, field := range structure.Fields.List {
		name, inline := jsonName(field)
		switch {
		case inline:
			err = w.into(spec, field.Type, prefix, depth)
		case name != "":
			w.tell(prefix + name)
			err = w.into(spec, field.Type, prefix+name+".", depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// into follows the type of a field through pointers, lists and maps.
func (w walk) into(in *schemes.Spec, e ast.Expr, prefix string, depth int) error {
	switch e := e.(type) {
	case *ast.StarExpr:
		return w.into(in, e.X, prefix, depth)
	case *ast.ArrayType:
		return w.into(in, e.Elt, strings.TrimSuffix(prefix, ".")+componentconfig.Entries+".", depth)
	case *ast.MapType:
		return w.into(in, e.Value, strings.TrimSuffix(prefix, ".")+componentconfig.Entries+".", depth)
	case *ast.Ident, *ast.SelectorExpr:
		return w.of(in.Named(e), prefix, depth+1)
	default:
		return nil
	}
}

// jsonName returns the name of a field in JSON; "" if the field is not in JSON. inline reports that
// its fields belong to the parent.
func jsonName(field *ast.Field) (name string, inline bool) {
	if field.Tag != nil {
		tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json")
		name, _, _ = strings.Cut(tag, ",")
		inline = strings.HasSuffix(tag, ",inline")
	}
	if name == "-" {
		return "", false
	}
	return name, name == "" && (inline || len(field.Names) == 0)
}

// formatFields writes one line for each field. It omits fields below a field that was removed in
// the same release.
func formatFields(lost map[componentconfig.FieldKey]discovery.Release) []byte {
	var lines []string
	for key, gone := range lost {
		if !under(lost, key, gone) {
			lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%s\t%s\n", dash(key.Group), key.Version, key.Kind, key.Path, gone))
		}
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, ""))
}

// under reports that a field above was removed in the same release.
func under(lost map[componentconfig.FieldKey]discovery.Release, key componentconfig.FieldKey, gone discovery.Release) bool {
	for {
		i := strings.LastIndexByte(key.Path, '.')
		if i < 0 {
			return false
		}
		key.Path = strings.TrimRight(key.Path[:i], componentconfig.Entries)
		if at, has := lost[key]; has && at == gone {
			return true
		}
	}
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
