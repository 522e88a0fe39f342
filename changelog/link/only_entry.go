package link

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// onlyEntries links a change that no note names to the only note about its group, its type or its
// kind that is not linked yet. If there are several such notes, there is no link.
func (f *finder) onlyEntries() {
	for _, v := range f.changes {
		if !v.open() {
			continue
		}
		s := &v.subject
		c, why := int32(-1), ""
		switch {
		case s.act == staged && s.change.Schema != "":
			c, why = f.onlyAboutStage(s), "is the only entry about "+kindOf(s)+" at this stage that no other change explains"
		case s.act == added && s.change.Schema != "":
			c, why = f.onlyAboutType(s), "is the only API change about "+s.owner+" that no other change explains"
			if c < 0 && !manyFeatures(s.change.Group) {
				c, why = f.onlyAboutGroup(s), "is the only addition to "+s.change.Group+" that no other change explains"
			}
		case s.newKind && !manyFeatures(s.change.Group):
			c, why = f.onlyAboutGroup(s), "is the only addition to "+s.change.Group+" that no other change explains"
		}
		if c >= 0 {
			f.infer(v, c, why)
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
			f.infer(v, entry, "is the only entry about an API change that mentions "+kind)
		}
	}
}

// describedTypes links a new field that no note names to the note with the words of the name and of
// the description of its new type, if that is an API change that no other change explains, and no
// other note is nearly as close.
func (f *finder) describedTypes() {
	for _, v := range f.changes {
		s := v.subject
		words := stems(base(s.partType))
		if !v.open() || s.typeDescription == "" || len(words) < 3 {
			continue
		}
		s.words, s.mentions = changedWords("", s.typeDescription)
		list := f.best(&s)
		if len(list) == 0 || list[0].score < linked || len(list) > 1 && list[0].score < list[1].score+0.75 {
			continue
		}
		c := list[0].entry
		e := &f.index.entries[c]
		lacks := func(w string) bool { return !slices.Contains(e.words, w) }
		if f.linkCount[c] == 0 && e.has("api-change") && !e.has("bug") && !slices.ContainsFunc(words, lacks) {
			f.infer(v, list[0].entry, "contains the words of "+s.partType+", the new type of the field, and of its description")
		}
	}
}

// onlyAboutStage returns the unlinked note that mentions the stage and names the kind in its first
// sentence.
func (f *finder) onlyAboutStage(s *subject) int32 {
	if len(s.gates) > 0 || s.stage == discovery.StabilityUnknown || len(s.kinds) == 0 {
		return -1
	}
	var list []int32
	f.index.phrase(stems(s.kinds[len(s.kinds)-1]), func(p posting, clean bool) {
		e := &f.index.entries[p.entry]
		if clean && int(p.at) < e.lead && f.unlinkedEntry(p.entry) && e.stated.graduates && e.reaches(s.stage) {
			list = append(list, p.entry)
		}
	})
	return only(list)
}

// unlinkedEntry reports whether a note describes an API change that may be an addition, and no
// change is linked to it.
func (f *finder) unlinkedEntry(i int32) bool {
	e := &f.index.entries[i]
	return f.linkCount[i] == 0 && e.mayAdd() && !e.stated.reverts
}

// mayAdd reports whether a note describes an API change that may be an addition.
func (e *entry) mayAdd() bool {
	return e.has("api-change") && e.has("feature") && !e.has("bug") && !e.stated.leadRemoves && !e.stated.leadDeprecates
}

// otherGate reports whether a note is about another feature gate than those of the field.
func (s *subject) otherGate(e *entry) bool {
	gates := e.note.Facts.Gates
	return len(s.gates) > 0 && len(gates) > 0 && !slices.ContainsFunc(gates, func(g string) bool { return slices.Contains(s.gates, g) })
}

// onlyAboutType returns the unlinked note that names the type in words, or -1 for none or several.
func (f *finder) onlyAboutType(s *subject) int32 {
	words := stems(s.owner)
	for len(words) > 0 && (words[len(words)-1] == "spec" || words[len(words)-1] == stem("Status")) {
		words = words[:len(words)-1]
	}
	if len(words) < 2 {
		return -1
	}
	var list []int32
	together := map[int32]bool{}
	f.index.phrase(words[:2], func(p posting, _ bool) { together[p.entry] = true })
	f.index.coverage(words, func(i int32, share float64) {
		e := &f.index.entries[i]
		if share >= 0.6 && together[i] && f.unlinkedEntry(i) && !s.otherGate(e) && !e.reaches(discovery.Beta) && !e.reaches(discovery.Stable) {
			list = append(list, i)
		}
	})
	return only(list)
}

// onlyAboutGroup returns the unlinked note that adds something to the group. If no note is known to
// add something, it returns the only one that may. The note is found by the names of the group, or
// else by those of its kinds.
func (f *finder) onlyAboutGroup(s *subject) int32 {
	if plainWord(s.change.Group) {
		return -1
	}
	adding, others := f.namingEntries(groupWords(s.change.Group), s)
	if len(adding) == 0 {
		adding, _ = f.namingEntries(s.kinds, s)
	}
	if len(adding) > 0 {
		return only(adding)
	}
	return only(others)
}

// namingEntries returns the notes that have one of the names in their first sentence and may
// describe the change: the unlinked ones that add something, and all that may be additions.
func (f *finder) namingEntries(names []string, s *subject) (adding, others []int32) {
	seen := map[int32]bool{}
	for _, name := range names {
		f.index.phrase(stems(name), func(p posting, _ bool) {
			e := &f.index.entries[p.entry]
			if seen[p.entry] || int(p.at) >= e.lead || s.otherGate(e) {
				return
			}
			seen[p.entry] = true
			if f.unlinkedEntry(p.entry) && e.stated.adds {
				adding = append(adding, p.entry)
			}
			if e.mayAdd() {
				others = append(others, p.entry)
			}
		})
	}
	return adding, others
}

func only(list []int32) int32 {
	if len(list) == 1 {
		return list[0]
	}
	return -1
}

// kindOf returns the kind by which users know the changed thing.
func kindOf(s *subject) string {
	if len(s.kinds) == 0 {
		return s.owner
	}
	return s.kinds[len(s.kinds)-1]
}

// plainWord reports whether people call a group by a common word: storage, node, policy.
func plainWord(group string) bool {
	names := groupWords(group)
	return len(names) < 2
}
