package history

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Place is what a user named: a type or a field.
type Place struct {
	Type *Type
	// Field is the field of the type; nil if the type itself is meant.
	Field *Field
	// Above are the fields above it on the path, outermost first.
	Above []Place
	// Kind is the kind that the path begins with; nil if it begins with a type.
	Kind *Kind
	// Path is the path from the kind or type, as the API writes it: "spec.hostUsers".
	Path string
}

// Find returns the fields and types that a word means: "pod.spec.hostUsers", "PodSpec.hostUsers",
// "apps/v1/Deployment.spec.replicas", "metadata.labels". For each group, it returns the version
// that users of the newest release write.
func (t *Table) Find(word string) []Place {
	head, path := split(word)
	if len(path) > deepest {
		return nil
	}
	for n := range len(path) {
		if found := t.belowKinds(joined(head, path[:n]), path[n:]); len(found) > 0 {
			return best(found)
		}
	}
	for n := range len(path) + 1 {
		if found := t.belowTypes(joined(head, path[:n]), path[n:]); len(found) > 0 {
			return best(found)
		}
	}
	return nil
}

// deepest is more names than any path has.
const deepest = 64

// split splits a word into its first name, with group and version, and the names of the path.
// "metadata" means the type ObjectMeta.
func split(word string) (head string, path []string) {
	word = strings.NewReplacer("[]", "", "[*]", "").Replace(strings.Trim(word, "."))
	slash := strings.LastIndexByte(word, '/') + 1
	names := strings.Split(word[slash:], ".")
	if head = word[:slash] + names[0]; head == "metadata" {
		head = "ObjectMeta"
	}
	return head, names[1:]
}

func joined(head string, path []string) string {
	return strings.Join(append([]string{head}, path...), ".")
}

func (t *Table) belowKinds(name string, path []string) (found []Place) {
	for _, k := range t.kindsNamed(name) {
		if p, ok := t.walk(k.Schema, path); ok {
			p.Kind = k
			found = append(found, p)
		}
	}
	return found
}

func (t *Table) kindsNamed(name string) (out []*Kind) {
	n := kind.Parse(name)
	for k := range slice.Each(t.Kinds) {
		if k.Schema != "" && n.Means(k.GroupVersion, &discovery.Resource{Name: k.Resource, Kind: k.Kind, Singular: strings.ToLower(k.Kind), ShortNames: k.ShortNames}) {
			out = append(out, k)
		}
	}
	return out
}

func (t *Table) belowTypes(name string, path []string) (found []Place) {
	for _, full := range t.names {
		if !strings.EqualFold(full, name) && !strings.HasSuffix(strings.ToLower(full), "."+strings.ToLower(name)) {
			continue
		}
		if p, ok := t.walk(full, path); ok {
			found = append(found, p)
		}
	}
	return found
}

// walk follows a path from a type.
func (t *Table) walk(schema string, path []string) (p Place, ok bool) {
	if p.Type, ok = t.Type(schema); !ok {
		return p, false
	}
	var names []string
	for i, name := range path {
		if i > 0 {
			p.Above = append(p.Above, Place{Type: p.Type, Field: p.Field})
			if p.Type, ok = t.Type(p.Field.Ref); !ok {
				return p, false
			}
		}
		if p.Field = p.Type.Field(name); p.Field == nil {
			return p, false
		}
		names = append(names, p.Field.Name)
	}
	p.Path = strings.Join(names, ".")
	return p, true
}

// Field returns a field by its name, ignoring case, or nil.
func (t *Type) Field(name string) *Field {
	return slice.Find(t.Fields, func(one *Field) bool { return strings.EqualFold(one.Name, name) })
}

// best returns one place for each group: of the versions that the newest release serves, the most
// stable one.
func best(found []Place) (out []Place) {
	order.Stably(found, func(a, b Place) int {
		return cmp.Or(b.last().Compare(a.last()), discovery.CompareVersion(a.Version(), b.Version()))
	})
	seen := map[string]bool{}
	for _, p := range found {
		if !seen[p.group()] {
			seen[p.group()] = true
			out = append(out, p)
		}
	}
	order.Stably(out, func(a, b Place) int { return strings.Compare(a.group(), b.group()) })
	return out
}

