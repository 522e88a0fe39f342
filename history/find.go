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

// Place is what a user named: a field of a type, or a type.
type Place struct {
	Type *Type
	// Field of the type; nil where the type itself is meant.
	Field *Field
	// Kind that the path begins with; nil where it begins with a type.
	Kind *Kind
	// Path from the kind or type, as the API writes it: "spec.hostUsers".
	Path string
}

// Find finds the fields and types that a word means: "pod.spec.hostUsers",
// "PodSpec.hostUsers", "apps/v1/Deployment.spec.replicas", "metadata.labels". Of the
// versions of a group it takes the one that a user of the newest release writes.
func (t *Table) Find(word string) []Place {
	head, path := split(word)
	if len(path) > deepest {
		return nil
	}
	var found []Place
	if head == "metadata" {
		head = "ObjectMeta"
	}
	for n := range len(path) {
		found = t.belowKinds(strings.Join(append([]string{head}, path[:n]...), "."), path[n:])
		if len(found) > 0 {
			return best(found)
		}
	}
	for n := 0; n <= len(path) && len(found) == 0; n++ {
		found = t.belowTypes(strings.Join(append([]string{head}, path[:n]...), "."), path[n:])
	}
	return best(found)
}

// deepest is more names than any path has.
const deepest = 64

// split cuts a word into its first name, with group and version, and the names behind it.
func split(word string) (head string, path []string) {
	word = strings.NewReplacer("[]", "", "[*]", "").Replace(strings.Trim(word, "."))
	slash := strings.LastIndexByte(word, '/') + 1
	names := strings.Split(word[slash:], ".")
	return word[:slash] + names[0], names[1:]
}

func (t *Table) belowKinds(name string, path []string) (found []Place) {
	for _, k := range t.kindsNamed(name) {
		if p, ok := t.walk(k.Schema, path); ok && p.Field != nil {
			p.Kind = k
			found = append(found, p)
		}
	}
	return found
}

// kindsNamed are the kinds that a name means.
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

// walk goes down a path from a type.
func (t *Table) walk(schema string, path []string) (p Place, ok bool) {
	if p.Type, ok = t.Type(schema); !ok {
		return p, false
	}
	var names []string
	for i, name := range path {
		if i > 0 {
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

// Field is a field by its name, letter case ignored; nil where there is none.
func (t *Type) Field(name string) *Field {
	return slice.Find(t.Fields, func(one *Field) bool { return strings.EqualFold(one.Name, name) })
}

// best takes of each group the version that the newest release serves, the most stable
// one.
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

// last is the last release that has what the place begins with.
func (p Place) last() discovery.Release {
	if p.Kind != nil {
		return p.Kind.Spans.Last()
	}
	return p.Type.Spans.Last()
}

// Version is that of the kind, or of the type.
func (p Place) Version() string {
	if p.Kind != nil {
		return p.Kind.Version
	}
	parts := strings.Split(p.Type.Name, ".")
	return parts[max(0, len(parts)-2)]
}

// group is that of the kind, or the type's name without its version. A word can mean a
// kind of several groups, such as Event.
func (p Place) group() string {
	if p.Kind != nil {
		return p.Kind.Group
	}
	parts := strings.Split(p.Type.Name, ".")
	return strings.Join(slices.Delete(parts, max(0, len(parts)-2), len(parts)-1), ".")
}

// Near is what somebody who wrote a word could have meant; "" for nothing.
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
	if head == "metadata" {
		head = "ObjectMeta"
	}
	if len(path) == 0 {
		return nearest.Word(word, t.words())
	}
	for n := len(path) - 1; n >= 0; n-- {
		at := t.places(head, path[:n])
		if len(at) > 0 {
			return t.nearBelow(at, strings.Join(append([]string{head}, path[:n]...), "."), path[n:])
		}
	}
	if near := nearest.Word(head, t.words()); near != "" {
		return strings.Join(append([]string{near}, path...), ".")
	}
	return ""
}

// nearBelow is what somebody could have meant who got as far as places, and wrote a path
// from there: a field of that name further down, or one of a similar name.
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
			return strings.Join(append([]string{before, near}, path[1:]...), ".")
		}
	}
	return ""
}

// places are where a path leads from kinds and types.
func (t *Table) places(head string, path []string) []Place {
	var found []Place
	for _, k := range t.kindsNamed(head) {
		if p, ok := t.walk(k.Schema, path); ok {
			p.Kind = k
			found = append(found, p)
		}
	}
	if len(found) == 0 {
		found = t.belowTypes(head, path)
	}
	return best(found)
}

// Below are the fields below a kind, a type or a field, as a user writes it.
func (t *Table) Below(word string) []Field {
	head, path := split(word)
	if head == "metadata" {
		head = "ObjectMeta"
	}
	for _, p := range t.places(head, path) {
		if of, ok := t.Type(p.next()); ok {
			return of.Fields
		}
	}
	return nil
}

// next is the type below the place.
func (p Place) next() string {
	if p.Field != nil {
		return p.Field.Ref
	}
	return p.Type.Name
}

// deeper is the shortest path below a type to a field of a name; "" for none.
func (t *Table) deeper(schema, name string) string {
	for path, of := range t.TypesBelow(schema) {
		if f := of.Field(name); f != nil {
			return path + f.Name
		}
	}
	return ""
}

// words are the names of kinds and types.
func (t *Table) words() (out []string) {
	for k := range slice.Each(t.Kinds) {
		out = append(out, k.Resource, k.Kind, strings.ToLower(k.Kind))
	}
	return slice.Unique(append(out, slice.Map(t.names, Short)...))
}

// Having are the types with a field of a name, as "PodSpec.hostUsers".
func (t *Table) Having(field string) (out []string) {
	for _, of := range t.naming(begins + field + `"`) {
		if f := of.Field(field); f != nil {
			out = append(out, Short(of.Name)+"."+f.Name)
		}
	}
	return slice.Unique(out)
}
