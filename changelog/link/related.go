package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// sameGates links a change that no note names to the note of the other changes with the same
// feature gate, if all of them have the same note.
func (f *finder) sameGates() {
	type feature struct {
		gates string
		stage discovery.Stability
	}
	of := func(v *linkedChange) feature {
		out := feature{gates: strings.Join(v.subject.gates, ",")}
		switch {
		case v.subject.act == added && len(v.subject.newGates()) > 0:
			out.gates = strings.Join(v.subject.newGates(), ",") // what is added needs older gates because of its parent
		case v.subject.act == staged && v.subject.stage != discovery.Alpha:
			out.stage = v.subject.stage // what becomes alpha has a new gate
		case v.subject.gatesDropped:
			out.stage = discovery.Stable // what no longer needs the gate is stable
		}
		return out
	}
	members := map[feature][]*linkedChange{}
	for _, v := range f.changes {
		if !v.skip && len(v.subject.gates) > 0 {
			members[of(v)] = append(members[of(v)], v)
		}
	}
	for _, v := range f.changes {
		if !v.open() || len(v.subject.gates) == 0 || v.subject.act == added && len(v.subject.newGates()) == 0 {
			continue
		}
		if from := unanimous(members[of(v)]); from != nil {
			f.infer(v, from, "describes "+from.subject.name()+", which needs the same feature gate")
		}
	}
}

