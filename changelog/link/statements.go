package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// statements are what happened according to a note.
type statements struct {
	adds, removes, deprecates, graduates, reverts, defaultOn bool
	// stages are those that something reaches.
	stages []discovery.Stability
	// leadRemoves, leadDeprecates and leadAdds are about its first sentence.
	leadRemoves, leadDeprecates bool
	leadAdds                    bool
}

// readStatements finds the verbs and stages of a note. The facts are more exact than the words,
// which add what facts do not have.
func readStatements(e *entry, text string) statements {
	s := statementsOfFacts(e, text == "")
	for i, w := range e.words {
		if i > 0 && e.words[i-1] == "be" && (w == "remov" || w == "deprec") {
			// "will be removed" is planned.
			continue
		}
		if (w == "delet" || w == "add") && i+1 < len(e.words) && !e.begins[i+1] {
			continue // DeleteOptions, AddedAffinity
		}
		s.word(w, i < e.lead)
	}
	s.phrases(strings.ToLower(text))
	s.reverts = s.reverts || slices.Contains(e.words[:min(8, len(e.words))], "revert")
	return s
}

// statementsOfFacts returns the statements in the facts. alone: the note has no text.
func statementsOfFacts(e *entry, alone bool) statements {
	f := &e.note.Facts
	s := statements{
		removes: f.Removes, deprecates: f.Deprecates, reverts: f.IsRevert, defaultOn: f.DefaultOn,
		leadRemoves: f.Removes && alone, leadDeprecates: f.Deprecates && alone,
	}
	if alone && !f.Removes && !f.Deprecates {
		// Facts have no additions. The kind labels are the closest.
		s.adds = e.has("api-change") || e.has("feature")
	}
	for _, g := range f.Graduations {
		s.graduates = true
		s.stages = slice.Add(s.stages, g.Stage)
	}
	return s
}

func (s *statements) word(w string, lead bool) {
	switch w {
	case "add", "introduc", "new", "implement", "introduction", "addition", "extend", "expand":
		s.adds, s.leadAdds = true, s.leadAdds || lead
	case "remov", "removal", "drop", "dropp", "delet", "gon":
		s.removes, s.leadRemoves = true, s.leadRemoves || lead
	case "deprec":
		s.deprecates, s.leadDeprecates = true, s.leadDeprecates || lead
	case "replac":
		s.adds, s.removes = true, true
	case "promot", "gradu", "graduat", "bump", "mov":
		s.graduates = true
	case "ga", "stabl", "lock":
		s.stages = slice.Add(s.stages, discovery.Stable)
	case "beta", "alpha":
		s.stages = slice.Add(s.stages, discovery.Stability(w))
	}
}

func (s *statements) phrases(lower string) {
	has := func(phrases ...string) bool {
		return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(lower, p) })
	}
	s.removes = s.removes || has("no longer serve", "no longer be serve", "no longer support", "stop serving")
	s.leadRemoves = s.leadRemoves || has("no longer served", "no longer be served")
	if has("generally available", "general availab", "unconditionally enabled") {
		s.stages = slice.Add(s.stages, discovery.Stable)
	}
	s.defaultOn = s.defaultOn || has("enabled by default", "on by default")
}