// last returns the last release that has the kind or type.
func (p Place) last() discovery.Release {
	if p.Kind != nil {
		return p.Kind.Spans.Last()
	}
	return p.Type.Spans.Last()
}

// Version returns the version of the kind or type.
func (p Place) Version() string {
	if p.Kind != nil {
		return p.Kind.Version
	}
	parts := strings.Split(p.Type.Name, ".")
	return parts[max(0, len(parts)-2)]
}

// group returns the group of the kind, or the name of the type without its version. A word can mean
// kinds of several groups, such as Event.
func (p Place) group() string {
	if p.Kind != nil {
		return p.Kind.Group
	}
	parts := strings.Split(p.Type.Name, ".")
	return strings.Join(slices.Delete(parts, max(0, len(parts)-2), len(parts)-1), ".")
}

// Near returns what the user may have meant by a word, or "".
func (t *Table) Near(word string) string {
	near := t.near(word)
	if strings.Contains(near, ".") && len(t.Find(near)) == 0 {
		return ""
	}
	return near
}

func (t *Table) near(word string) string {
	head, path := split(word)
	if len(path) > deepest {
		return ""
	}
	if len(path) == 0 {
		return nearest.Word(word, t.words())
	}
	for n := len(path) - 1; n >= 0; n-- {
		at := t.places(head, path[:n])
		if len(at) > 0 {
			return t.nearBelow(at, joined(head, path[:n]), path[n:])
		}
	}
	if near := nearest.Word(head, t.words()); near != "" {
		return joined(near, path)
	}
	return ""
}

// nearBelow returns what the user may have meant by a path from some places: a field of that name
// further down, or one with a similar name.
func (t *Table) nearBelow(at []Place, before string, path []string) string {
	for _, p := range at {
		if deep := t.deeper(p.next(), path[0]); deep != "" {
			return before + "." + deep
		}
		of, ok := t.Type(p.next())
		if !ok {
			continue
		}
		names := slice.Map(of.Fields, func(f Field) string { return f.Name })
		if near := nearest.Word(path[0], names); near != "" {
			return joined(before+"."+near, path[1:])
		}
	}
	return ""
}

// places returns where a path from kinds or types leads.
func (t *Table) places(head string, path []string) []Place {
	found := t.belowKinds(head, path)
	if len(found) == 0 {
		found = t.belowTypes(head, path)
	}
	return best(found)
}

// Below returns the fields below a kind, a type or a field, as a user writes it.
func (t *Table) Below(word string) []Field {
	head, path := split(word)
	for _, p := range t.places(head, path) {
		if of, ok := t.Type(p.next()); ok {
			return of.Fields
		}
	}
	return nil
}

// next returns the type below the place.
func (p Place) next() string {
	if p.Field != nil {
		return p.Field.Ref
	}
	return p.Type.Name
}

// deeper returns the shortest path from a type to a field with this name, or "".
func (t *Table) deeper(schema, name string) string {
	for path, of := range t.TreeOf(schema).Types(discovery.Release{}) {
		if f := of.Field(name); f != nil {
			return path + f.Name
		}
	}
	return ""
}

// words returns the names of kinds and types.
func (t *Table) words() (out []string) {
	for k := range slice.Each(t.Kinds) {
		out = append(out, k.Resource, k.Kind, strings.ToLower(k.Kind))
	}
	return slice.Unique(append(out, slice.Map(t.names, Short)...))
}

// Having returns the types that have a field with this name, as "PodSpec.hostUsers".
func (t *Table) Having(field string) (out []string) {
	for _, of := range t.naming(begins + field + `"`) {
		if f := of.Field(field); f != nil {
			out = append(out, Short(of.Name)+"."+f.Name)
		}
	}
	return slice.Unique(out)
}
