package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// inferLinks links changes that no note names through related changes. One pull request adds a
// group-version with its resources, a field in all versions, or a type with the fields that have
// it.
func (f *finder) inferLinks() {
	f.groupVersions()
	f.replaced()
	f.types()
	f.references()
	f.sameGates()
	f.newerVersions()
	f.subresourcesAndFields()
	f.specAndStatus()
	f.onlyEntriesAboutKinds()
	f.sameGates()
	if !f.withoutTexts {
		f.fieldsOfNewGates()
		f.onlyEntries()
		f.describedTypes()
		f.sameGates()
	}
	f.deprecatedTypes()
	f.manyTypes()
	f.manyRemovals()
	f.unionMembers()
	f.replacedValues()
	f.alternatives()
	f.listKeys()
	f.otherVersions()
}

// infer links a change to the note of another change.
func (f *finder) infer(v *linkedChange, from *linkedChange, why string) {
	c := candidate{entry: from.top.entry, score: inferred}
	for i := range v.list {
		if v.list[i].entry == c.entry {
			c = v.list[i]
			c.score = max(inferred, c.score)
		}
	}
	c.reasons = append([]reason{{points: 10, text: why}}, c.reasons...)
	v.top, v.inferred = &c, true
}

// open reports whether a change has no link yet.
func (v *linkedChange) open() bool { return !v.skip && v.top == nil }

// otherVersions gives a field the same link in all versions of its group.
func (f *finder) otherVersions() {
	type place struct{ rule, group, owner, field string }
	best := map[place]*linkedChange{}
	key := func(v *linkedChange) place {
		c := v.subject.change
		return place{c.Rule, c.Group, v.subject.owner, c.Field}
	}
	for _, v := range f.changes {
		if !v.skip && v.top != nil && v.subject.change.Schema != "" {
			if old := best[key(v)]; old == nil || round(v.top.score) > round(old.top.score) {
				best[key(v)] = v
			}
		}
	}
	for _, v := range f.changes {
		if v.open() && v.subject.change.Schema != "" {
			if from := best[key(v)]; from != nil {
				f.infer(v, from, "describes the same change of "+from.subject.change.GroupVersion().String())
			}
		}
	}
}

// removedWhole reports whether a change belongs to a group-version that was removed as a whole.
func (f *finder) removedWhole(c *rule.Change) bool {
	return c.Schema == "" && f.in.New != nil && f.in.New.GroupVersion(c.GroupVersion()) == nil
}

// manyFeatures reports whether a group has many features, so that its additions in one release need
// not belong together.
func manyFeatures(group string) bool { return group == "" || group == "apps" || group == "batch" }

// groupVersions links a group-version and its resources to the same note.
func (f *finder) groupVersions() {
	own := map[string]*linkedChange{}
	resources := map[string][]*linkedChange{}
	for _, v := range f.changes {
		if v.skip || v.subject.change.Schema != "" {
			continue
		}
		key := sideOf(v) + v.subject.change.GroupVersion().String()
		switch rule := v.subject.change.Rule; {
		case strings.HasPrefix(rule, "group-version-"):
			own[key] = v
		case strings.HasPrefix(rule, "resource-"):
			resources[key] = append(resources[key], v)
			if c := v.subject.change; c.Rule == "resource-graduated" {
				left := "-" + discovery.GroupVersion{Group: c.Group, Version: c.Old}.String()
				resources[left] = append(resources[left], v)
			}
		}
	}
	// A preferred version has the link of what added the version, so it is linked last.
	for _, last := range [...]bool{false, true} {
		for _, v := range f.changes {
			prefers := !v.skip && v.subject.change.Rule == "preferred-version-changed"
			if (v.open() || prefers) && v.subject.change.Schema == "" && last == (v.subject.change.Rule == "preferred-version-changed") {
				key := sideOf(v) + v.subject.change.GroupVersion().String()
				f.withVersion(v, own[key], resources[key])
			}
		}
	}
}

// withVersion links a group-version, or a resource of it, through the others.
func (f *finder) withVersion(v, own *linkedChange, resources []*linkedChange) {
	switch v.subject.change.Rule {
	case "group-version-added":
		if from := strongest(resources); from != nil {
			f.infer(v, from, "describes "+from.subject.name()+", which was added with it")
		}
	case "preferred-version-changed":
		f.preferred(v, own)
	case "group-version-removed":
		if from := f.agreed(resources); from != nil && !slices.ContainsFunc(resources, (*linkedChange).open) {
			f.infer(v, from, "describes "+from.subject.name()+", which was removed with it")
		}
	case "resource-added", "resource-graduated", "resource-removed":
		if own != nil && own.top != nil && !own.inferred {
			f.infer(v, own, "describes "+v.subject.change.GroupVersion().String())
		} else if from := f.agreed(resources); from != nil && v.subject.act != removed && !manyFeatures(v.subject.change.Group) {
			f.infer(v, from, "describes "+from.subject.name()+", which was added with it")
		}
	}
}