// unanimous returns a linked change if all linked changes have the same note.
func unanimous(list []*linkedChange) (from *linkedChange) {
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

// newerVersions links the deprecation or removal of a version to the note that added a newer
// version of the kind in the same release, such as v1beta3 or v1 for v1beta2. A note that describes
// one of them describes both.
func (f *finder) newerVersions() {
	newer := map[[2]string]*linkedChange{}
	for _, v := range f.changes {
		c := v.subject.change
		if v.skip || v.top == nil || c.Schema != "" || c.Kind == "" || c.Rule != "resource-added" && c.Rule != "resource-graduated" {
			continue
		}
		key := [2]string{c.Group, c.Kind}
		if old := newer[key]; old == nil || discovery.CompareVersion(c.Version, old.subject.change.Version) < 0 {
			newer[key] = v
		}
	}
	for _, v := range f.changes {
		c := v.subject.change
		if !v.open() || c.Rule != "api-deprecated" && c.Rule != "resource-removed" {
			continue
		}
		from := newer[[2]string{c.Group, c.Kind}]
		if from == nil || discovery.CompareVersion(from.subject.change.Version, c.Version) >= 0 {
			continue
		}
		// A version is removed some releases after the next version of the same stage was added.
		if c.Rule == "api-deprecated" || discovery.StabilityOf(from.subject.change.Version).MoreStableThan(discovery.StabilityOf(c.Version)) {
			f.infer(v, from, "describes "+from.subject.name()+", which replaces it")
		}
	}
}

// subresourcesAndFields gives a new subresource and the field of the same name one link, because
// they are added together.
func (f *finder) subresourcesAndFields() {
	type place struct{ group, version, kind, name string }
	links := map[place]*linkedChange{}
	key := func(v *linkedChange) (place, bool) {
		c := v.subject.change
		switch {
		case c == nil: // a skipped change has no subject
		case c.Rule == "subresource-added":
			return place{c.Group, c.Version, c.Kind, c.Subresource}, true
		case c.Rule == "field-added" && c.Field == "status":
			return place{c.Group, c.Version, v.subject.owner, "status"}, true
		}
		return place{}, false
	}
	for _, v := range f.changes {
		if !v.skip && v.top != nil {
			if k, ok := key(v); ok {
				links[k] = v
			}
		}
	}
	for _, v := range f.changes {
		if k, ok := key(v); ok && v.open() && links[k] != nil {
			f.infer(v, links[k], "describes "+links[k].subject.name()+", which was added with it")
		}
	}
}

// onlyEntriesAboutKinds links an addition that no note names to the only note about an API change
// that names its kind, in a group with few features.
func (f *finder) onlyEntriesAboutKinds() {
	for _, v := range f.changes {
		s := &v.subject
		if !v.open() || s.act != added || s.change.Schema == "" || manyFeatures(s.change.Group) || len(s.kinds) == 0 {
			continue
		}
		kind := s.kinds[len(s.kinds)-1]
		if len(Humps(kind)) < 3 {
			continue
		}
		var list []int32
		for _, p := range f.index.names[kind] {
			e := &f.index.entries[p.entry]
			if e.stated.adds && e.has("api-change") && e.has("feature") && !e.stated.leadRemoves && !e.stated.leadDeprecates && !slices.Contains(list, p.entry) {
				list = append(list, p.entry)
			}
		}
		if entry := only(list); entry >= 0 {
			f.infer(v, &linkedChange{top: &candidate{entry: entry}}, "is the only entry about an API change that names "+kind)
		}
	}
}

// alternatives links a field that is no longer required to the note that added the field that can
// be set instead. The type of the new field has a field of the same name, or it is the only new
// field and several fields are no longer required.
func (f *finder) alternatives() {
	fields, inType, optional := map[string][]*linkedChange{}, map[string][]*linkedChange{}, map[string]int{}
	for _, v := range f.changes {
		if !v.skip && v.subject.change.Rule == "field-required-removed" {
			optional[v.subject.change.Schema]++
		}
		if v.skip || v.subject.act != added || v.subject.change.Schema == "" {
			continue
		}
		inType[v.subject.change.Schema] = append(inType[v.subject.change.Schema], v)
		for _, part := range v.subject.parts {
			fields[v.subject.change.Schema+" "+part] = append(fields[v.subject.change.Schema+" "+part], v)
		}
	}
	for _, v := range f.changes {
		c := v.subject.change
		if !v.open() || c.Rule != "field-required-removed" {
			continue
		}
		from := unanimous(fields[c.Schema+" "+c.Field])
		if from == nil && optional[c.Schema] > 1 {
			from = alone(inType[c.Schema])
		}
		if from != nil {
			f.infer(v, from, "describes "+from.subject.name()+", which can be set instead")
		}
	}
}

// alone returns the only change of a list, if it is linked.
func alone(list []*linkedChange) *linkedChange {
	if len(list) == 1 && list[0].top != nil {
		return list[0]
	}
	return nil
}

// replacedValues links a new value of an enum to the note about the value that was removed from the
// same enum, because the new value replaces it.
func (f *finder) replacedValues() {
	removals := map[string][]*linkedChange{}
	key := func(c *rule.Change) string { return c.Schema + " " + c.Field }
	for _, v := range f.changes {
		if !v.skip && v.subject.change.Rule == rule.EnumValueRemoved {
			removals[key(v.subject.change)] = append(removals[key(v.subject.change)], v)
		}
	}
	for _, v := range f.changes {
		if !v.open() || v.subject.change.Rule != rule.EnumValueAdded {
			continue
		}
		if from := unanimous(removals[key(v.subject.change)]); from != nil {
			f.infer(v, from, "describes the removal of "+from.subject.change.Old+", which the value replaces")
		}
	}
}

// listKeys links a list with a new key to the note that added the key's field.
func (f *finder) listKeys() {
	fields := map[string][]*linkedChange{}
	for _, v := range f.changes {
		if !v.skip && v.subject.act == added && v.subject.change.Schema != "" {
			fields[v.subject.change.Group+"/"+v.subject.change.Version+" "+v.subject.field] = append(fields[v.subject.change.Group+"/"+v.subject.change.Version+" "+v.subject.field], v)
		}
	}
	for _, v := range f.changes {
		c := v.subject.change
		if !v.open() || c.Rule != "list-topology-changed" {
			continue
		}
		had := strings.FieldsFunc(c.Old, between)
		for _, word := range strings.FieldsFunc(c.New, between) {
			if from := unanimous(fields[c.Group+"/"+c.Version+" "+word]); from != nil && !slices.Contains(had, word) {
				f.infer(v, from, "describes "+from.subject.name()+", a new key of the list")
				break
			}
		}
	}
}

func between(r rune) bool { return r == ' ' || r == ',' }

// unionMembers links a union with a new member to the note that added the member's field.
func (f *finder) unionMembers() {
	fields := map[string]*linkedChange{}
	for _, v := range f.changes {
		if !v.skip && v.top != nil && v.subject.act == added && v.subject.change.Schema != "" {
			fields[v.subject.change.Schema+" "+v.subject.change.Field] = v
		}
	}
	for _, v := range f.changes {
		c := v.subject.change
		if !v.open() || c.Rule != "union-changed" {
			continue
		}
		for member := range strings.SplitSeq(c.New, ",") {
			_, field, _ := strings.Cut(member, ":")
			field, _, _ = strings.Cut(field, "=")
			if from := fields[c.Schema+" "+field]; from != nil {
				f.infer(v, from, "describes "+from.subject.name()+", a new member of the union")
				break
			}
		}
	}
}

// specAndStatus links a field to the new field of the same name in the related type, such as the
// status for the spec, because one pull request adds both.
func (f *finder) specAndStatus() {
	fields := map[string]*linkedChange{}
	key := func(v *linkedChange) string {
		c := v.subject.change
		return c.Group + "/" + c.Version + " " + base(v.subject.owner) + " " + c.Field
	}
	for _, v := range f.changes {
		if v.top != nil && v.subject.act == added && v.subject.change.Schema != "" {
			fields[key(v)] = v
		}
	}
	for _, v := range f.changes {
		if v.open() && v.subject.act == added && len(Humps(v.subject.field)) > 1 && fields[key(v)] != nil {
			f.infer(v, fields[key(v)], "describes "+fields[key(v)].subject.name()+", which was added with it")
		}
	}
}
