package history

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/history"
)

// Builder collects the lifecycle of types and kinds, one release at a time.
type Builder struct {
	gates gate.Table
	head  history.Head
	last  *discovery.Surface
	types map[string]*history.Type
	kinds map[string]*history.Kind
}

// NewBuilder returns a builder without releases.
func NewBuilder(gates gate.Table) *Builder {
	return &Builder{gates: gates, types: map[string]*history.Type{}, kinds: map[string]*history.Kind{}}
}

// Release is the data of one release.
type Release struct {
	*discovery.Surface
	// Prose is the release with the descriptions of its fields; nil if they are not available.
	Prose *discovery.Surface
	// Notes are the entries of its notes, linked to the changes since the previous release.
	Notes []changelog.Note
	Links map[string][]catalog.Link
}

// Add adds a release, which must be newer than those before.
func (b *Builder) Add(s Release) {
	if b.last == nil {
		b.head.First = s.Release
	}
	b.head.Last = s.Release
	b.addKinds(s)
	unknown := b.unknownBefore(s)
	for _, name := range slices.Sorted(maps.Keys(s.Schemas)) {
		t := b.types[name]
		if t == nil {
			t = &history.Type{Name: name, Earlier: unknown[name]}
			b.types[name] = t
		}
		t.Spans = extend(t.Spans, s.Release)
		for i := range s.Schemas[name].Properties {
			of := &s.Schemas[name].Properties[i]
			addField(t, of, s.Release)
			if s.Prose != nil {
				b.readGates(t, s.Prose.Schemas[name], of.Name)
			}
		}
	}
	if b.last != nil {
		b.compare(s)
	}
	b.last = s.Surface
}

func (b *Builder) addKinds(s Release) {
	for _, g := range s.Groups {
		for _, v := range g.Versions {
			gv := discovery.GroupVersion{Group: g.Name, Version: v.Name}
			for i := range v.Resources {
				r := &v.Resources[i]
				k := b.kinds[gv.String()+" "+r.Name]
				if k == nil {
					k = &history.Kind{GroupVersion: gv, Resource: r.Name}
					b.kinds[gv.String()+" "+r.Name] = k
				}
				k.Kind = r.Kind
				k.Spans = extend(k.Spans, s.Release)
				if r.Schema != "" {
					k.Schema = r.Schema
				}
				if len(r.ShortNames) > 0 {
					k.ShortNames = r.ShortNames
				}
			}
		}
	}
}

// unknownBefore returns the types below kinds that the previous release had, but for which it
// published no document.
func (b *Builder) unknownBefore(s Release) map[string]bool {
	unknown := map[string]bool{}
	if b.last == nil {
		return unknown
	}
	for _, g := range s.Groups {
		for _, v := range g.Versions {
			for i := range v.Resources {
				r := &v.Resources[i]
				old := b.last.Resource(discovery.GroupVersion{Group: g.Name, Version: v.Name}, r.Name)
				if old != nil && b.last.Schemas[old.Schema] == nil {
					below(s.Surface, r.Schema, unknown)
				}
			}
		}
	}
	for name := range unknown {
		if b.last.Schemas[name] != nil {
			delete(unknown, name)
		}
	}
	return unknown
}

// below marks a type and all types that it refers to.
func below(s *discovery.Surface, name string, seen map[string]bool) {
	schema := s.Schemas[name]
	if schema == nil || seen[name] {
		return
	}
	seen[name] = true
	for i := range schema.Properties {
		if _, ref := shape(schema.Properties[i].Schema); ref != "" {
			below(s, ref, seen)
		}
	}
}

