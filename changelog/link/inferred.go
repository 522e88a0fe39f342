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

// open reports whether a change has no link yet.
func (v *linkedChange) open() bool { return !v.skip && v.top == nil }

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
			f.infer(v, from.top.entry, "describes "+from.subject.name()+", which was added with it")
		}
	case "preferred-version-changed":
		f.preferred(v, own)
	case "group-version-removed":
		if from := agreed(v, resources); from != nil && !slices.ContainsFunc(resources, (*linkedChange).open) {
			f.infer(v, from.top.entry, "describes "+from.subject.name()+", which was removed with it")
		}
	case "resource-added", "resource-graduated", "resource-removed":
		if own != nil && own.top != nil && !own.inferred {
			f.infer(v, own.top.entry, "describes "+v.subject.change.GroupVersion().String())
		} else if from := agreed(v, resources); from != nil && v.subject.act != removed && !manyFeatures(v.subject.change.Group) {
			f.infer(v, from.top.entry, "describes "+from.subject.name()+", which was added with it")
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
		f.infer(v, own.top.entry, "describes "+own.subject.change.GroupVersion().String()+", which is preferred now")
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
func agreed(_ *linkedChange, list []*linkedChange) *linkedChange {
	best := strongest(list)
	for _, v := range list {
		if best != nil && v.top != nil && v.top.entry != best.top.entry {
			return nil
		}
	}
	return best
}
