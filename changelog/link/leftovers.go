package link

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// leftovers links what nothing explains to the one entry about its group, its
// type or its kind that explains nothing. More than one such entry leaves it
// open.
func (f *finder) leftovers() {
	for i := range f.cases {
		v := &f.cases[i]
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
			if c < 0 && !shared(s.change.Group) {
				c, why = f.onlyAboutGroup(s), "is the only addition to "+s.change.Group+" that no other change explains"
			}
		case s.fresh && !shared(s.change.Group):
			c, why = f.onlyAboutGroup(s), "is the only addition to "+s.change.Group+" that no other change explains"
		}
		if c >= 0 {
			f.infer(v, &verdict{top: &candidate{entry: c}}, why)
		}
	}
}

// onlyAboutStage finds the idle entry that mentions the stage and names the kind
// in its first sentence.
func (f *finder) onlyAboutStage(s *subject) int32 {
	if len(s.gates) > 0 || s.stage == discovery.StabilityUnknown || len(s.kinds) == 0 {
		return -1
	}
	var list []int32
	f.index.phrase(stems(s.kinds[len(s.kinds)-1]), func(p posting, clean bool) {
		e := &f.index.entries[p.entry]
		if clean && int(p.at) < e.lead && f.idle(p.entry) && e.say.graduates && e.reaches(s.stage) {
			list = append(list, p.entry)
		}
	})
	return only(list)
}

// idle reports whether an entry tells of an API change that nothing is linked to,
// and may be an addition.
func (f *finder) idle(i int32) bool {
	e := &f.index.entries[i]
	return f.claimed[i] == 0 && e.has("api-change") && e.has("feature") && !e.has("bug") && !e.say.leadRemoves && !e.say.leadDeprecates && !e.say.reverts
}

// otherGate reports whether an entry is about another feature gate than the ones that the
// field needs.
func (s *subject) otherGate(e *entry) bool {
	gates := e.note.Facts.Gates
	return len(s.gates) > 0 && len(gates) > 0 && !slices.ContainsFunc(gates, func(g string) bool { return slices.Contains(s.gates, g) })
}

// onlyAboutType finds the idle entry that names the type in words; -1 for none
// or several.
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
		if share >= 0.6 && together[i] && f.idle(i) && !s.otherGate(e) && !e.say.beta && !e.say.stable {
			list = append(list, i)
		}
	})
	return only(list)
}

// onlyAboutGroup finds the idle entry that adds something to the group; where no
// entry says so, the one that may be meant. The group goes by its names, and where no
// entry has one, by those of its kinds.
func (f *finder) onlyAboutGroup(s *subject) int32 {
	if plainWord(s.change.Group) {
		return -1
	}
	adding, others := f.speaking(groupWords(s.change.Group), s)
	if len(adding) == 0 {
		adding, _ = f.speaking(s.kinds, s)
	}
	if len(adding) > 0 {
		return only(adding)
	}
	return only(others)
}

// speaking are the entries that have one of the names in their first sentence and may be
// behind the change: the idle ones that add something, and all additions.
func (f *finder) speaking(names []string, s *subject) (adding, others []int32) {
	seen := map[int32]bool{}
	for _, name := range names {
		f.index.phrase(stems(name), func(p posting, _ bool) {
			e := &f.index.entries[p.entry]
			if seen[p.entry] || int(p.at) >= e.lead || s.otherGate(e) {
				return
			}
			seen[p.entry] = true
			if f.idle(p.entry) && e.say.adds {
				adding = append(adding, p.entry)
			}
			if e.has("api-change") && e.has("feature") && !e.has("bug") && !e.say.leadRemoves && !e.say.leadDeprecates {
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

// kindOf is the kind that users know what changed by.
func kindOf(s *subject) string {
	if len(s.kinds) == 0 {
		return s.owner
	}
	return s.kinds[len(s.kinds)-1]
}

// plainWord reports whether people call a group by a word that stands in many
// entries: storage, node, policy.
func plainWord(group string) bool {
	names := groupWords(group)
	return len(names) < 2
}
