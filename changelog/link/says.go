package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// says is what an entry says happened.
type says struct {
	adds, removes, deprecates, graduates, reverts bool
	alpha, beta, stable                           bool
	defaultOn                                     bool
	// leadRemoves, leadDeprecates: its first sentence says so.
	leadRemoves, leadDeprecates bool
	// leadAdds: its first sentence says that something is new.
	leadAdds bool
}

// listen draws the verbs and stages from an entry. What package fact found is
// taken over; the words tell the rest, more roughly.
func listen(e *entry, text string) says {
	s := told(e, text == "")
	for i, w := range e.words {
		if i > 0 && e.words[i-1] == "be" && (w == "remov" || w == "deprec") {
			// "will be removed": later, not now.
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

// told is what the facts tell. Without a text they stand for it.
func told(e *entry, alone bool) says {
	f := &e.note.Facts
	s := says{
		removes: f.Removes, deprecates: f.Deprecates, reverts: f.IsRevert, defaultOn: f.DefaultOn,
		leadRemoves: f.Removes && alone, leadDeprecates: f.Deprecates && alone,
	}
	if alone && !f.Removes && !f.Deprecates {
		// Facts tell no additions; the kinds of the pull request come near.
		s.adds = e.has("api-change") || e.has("feature")
	}
	for _, g := range f.Graduations {
		s.graduates = true
		s.reach(g.Stage)
	}
	return s
}

func (s *says) reach(stage discovery.Stability) {
	switch stage {
	case discovery.Alpha:
		s.alpha = true
	case discovery.Beta:
		s.beta = true
	case discovery.Stable:
		s.stable = true
	case discovery.StabilityUnknown:
	}
}

// word takes one stem of the text.
func (s *says) word(w string, lead bool) {
	switch w {
	case "add", "introduc", "new", "implement", "introduction", "addition", "extend", "expand":
		s.adds, s.leadAdds = true, s.leadAdds || lead
	case "remov", "drop", "dropp", "delet":
		s.removes, s.leadRemoves = true, s.leadRemoves || lead
	case "deprec":
		s.deprecates, s.leadDeprecates = true, s.leadDeprecates || lead
	case "replac":
		s.adds, s.removes = true, true
	case "promot", "gradu", "graduat", "bump", "mov":
		s.graduates = true
	case "ga", "stabl", "lock":
		s.stable = true
	case "beta":
		s.beta = true
	case "alpha":
		s.alpha = true
	}
}

// phrases takes what several words say together.
func (s *says) phrases(lower string) {
	says := func(phrases ...string) bool {
		return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(lower, p) })
	}
	s.removes = s.removes || says("no longer serve", "no longer be serve", "no longer support", "stop serving")
	s.leadRemoves = s.leadRemoves || says("no longer served", "no longer be served")
	s.stable = s.stable || says("generally available", "general availab", "unconditionally enabled")
	s.defaultOn = s.defaultOn || says("enabled by default", "on by default")
}