// preferred links a version that is now preferred to the note that added it in this release.
func (f *finder) preferred(v, own *linkedChange) {
	switch {
	case own == nil || own.top == nil || own.subject.act != added:
	case v.top != nil && f.index.entries[own.top.entry].note.PR == 0: // there is no pull request to link to
	case v.top != nil && v.top.entry == own.top.entry:
		v.list = []candidate{*v.top} // and to no other note that names the version
		v.top = &v.list[0]
	default:
		f.infer(v, own, "describes "+own.subject.change.GroupVersion().String()+", which is preferred now")
	}
}

func sideOf(v *linkedChange) string {
	if v.subject.act == removed {
		return "-"
	}
	return "+"
}

// name returns what the change is about, in words.
func (s *subject) name() string {
	c := s.change
	switch {
	case c.Schema != "" && c.Field != "":
		return s.owner + "." + c.Field
	case c.Schema != "":
		return s.owner
	default:
		return discovery.GroupVersionKind{Group: c.Group, Version: c.Version, Kind: c.Kind}.String()
	}
}

// strongest returns the change with the best link that is not inferred.
func strongest(list []*linkedChange) (best *linkedChange) {
	for _, v := range list {
		if v.top != nil && !v.inferred && (best == nil || round(v.top.score) > round(best.top.score)) {
			best = v
		}
	}
	return best
}

// agreed returns the change with the best link if all links are to the same note, and nil
// otherwise.
func (f *finder) agreed(list []*linkedChange) *linkedChange {
	best := strongest(list)
	for _, v := range list {
		if best != nil && v.top != nil && v.top.entry != best.top.entry {
			return nil
		}
	}
	return best
}

// types gives everything that has the same new type one link: the field with the type, and the kind
// of that field.
func (f *finder) types() {
	holders := map[string][]*linkedChange{}
	for _, v := range f.changes {
		if v.skip || v.subject.act != added {
			continue
		}
		for _, t := range v.subject.newTypes {
			holders[v.subject.change.Group+" "+t] = append(holders[v.subject.change.Group+" "+t], v)
		}
	}
	for _, v := range f.changes {
		if !v.open() || v.subject.act != added {
			continue
		}
		for _, t := range v.subject.newTypes {
			if from := f.agreed(holders[v.subject.change.Group+" "+t]); from != nil {
				f.infer(v, from, "describes "+from.subject.name()+", which has the new type "+t+" too")
				break
			}
		}
	}
}

// replaced links a removed alpha version to the note that added another version of its group,
// because one pull request did both. Beta versions are removed some releases after their
// replacement was added.
func (f *finder) replaced() {
	versions := map[string][]*linkedChange{}
	for _, v := range f.changes {
		if !v.skip && v.subject.change.Rule == "group-version-added" {
			versions[v.subject.change.Group] = append(versions[v.subject.change.Group], v)
		}
	}
	for _, v := range f.changes {
		c := v.subject.change
		if !v.open() || v.subject.act != removed || !f.removedWhole(c) || discovery.StabilityOf(c.Version) != discovery.Alpha {
			continue
		}
		list := versions[c.Group]
		if len(list) == 1 && list[0].top != nil {
			f.infer(v, list[0], "describes "+list[0].subject.change.GroupVersion().String()+", which replaced it")
		}
	}
}

// references links a new field that refers to a new kind to the note that added the kind, and a
// removed field to the note that removed a version of the kind.
func (f *finder) references() {
	newKinds, removedKinds := map[string]*linkedChange{}, map[string]*linkedChange{}
	for _, v := range f.changes {
		switch {
		case v.skip || v.top == nil:
		case v.subject.newKind:
			newKinds[fold(v.subject.change.Kind)] = v
		case v.subject.change.Rule == "resource-removed":
			removedKinds[fold(v.subject.change.Kind)] = v
		}
	}
	for _, v := range f.changes {
		if !v.open() || v.subject.field == "" {
			continue
		}
		switch v.subject.act {
		case added:
			if from := referred(newKinds, append([]string{v.subject.field}, v.subject.parts...)); from != nil {
				f.infer(v, from, "describes the new kind "+from.subject.change.Kind+", which the field refers to")
			}
		case removed:
			if from := referred(removedKinds, []string{v.subject.field}); from != nil {
				f.infer(v, from, "describes the removal of "+from.subject.name()+", which the field referred to")
			}
		case altered, deprecated, staged:
		}
	}
}

// referred returns the kind that the first of the names refers to: workloadRef, podGroupName.
func referred(kinds map[string]*linkedChange, names []string) *linkedChange {
	for _, name := range names {
		for _, suffix := range [...]string{"Ref", "Reference", "Name", "Names", "Refs"} {
			if kind, ok := strings.CutSuffix(name, suffix); ok && kinds[fold(kind)] != nil {
				return kinds[fold(kind)]
			}
		}
	}
	return nil
}
