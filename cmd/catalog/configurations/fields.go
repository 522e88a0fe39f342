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

// readFields lists the fields of the Go types of kinds, by their paths in JSON.
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

// walk goes through a type and tells each field of it.
type walk struct {
	types schemes.Types
	tell  func(path string)
}

// deepest is how far types are followed: no configuration is that deep, and a type that
// has itself in it ends there.
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

// into follows the type of a field, through pointers, lists and maps.
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

// jsonName is what a field is called in JSON; "" for one that is not there. inline: its
// fields are those of what it stands in.
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

// formatFields writes a line for each field. Those below a field that went with it are
// left out.
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

// under: a field above it went in the same release.
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
