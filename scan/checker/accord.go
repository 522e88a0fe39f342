package checker

import (
	"slices"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// accord is the comparison of two versions of a schema, against which objects are checked. Its
// levels are compiled when an object first reaches them, so that a hostile schema costs no more
// than the objects that use it. A nil accord means that the versions agree on any value.
type accord struct {
	before, after *shape
	of            *accords
	once          sync.Once
	// differs is why no value means the same in both versions; "" if that depends on the value.
	differs string
	// fields has the fields of the old version by name. demands are fields that must be set.
	fields  map[string]fieldAccord
	demands []demand
	// isMap: keys are free, and values have one schema. isOpen: neither version describes the
	// content.
	isMap, isOpen bool
	items, values *accord
}

type fieldAccord struct {
	// stays: the new version has the field.
	stays bool
	value *accord
}

// demand is a field that must be set, and what to say if it is not.
type demand struct {
	name, what string
	isField    bool
}

// accords are those of the two versions of a kind. Schemas refer to each other, so one pair
// stands for all places that lead to it.
type accords struct {
	mu    sync.Mutex
	pairs map[schemaPair]*accord
}

type schemaPair struct{ before, after *discovery.Schema }

// pair is the accord of two schemas, either of which may be nil.
func (a *accords) pair(before, after *shape) *accord {
	var key schemaPair
	if before != nil {
		key.before = before.Schema
	}
	if after != nil {
		key.after = after.Schema
	}
	if before == nil && after == nil || before != nil && after != nil && before.scalar() && after.scalar() && before.sameType(after) {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	found := a.pairs[key]
	if found == nil {
		found = &accord{before: before, after: after, of: a}
		a.pairs[key] = found
	}
	return found
}

// scalar: the schema has nothing but a type.
func (s *shape) scalar() bool {
	return len(s.Properties) == 0 && s.Items == nil && s.AdditionalProperties == nil && len(s.RequiredElsewhere) == 0
}

func (s *shape) sameType(other *shape) bool { return s.Type == other.Type && s.Format == other.Format }

func (a *accord) level() *accord {
	a.once.Do(a.compile)
	return a
}

func (a *accord) compile() {
	before, after := a.before, a.after
	if before == nil || after == nil {
		a.differs = "% is described in only one of the versions"
		return
	}
	if !before.sameType(after) {
		a.differs = "% has a different type in the new version"
	}
	a.items = a.of.pair(before.items(), after.items())
	switch {
	case before.AdditionalProperties != nil && after.AdditionalProperties != nil:
		a.isMap = true
		a.values = a.of.pair(before.values(), after.values())
		return
	case len(before.Properties) == 0 && len(after.Properties) == 0:
		a.isOpen = true
		return
	}
	a.fields = make(map[string]fieldAccord, len(before.Properties))
	for f := range slice.Each(before.Properties) {
		a.fields[f.Name] = a.field(f.Name, f.Name)
	}
	a.demands = demands(before, after)
}

// field is the accord of a field of the old version, by its names in both versions.
func (a *accord) field(was, is string) fieldAccord {
	if a.after.Field(is) == nil {
		return fieldAccord{}
	}
	return fieldAccord{stays: true, value: a.of.pair(a.before.child(was), a.after.child(is))}
}

// demands are the fields that only the new version requires, and those with another default.
func demands(before, after *shape) (all []demand) {
	defaults := before.surface.Fidelity.Defaults == discovery.All && after.surface.Fidelity.Defaults == discovery.All
	for f := range slice.Each(after.Properties) {
		was := before.Field(f.Name)
		switch {
		case f.Required && (was == nil || !was.Required):
			all = append(all, demand{f.Name, "the new version requires %", true})
		case defaults && was != nil && otherDefault(was.Schema.Default, f.Schema.Default):
			all = append(all, demand{f.Name, "% has a different default in the new version", true})
		}
	}
	for _, name := range after.RequiredElsewhere {
		if !slices.Contains(before.RequiredElsewhere, name) {
			all = append(all, demand{name, "the new version requires %", false})
		}
	}
	return all
}

// otherDefault reports whether both versions declare a default, and not the same. OpenAPI
// documents have the zero value as the default of every field that is no pointer in Go, which
// means nothing. Nor does a default in only one of the versions, because most are in code.
func otherDefault(before, after string) bool {
	zero := func(s string) bool {
		return s == "" || s == `""` || s == "0" || s == "false" || s == "{}" || s == "null"
	}
	return before != after && !zero(before) && !zero(after)
}
