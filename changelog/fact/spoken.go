package fact

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// spokenGate is a gate with the plain words for its feature: "DRA device taints".
type spokenGate struct {
	name  string
	words []string
}

// addSpoken adds a gate by its words. Names of one word are also English words, so they count only
// as written.
func (d *Dictionary) addSpoken(name string) {
	if words := plainWords(name); len(words) > 1 {
		d.spoken[words[0]] = append(d.spoken[words[0]], spokenGate{name, words})
		order.By(d.spoken[words[0]], func(a, b spokenGate) int {
			return cmp.Or(cmp.Compare(len(b.words), len(a.words)), strings.Compare(a.name, b.name))
		})
	}
}

// plainWords splits a name or a word at its humps, in lower case and without the s of a plural.
func plainWords(text string) (words []string) {
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.TrimSuffix(strings.ToLower(text[start:end]), "s"))
		}
		start = end
	}
	upper := func(i int) bool { return text[i] >= 'A' && text[i] <= 'Z' }
	for i := 1; i < len(text); i++ {
		switch {
		case !letterOrDigit(text[i]):
			cut(i)
			start = i + 1
		case upper(i) && (!upper(i-1) || i+1 < len(text) && !upper(i+1) && letter(text[i+1])):
			cut(i)
		}
	}
	cut(len(text))
	return words
}

// promoted takes gates that a sentence names in plain words between the verb of a graduation and
// the stage: "Promoted the DRA extended resource feature to GA". In a title they come before the
// verb: "KEP-3857: Recursive Read-only (RRO) mounts: promote to GA". So they do in a sentence that
// begins with its subject: "CPUManager policy options support is GA", "The DRA extended resource
// feature has graduated to GA".
func (f *gateFinder) promoted(n int) {
	s := f.sentences[n]
	if s.code {
		return
	}
	at := -1
	for i := range s.tokens {
		stage, _, version := stageAt(s, i)
		if stage == "" || version {
			continue
		}
		before := s.beforeStage(i)
		if s.word(before) == "to" {
			if verb := f.graduates(s, before); verb >= 0 {
				from, to := verb+1, i
				if verb+1 == before { // the verb is directly before "to GA"
					from, to = 0, s.verbFrom(verb)
				}
				f.spokenBetween(n, from, to, stage)
				return
			}
		}
		if verb := f.added(s, before); verb >= 0 {
			f.spokenBetween(n, verb+1, before, stage)
			return
		}
		if at < 0 && (has([]string{"is", "are", "now", "reached"}, s.word(before)) || s.word(before) == "in" && s.word(before-1) == "now") {
			at = i
		}
	}
	if at >= 0 {
		stage, _, _ := stageAt(s, at)
		f.spokenBetween(n, 0, s.beforeStage(at), stage)
	}
}

// graduates returns the place of the last verb of a graduation before i, or -1. The verb must be
// near the beginning or directly before i.
func (f *gateFinder) graduates(s sentence, i int) int {
	for j := i - 1; j >= 0; j-- {
		if is("reaches", s.word(j)) && !s.tokens[j].quoted && (j < 8 || j == i-1) {
			if contains(s.tokens[:j], listed("asideOfStage")) {
				return -1
			}
			return j
		}
	}
	return -1
}

// added returns the place of the verb at the beginning of a sentence such as "Added X in beta", or
// -1. i is the place of the word before the stage.
func (f *gateFinder) added(s sentence, i int) int {
	if lead := s.leadAt(); i > lead && (s.word(i) == "in" || s.word(i) == "as") && is("enables", s.word(lead)) {
		return lead
	}
	return -1
}

// label returns the words before the colon at the beginning of a sentence, if the words from a place
// on are in the same sentence after it: "DRA: Graduated Device Binding Conditions".
func (s sentence) label(from int) []string {
	if from > 2 && s.word(1) == ":" {
		return plainWords(s.tokens[0].text)
	}
	return nil
}

// spokenBetween takes the gate between two places that reached the stage. If the table of the
// source code has the release, the gate must have reached the stage in it, so that the words of
// another feature are not taken for a gate.
func (f *gateFinder) spokenBetween(n, from, to int, stage discovery.Stability) {
	s := f.sentences[n]
	if slices.ContainsFunc(f.found, func(x named) bool { return x.sentence == n }) {
		return // it has gates as written
	}
	var words []string
	var at []int
	for i := from; i < to; i++ {
		t := s.tokens[i]
		if f.Dictionary.gates[t.text] && !vetoed(s, i) && !f.named(t.text) && !is("component", t.text) {
			f.found.add(n, i, t.text)
			return
		}
		if t.text == "(" && i+2 < to && s.tokens[i+2].text == ")" {
			i += 2 // an abbreviation
			continue
		}
		if t.mark || strings.Contains(t.text, "_") { // also the name of a metric or an environment variable
			words, at = append(words, ""), append(at, i)
			continue
		}
		for _, w := range plainWords(possessive(t.text)) {
			words, at = append(words, w), append(at, i)
		}
	}
	if f.spokenIn(n, words, at, stage) {
		return
	}
	// The label can be the first word of the gate.
	if label := s.label(from); len(label) > 0 && len(words) > 0 {
		labelAt := make([]int, len(label))
		f.spokenIn(n, slices.Concat(label, words), append(labelAt, at...), stage)
	}
}

// spokenIn adds the first gate in a list of words that reached the stage. at has the place of each
// word in the sentence.
func (f *gateFinder) spokenIn(n int, words []string, at []int, stage discovery.Stability) bool {
	s := f.sentences[n]
	for i := range words {
		for _, g := range f.spoken[words[i]] {
			last := i + len(g.words) - 1
			if last >= len(words) || !slices.Equal(words[i:last+1], g.words) || at[i] == at[last] && (len(g.words) < 3 || f.Dictionary.kinds[s.tokens[at[i]].text] != "") {
				continue
			}
			if f.reachedIn(g, stage) {
				f.found.add(n, at[i], g.name)
				return true
			}
		}
	}
	return false
}

// reachedIn reports whether a gate reached a stage in the release of the notes. If the table does
// not have the release or the gate, the words are enough. Two words are not, because they are
// common in English.
func (r *reading) reachedIn(g spokenGate, stage discovery.Stability) bool {
	name := g.name
	if !r.table.Covers(r.release) || !r.table.Begins(gate.Components, name).Known() {
		return len(g.words) > 2
	}
	is := map[gate.Stage]discovery.Stability{gate.Alpha: discovery.Alpha, gate.Beta: discovery.Beta, gate.Stable: discovery.Stable}
	return is[r.table.At(gate.Components, name, r.release).Stage] == stage && r.table.SinceAt(gate.Components, name, r.release) == r.release
}
