package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// gated links what nothing explains to the entry behind the other changes of its
// feature gate, where all of them have the same one.
func (f *finder) gated() {
	type feature struct {
		gates string
		stage discovery.Stability
	}
	of := func(v *verdict) feature {
		out := feature{gates: strings.Join(v.subject.gates, ",")}
		switch {
		case v.subject.act == staged && v.subject.stage != discovery.Alpha:
			out.stage = v.subject.stage // what becomes alpha was put behind a new gate
		case v.subject.left:
			out.stage = discovery.Stable // and what needs it no more, has it
		}
		return out
	}
	members := map[feature][]*verdict{}
	for i := range f.cases {
		if v := &f.cases[i]; !v.skip && len(v.subject.gates) > 0 {
			members[of(v)] = append(members[of(v)], v)
		}
	}
	for i := range f.cases {
		v := &f.cases[i]
		if !v.open() || len(v.subject.gates) == 0 || v.subject.act == added && len(v.subject.newGates()) == 0 {
			continue
		}
		if from := unanimous(members[of(v)]); from != nil {
			f.infer(v, from, "describes "+from.subject.name()+", which needs the same feature gate")
		}
	}
}

// unanimous is a change of those that are linked, where all lead to one entry.
func unanimous(list []*verdict) (from *verdict) {
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

// succeeded links the deprecation or end of a version to the sure link of what
// brought the kind to a newer one, v1beta3 or v1 for v1beta2, in the same release: one entry tells of
// both, if any does.
func (f *finder) succeeded() {
	came := map[[2]string]*verdict{}
	for i := range f.cases {
		v := &f.cases[i]
		c := v.subject.change
		if v.skip || v.top == nil || c.Schema != "" || c.Kind == "" || c.Rule != "resource-added" && c.Rule != "resource-graduated" {
			continue
		}
		key := [2]string{c.Group, c.Kind}
		if old := came[key]; old == nil || discovery.CompareVersion(c.Version, old.subject.change.Version) < 0 {
			came[key] = v
		}
	}
	for i := range f.cases {
		v := &f.cases[i]
		c := v.subject.change
		if !v.open() || c.Rule != "api-deprecated" && c.Rule != "resource-removed" {
			continue
		}
		from := came[[2]string{c.Group, c.Kind}]
		if from == nil || discovery.CompareVersion(from.subject.change.Version, c.Version) >= 0 {
			continue
		}
		// A version goes by plan, releases after the next one of its stage came.
		if c.Rule == "api-deprecated" || discovery.StabilityOf(from.subject.change.Version).MoreStableThan(discovery.StabilityOf(c.Version)) {
			f.infer(v, from, "describes "+from.subject.name()+", which replaces it")
		}
	}
}

// statuses gives a new subresource and the field of the same name of its kind one
// link: nobody adds one without the other.
func (f *finder) statuses() {
	type place struct{ group, version, kind, name string }
	links := map[place]*verdict{}
	key := func(v *verdict) (place, bool) {
		c := v.subject.change
		switch {
		case c == nil: // a change that is skipped has no subject
		case c.Rule == "subresource-added":
			return place{c.Group, c.Version, c.Kind, c.Subresource}, true
		case c.Rule == "field-added" && c.Field == "status":
			return place{c.Group, c.Version, v.subject.owner, "status"}, true
		}
		return place{}, false
	}
	for i := range f.cases {
		if v := &f.cases[i]; !v.skip && v.top != nil {
			if k, ok := key(v); ok {
				links[k] = v
			}
		}
	}
	for i := range f.cases {
		v := &f.cases[i]
		if k, ok := key(v); ok && v.open() && links[k] != nil {
			f.infer(v, links[k], "describes "+links[k].subject.name()+", which was added with it")
		}
	}
}

// holders links an addition that nothing explains to the only entry about an API
// change that names the kind which has it, in a group of few features.
func (f *finder) holders() {
	for i := range f.cases {
		v := &f.cases[i]
		s := &v.subject
		if !v.open() || s.act != added || s.change.Schema == "" || shared(s.change.Group) || len(s.kinds) == 0 {
			continue
		}
		kind := s.kinds[len(s.kinds)-1]
		if len(Humps(kind)) < 3 {
			continue
		}
		var list []int32
		for _, p := range f.index.names[kind] {
			e := &f.index.entries[p.entry]
			if e.say.adds && e.has("api-change") && e.has("feature") && !e.say.leadRemoves && !e.say.leadDeprecates && !slices.Contains(list, p.entry) {
				list = append(list, p.entry)
			}
		}
		if entry := only(list); entry >= 0 {
			f.infer(v, &verdict{top: &candidate{entry: entry}}, "is the only entry about an API change that names "+kind)
		}
	}
}

// instead links a field that need not be set any more to what brought the field that
// can be set instead: the type of that one has a field of the same name, or it is the only
// one that came beside several such fields.
func (f *finder) instead() {
	came, beside, freed := map[string][]*verdict{}, map[string][]*verdict{}, map[string]int{}
	for i := range f.cases {
		v := &f.cases[i]
		if !v.skip && v.subject.change.Rule == "field-required-removed" {
			freed[v.subject.change.Schema]++
		}
		if v.skip || v.subject.act != added || v.subject.change.Schema == "" {
			continue
		}
		beside[v.subject.change.Schema] = append(beside[v.subject.change.Schema], v)
		for _, part := range v.subject.parts {
			came[v.subject.change.Schema+" "+part] = append(came[v.subject.change.Schema+" "+part], v)
		}
	}
	for i := range f.cases {
		v := &f.cases[i]
		c := v.subject.change
		if !v.open() || c.Rule != "field-required-removed" {
			continue
		}
		from := unanimous(came[c.Schema+" "+c.Field])
		if from == nil && freed[c.Schema] > 1 {
			from = alone(beside[c.Schema])
		}
		if from != nil {
			f.infer(v, from, "describes "+from.subject.name()+", which can be set instead")
		}
	}
}

// alone is the only change of a list, where it is linked.
func alone(list []*verdict) *verdict {
	if len(list) == 1 && list[0].top != nil {
		return list[0]
	}
	return nil
}

// keys links a list that has a new key to what brought the key's field.
func (f *finder) keys() {
	came := map[string][]*verdict{}
	for i := range f.cases {
		if v := &f.cases[i]; !v.skip && v.subject.act == added && v.subject.change.Schema != "" {
			came[v.subject.change.Group+"/"+v.subject.change.Version+" "+v.subject.field] = append(came[v.subject.change.Group+"/"+v.subject.change.Version+" "+v.subject.field], v)
		}
	}
	for i := range f.cases {
		v := &f.cases[i]
		c := v.subject.change
		if !v.open() || c.Rule != "list-topology-changed" {
			continue
		}
		had := strings.FieldsFunc(c.Old, between)
		for _, word := range strings.FieldsFunc(c.New, between) {
			if from := unanimous(came[c.Group+"/"+c.Version+" "+word]); from != nil && !slices.Contains(had, word) {
				f.infer(v, from, "describes "+from.subject.name()+", a new key of the list")
				break
			}
		}
	}
}

func between(r rune) bool { return r == ' ' || r == ',' }

// members links a union that has a new member to what brought the member's field.
func (f *finder) members() {
	came := map[string]*verdict{}
	for i := range f.cases {
		if v := &f.cases[i]; !v.skip && v.top != nil && v.subject.act == added && v.subject.change.Schema != "" {
			came[v.subject.change.Schema+" "+v.subject.change.Field] = v
		}
	}
	for i := range f.cases {
		v := &f.cases[i]
		c := v.subject.change
		if !v.open() || c.Rule != "union-changed" {
			continue
		}
		for member := range strings.SplitSeq(c.New, ",") {
			_, field, _ := strings.Cut(member, ":")
			field, _, _ = strings.Cut(field, "=")
			if from := came[c.Schema+" "+field]; from != nil {
				f.infer(v, from, "describes "+from.subject.name()+", a new member of the union")
				break
			}
		}
	}
}