// addField adds a release's data of a field. Data of a lifecycle is extended, and data of the
// property is replaced.
func addField(t *history.Type, of *discovery.Field, r discovery.Release) {
	i, found := slices.BinarySearchFunc(t.Fields, of.Name, func(f history.Field, name string) int { return strings.Compare(f.Name, name) })
	if !found {
		t.Fields = slices.Insert(t.Fields, i, history.Field{Name: of.Name})
	}
	f := &t.Fields[i]
	s := of.Schema
	text, ref := shape(s)
	if len(f.Spans) > 0 && ref != f.Ref {
		f.Referred = append(f.Referred, history.Referred{Ref: f.Ref, Last: f.Spans.Last()})
	}
	f.Spans = extend(f.Spans, r)
	f.Type, f.Ref = text, ref
	f.Required, f.Default, f.Enum = of.Required, s.Default, s.Enum
	f.List = with(cmp.Or(s.Extension("x-kubernetes-list-type"), s.Extension("x-kubernetes-map-type")), s.Extension("x-kubernetes-list-map-keys"))
	f.Patch = with(s.Extension("x-kubernetes-patch-strategy"), s.Extension("x-kubernetes-patch-merge-key"))
	now := history.State{Span: history.Span{First: r, Last: r}, Stage: s.Facts.Stage, Gates: s.Facts.Gates, Deprecated: s.Facts.Deprecated, Inherited: s.Facts.Inherited}
	if n := len(f.Stated); n > 0 && sameState(f.Stated[n-1], now) && Follows(f.Stated[n-1].Last, r) {
		f.Stated[n-1].Last = r
	} else if now.Stage != "" || len(now.Gates) > 0 || now.Deprecated {
		f.Stated = append(f.Stated, now)
	}
}

func sameState(s, other history.State) bool {
	return s.Stage == other.Stage && slices.Equal(s.Gates, other.Gates) && s.Deprecated == other.Deprecated && s.Inherited == other.Inherited
}

// shape returns the type of a value as text, and the type that it refers to.
func shape(s *discovery.Schema) (text, ref string) {
	switch {
	case s == nil:
		return "any", ""
	case s.Ref != "":
		return history.Short(s.Ref), s.Ref
	case s.Items != nil:
		text, ref = shape(s.Items)
		return "[]" + text, ref
	case s.AdditionalProperties != nil:
		text, ref = shape(s.AdditionalProperties)
		return "map[string]" + text, ref
	case s.Format != "" && s.Type != "":
		return s.Type + " (" + s.Format + ")", ""
	default:
		return cmp.Or(s.Type, "any"), ""
	}
}

// with joins JSON texts: "map" and ["name"] give "map (name)".
func with(value, keys string) string {
	plain := strings.NewReplacer(`"`, "", "[", "", "]", "", ",", ", ")
	if value = plain.Replace(value); value == "" || keys == "" {
		return value
	}
	return value + " (" + plain.Replace(keys) + ")"
}

// compare adds the changes since the previous release.
func (b *Builder) compare(s Release) {
	result := diff.Compare(b.last, s.Surface, diff.Options{IncludeDisabled: true})
	for _, n := range result.NotCompared {
		b.head.Gaps = append(b.head.Gaps, history.Gap{Release: s.Release, What: n.What, Why: n.Why})
	}
	for _, c := range result.Changes {
		e := history.Event{Release: s.Release, Notes: s.notesOf(s.Links[c.Fingerprint])}
		c.Reaches = nil
		e.Change = c
		switch t, k := b.types[c.Schema], b.kinds[c.GroupVersion().String()+" "+c.Resource]; {
		case t != nil:
			addEvent(t, c.Field, e)
		case c.Schema == "" && k != nil:
			k.Events = append(k.Events, e)
		}
	}
}

func (s Release) notesOf(links []catalog.Link) (notes []history.Note) {
	for _, l := range links {
		if l.PR == 0 {
			continue // the entry would have no name
		}
		one := history.Note{PR: l.PR, Probably: l.Confidence != "introduced-by"}
		for i := range s.Notes {
			if n := &s.Notes[i]; n.PR == l.PR && len(n.Gates) <= 1 {
				one.Gates, one.KEPs = n.Gates, n.KEPs
				break
			}
		}
		notes = append(notes, one)
	}
	return notes
}

func addEvent(t *history.Type, field string, e history.Event) {
	// The type already identifies what changed.
	e.Change.Group, e.Change.Version, e.Change.Schema, e.Change.Field = "", "", "", ""
	for i := range t.Fields {
		if t.Fields[i].Name == field {
			t.Fields[i].Events = append(t.Fields[i].Events, e)
			return
		}
	}
	e.Change.Field = field
	t.Events = append(t.Events, e)
}

// extend adds a release, which must be newer than all before.
func extend(s history.Spans, r discovery.Release) history.Spans {
	if n := len(s); n > 0 && Follows(s[n-1].Last, r) {
		s[n-1].Last = r
		return s
	}
	return append(s, history.Span{First: r, Last: r})
}

// Follows reports whether a release is the same as another one, or the next one.
func Follows(old, new discovery.Release) bool {
	return old == new || old.Major == new.Major && old.Minor+1 == new.Minor
}
