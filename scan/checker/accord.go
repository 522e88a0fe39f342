package checker

import (
	"slices"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
)

// accord is what two versions of a schema agree on, for objects to be held
// against. Its levels are compiled when an object first gets to them, so that a
// hostile schema costs no more than the objects that use it.
type accord struct {
	before, after *shape
	of            *accords
	once          sync.Once
	compiled      level
}

// level is one level of two schemas: a map, a list, or a scalar. A nil accord in
// it says that the versions agree, whatever is written there.
type level struct {
	// differs is why nothing that is written there means the same; "" where that
	// depends on what it is.
	differs string
	// fields by the name in the old version; demands are what may not be missing.
	fields  map[string]fieldAccord
	demands []demand
	// isMap: keys are free, and values are all alike. isOpen: neither version
	// tells what is in it.
	isMap, isOpen bool
	items, values *accord
}

// fieldAccord is a field of the old version.
type fieldAccord struct {
	// stays: the new version has the field.
	stays bool
	value *accord
}

// demand is a field that has to be written, and what to say where it is not.
type demand struct {
	name, what string
	isField    bool
}

// accords are those of one kind's two versions. Schemas refer to each other, so
// one pair stands for all places that lead to it.
type accords struct {
	mu    sync.Mutex
	pairs map[schemaPair]*accord
}

type schemaPair struct{ before, after *discovery.Schema }

func newAccord(before, after *shape) *accord {
	return (&accords{pairs: map[schemaPair]*accord{}}).pair(before, after)
}

// pair is the accord of two schemas, either of which may be missing; nil where
// they agree whatever is written.
func (a *accords) pair(before, after *shape) *accord {
	var key schemaPair
	switch {
	case before == nil && after == nil:
		return nil
	case before != nil && after != nil:
		if before.scalar() && after.scalar() && before.sameType(after) {
			return nil
		}
		key = schemaPair{before.Schema, after.Schema}
	case before != nil:
		key.before = before.Schema
	default:
		key.after = after.Schema
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

// scalar: the schema tells nothing but a type.
func (s *shape) scalar() bool {
	return len(s.Properties) == 0 && s.Items == nil && s.AdditionalProperties == nil && len(s.RequiredElsewhere) == 0
}

func (s *shape) sameType(other *shape) bool { return s.Type == other.Type && s.Format == other.Format }

func (a *accord) level() *level {
	a.once.Do(a.compile)
	return &a.compiled
}

func (a *accord) compile() {
	l, before, after := &a.compiled, a.before, a.after
	if before == nil || after == nil {
		l.differs = "% is described in only one of the versions"
		return
	}
	if !before.sameType(after) {
		l.differs = "% has another type in the new version"
	}
	l.items = a.of.pair(before.of(before.Items), after.of(after.Items))
	switch {
	case before.AdditionalProperties != nil && after.AdditionalProperties != nil:
		l.isMap = true
		l.values = a.of.pair(before.of(before.AdditionalProperties), after.of(after.AdditionalProperties))
		return
	case len(before.Properties) == 0 && len(after.Properties) == 0:
		l.isOpen = true
		return
	}
	l.fields = make(map[string]fieldAccord, len(before.Properties))
	for i := range before.Properties {
		name := before.Properties[i].Name
		l.fields[name] = a.field(name, name)
	}
	l.demands = demands(before, after)
}

// field is the accord of a field of the old version, by its names in both.
func (a *accord) field(was, is string) fieldAccord {
	if a.after.Field(is) == nil {
		return fieldAccord{}
	}
	return fieldAccord{stays: true, value: a.of.pair(a.before.child(was), a.after.child(is))}
}

// demands are the fields that only the new version demands, and those whose
// default is another.
func demands(before, after *shape) (all []demand) {
	defaults := before.surface.Fidelity.Defaults == discovery.All && after.surface.Fidelity.Defaults == discovery.All
	for i := range after.Properties {
		f := &after.Properties[i]
		was := before.Field(f.Name)
		switch {
		case f.Required && (was == nil || !was.Required):
			all = append(all, demand{f.Name, "the new version requires %", true})
		case defaults && was != nil && otherDefault(was.Schema.Default, f.Schema.Default):
			all = append(all, demand{f.Name, "% has another default in the new version", true})
		}
	}
	for _, name := range after.RequiredElsewhere {
		if !slices.Contains(before.RequiredElsewhere, name) {
			all = append(all, demand{name, "the new version requires %", false})
		}
	}
	return all
}

// otherDefault: both versions tell a default, and not the same. Documents write the
// zero value for every field that is no pointer in Go, which tells nothing; nor
// does a default that only one of the versions writes down, for most stand in code.
func otherDefault(before, after string) bool {
	zero := func(s string) bool {
		return s == "" || s == `""` || s == "0" || s == "false" || s == "{}" || s == "null"
	}
	return before != after && !zero(before) && !zero(after)
}
