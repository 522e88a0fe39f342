package link

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// inferLinks links changes that no note names through related changes. One pull request adds a
// group-version with its resources, a field in all versions, or a type with the fields that have
// it.
func (f *finder) inferLinks() {
	for _, r := range groupVersions() {
		f.relate(r)
	}
	f.preferredVersions()
	for _, r := range []relation{
		f.replacedVersions(), sharedTypes(), referencedKinds(), removedReferences(), sameGates(), newerVersions(), subresourcesAndFields(), specAndStatus(),
	} {
		f.relate(r)
	}
	f.onlyEntriesAboutKinds()
	f.relate(sameGates())
	if !f.withoutTexts {
		f.fieldsOfNewGates()
		f.onlyEntries()
		f.describedTypes()
		f.relate(sameGates())
	}
	for f.relate(f.deprecatedTypes()) { // a type can be deprecated with one that was linked just now
		continue
	}
	f.manyTypes()
	f.manyRemovals()
	for _, r := range []relation{unionMembers(), replacedValues(), alternatives(), onlyAlternatives(), listKeys(), otherVersions()} {
		f.relate(r)
	}
}

// infer links a change to a note that another change, or the lack of another note, suggests.
func (f *finder) infer(v *linkedChange, entry int32, why string) {
	c := candidate{entry: entry, score: inferred}
	for i := range v.list {
		if v.list[i].entry == c.entry {
			c = v.list[i]
			c.score = max(inferred, c.score)
		}
	}
	c.reasons = append([]reason{{points: 10, text: why}}, c.reasons...)
	v.top, v.inferred = &c, true
}

func (v *linkedChange) open() bool { return v.top == nil }

// removedWhole reports whether a change belongs to a group-version that was removed as a whole.
func (f *finder) removedWhole(c *rule.Change) bool {
	return c.Schema == "" && f.in.New.GroupVersion(c.GroupVersion()) == nil
}

// manyFeatures reports whether a group has many features, so that its additions in one release need
// not belong together.
func manyFeatures(group string) bool { return group == "" || group == "apps" || group == "batch" }

// groupVersions link a group-version and its resources to the same note.
func groupVersions() []relation {
	var version keys = func(v *linkedChange) []string {
		side := "+"
		if v.subject.act == removed {
			side = "-"
		}
		return []string{side + v.subject.change.GroupVersion().String()}
	}
	resource := version.of(rule.ResourceAdded, rule.ResourceGraduated, rule.ResourceRemoved)
	resources := func(v *linkedChange) []string {
		list := resource(v)
		if c := v.subject.change; c.Rule == rule.ResourceGraduated {
			list = append(list, "-"+discovery.GroupVersion{Group: c.Group, Version: c.Old}.String())
		}
		return list
	}
	whole := func(v *linkedChange, list []*linkedChange) *linkedChange {
		if slices.ContainsFunc(list, (*linkedChange).open) {
			return nil
		}
		return agreed(v, list)
	}
	own := func(v *linkedChange, list []*linkedChange) *linkedChange {
		return strongest(v, list[max(0, len(list)-1):])
	}
	ofFew := func(v *linkedChange) []string {
		return when(v.subject.act != removed && !manyFeatures(v.subject.change.Group), resource(v)...)
	}
	return []relation{
		{resources, version.of(rule.GroupVersionAdded), strongest, "describes NAME, which was added with it"},
		{resources, version.of(rule.GroupVersionRemoved), whole, "describes NAME, which was removed with it"},
		{version.of(rule.GroupVersionAdded, rule.GroupVersionRemoved), resource, own, "describes VERSION"},
		{resources, ofFew, agreed, "describes NAME, which was added with it"},
	}
}

// preferredVersions links a version that is now preferred to the note that added it in this release.
func (f *finder) preferredVersions() {
	added := map[discovery.GroupVersion]*linkedChange{}
	for _, v := range f.changes {
		if v.subject.change.Rule == rule.GroupVersionAdded && v.top != nil {
			added[v.subject.change.GroupVersion()] = v
		}
	}
	for _, v := range f.changes {
		if v.subject.change.Rule != "preferred-version-changed" {
			continue
		}
		own := added[v.subject.change.GroupVersion()]
		switch {
		case own == nil:
		case v.top != nil && f.index.entries[own.top.entry].note.PR == 0: // there is no pull request to link to
		case v.top != nil && v.top.entry == own.top.entry:
			v.list = []candidate{*v.top} // and to no other note that names the version
			v.top = &v.list[0]
		default:
			f.infer(v, own.top.entry, "describes "+own.subject.change.GroupVersion().String()+", which is preferred now")
		}
	}
}

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
func strongest(v *linkedChange, list []*linkedChange) *linkedChange {
	return highest(v, slice.Filter(list, func(v *linkedChange) bool { return v.top != nil && !v.inferred }))
}

// agreed returns the change with the best link if all links are to the same note, and nil
// otherwise.
func agreed(v *linkedChange, list []*linkedChange) *linkedChange {
	best := strongest(v, list)
	for _, v = range list {
		if best != nil && v.top != nil && v.top.entry != best.top.entry {
			return nil
		}
	}
	return best
}
