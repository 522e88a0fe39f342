package link

import (
	"slices"
	"strings"
)

// relation links changes that no note names to the notes of the changes that they belong to.
type relation struct {
	// gives has the keys under which others find a change. takes has those under which an open change
	// finds others, the best first.
	gives, takes keys
	// from chooses the change of a key whose note is used; nil for none.
	from func(v *linkedChange, list []*linkedChange) *linkedChange
	// why is the reason. NAME, VERSION, KIND and OLD are those of the other change, TYPE is the last
	// word of the key.
	why string
}

type keys func(v *linkedChange) []string

func (k keys) linked() keys {
	return func(v *linkedChange) []string { return when(v.top != nil, k(v)...) }
}

// of are the keys of the changes that some rules find.
func (k keys) of(rules ...string) keys {
	return func(v *linkedChange) []string { return when(slices.Contains(rules, v.subject.change.Rule), k(v)...) }
}

func when(is bool, keys ...string) []string {
	if is {
		return keys
	}
	return nil
}

// relate links the open changes. It reports whether there were any.
func (f *finder) relate(r relation) (linked bool) {
	members := f.byKey(r.gives)
	for _, v := range f.changes {
		if !v.open() {
			continue
		}
		for _, key := range r.takes(v) {
			if from := r.from(v, members[key]); from != nil {
				c := from.subject.change
				why := strings.NewReplacer("NAME", from.subject.name(), "VERSION", c.GroupVersion().String(), "KIND", c.Kind, "OLD", c.Old, "TYPE", key[strings.LastIndexByte(key, ' ')+1:])
				f.infer(v, from.top.entry, why.Replace(r.why))
				linked = true
				break
			}
		}
	}
	return linked
}

// The choices of a change: the last one, the only one, the one with the best link, and the first one
// if all linked changes have the same note.

func last(_ *linkedChange, list []*linkedChange) *linkedChange {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

func alone(_ *linkedChange, list []*linkedChange) *linkedChange {
	if len(list) == 1 && list[0].top != nil {
		return list[0]
	}
	return nil
}

func highest(_ *linkedChange, list []*linkedChange) (best *linkedChange) {
	for _, v := range list {
		if best == nil || round(v.top.score) > round(best.top.score) {
			best = v
		}
	}
	return best
}

func unanimous(_ *linkedChange, list []*linkedChange) (from *linkedChange) {
	for _, v := range list {
		switch {
		case v.top == nil:
		case from == nil:
			from = v
		case from.top.entry != v.top.entry:
			return nil
		}
	}
	return from
}
