package fact

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// switching is a statement that something is now on or off by default.
type switching struct {
	on                 bool
	sentence, from, to int
}

// switchings returns the statements of the text, in order.
func (r *reading) switchings() (out []switching) {
	if !r.says("default") {
		return nil
	}
	for n, s := range r.sentences {
		if s.code {
			continue
		}
		for i, past := 0, 0; i < len(s.tokens); i++ {
			end, on, off := r.switchAt(s, i)
			if i >= past && (on || off) && (!r.elsewhen(s, i, end) || r.atOnce(s, i)) && !r.explains(s, i) && (off && !r.datedBefore(s, i) || on && !lockedTo(s, i)) {
				out, past = append(out, switching{on, n, i, end}), end
			}
		}
	}
	return out
}

// switchAt reports whether the words from i to end say that something is on or off by default.
func (r *reading) switchAt(s sentence, i int) (end int, on, off bool) {
	end, on = phraseAt("onPhrase", s, i)
	if has([]string{"as", "the"}, s.word(end-2)) && end < len(s.tokens) && !s.tokens[end].mark {
		on = false // "as the default class"
	}
	if on = on && !saysBetween(s, i, end, "disabled", "false", "off", "not") && !s.newClause(i, end); on {
		return end, true, false
	}
	end, off = phraseAt("offPhrase", s, i)
	return end, false, off && !saysBetween(s, i, end, "enabled", "true", "on", "not") && !s.newClause(i, end)
}

// newClause reports whether a clause begins between i and end: "with AaFoo enabled, the scheduler
// evaluates a part by default". The items of a list are no clauses.
func (s sentence) newClause(i, end int) bool {
	return s.some(i, end-1, func(j int) bool { return s.word(j) == "," && !identifier(s.tokens[j+1]) && !joins(s.tokens[j+1]) })
}

// switchedGates returns the gates that the statements are about: those in the same sentence since
// the previous statement, or else those after the statement, or else those of the previous
// sentence.
func (r *reading) switchedGates(all []switching) (on, off []string) {
	for i, st := range all {
		from, to := 0, len(r.sentences[st.sentence].tokens)
		if i > 0 && all[i-1].sentence == st.sentence {
			from = all[i-1].to
		}
		if i+1 < len(all) && all[i+1].sentence == st.sentence {
			to = all[i+1].from
		}
		s := r.sentences[st.sentence]
		names := r.gates.within(st.sentence, r.afterStage(st.sentence, from, st.from), st.to)
		if len(names) == 0 {
			names = r.gates.within(st.sentence, st.to, to)
		}
		if len(names) == 0 && st.sentence > 0 && (is("pronoun", s.word(0)) || s.word(0) == "the" && nounSort(s.word(1))&aGate != 0) {
			names = r.gates.in(st.sentence - 1).names()
			if len(names) > 1 && !has([]string{"they", "these", "both"}, s.word(0)) {
				names = nil
			}
		}
		if st.on {
			on = append(on, names...)
		} else {
			off = append(off, names...)
		}
	}
	return slice.Unique(on), slice.Unique(off)
}

// datedBefore reports whether the words before i name another release: "was promoted to beta in
// 1.25, but turned off by default".
func (r *reading) datedBefore(s sentence, i int) bool {
	return r.release.Known() && slices.ContainsFunc(s.tokens[:i], func(t token) bool {
		release := minor(t.low)
		return release != "" && release != r.release.String()
	})
}

// afterStage returns where the last gates of "A to stable and B to beta (disabled by default)"
// begin.
func (r *reading) afterStage(n, from, to int) int {
	s, after := r.sentences[n], from
	for i := from; i < to; i++ {
		if stage, size, version := stageAt(s, i); stage != "" && !version && s.word(i-1) == "to" && len(r.gates.within(n, i+size, to)) > 0 {
			after = i + size
		}
	}
	return after
}

// lockedTo matches "locked the gate to enabled by default" and "locked … in the enabled state by
// default", which do not change the default.
func lockedTo(s sentence, i int) bool {
	if s.word(i-1) != "to" && s.word(i-1) != "in" && s.word(i-2) != "in" {
		return false
	}
	return contains(s.before(i-1, 10), one("lock", "locks", "locked"))
}

// elsewhen reports whether the words around a statement refer to another time or negate it.
func (r *reading) elsewhen(s sentence, i, end int) bool {
	if s.word(end) == "since" || s.word(end+1) == "since" {
		return true
	}
	for j := i - 1; j >= 0 && j > i-8; j-- {
		t := s.tokens[j]
		if t.mark && (t.text == "," || t.text == ";" || t.text == ":") {
			break
		}
		if t.low == "that" && s.word(j+1) == "is" && is("enables", s.lead()) {
			continue // "added a gate that is in beta and enabled by default"
		}
		if is("asideOfDefault", t.low) {
			return true
		}
	}
	return r.mending(s, i) || told(s, i, end)
}

// atOnce matches "will be", as in "graduates to GA and will be unconditionally enabled". It is
// about this release if no other release is named and no condition comes before it.
func (r *reading) atOnce(s sentence, i int) bool {
	if s.word(i-1) != "be" || s.word(i-2) != "will" || r.releaseAfter(s, i) != "" {
		return false
	}
	return !contains(s.tokens[:i], one("once", "when", "if", "until"))
}

// told reports whether the statement is about a past release that is named: "was enabled by default
// in v1.24".
func told(s sentence, i, end int) bool {
	if before := s.word(i - 1); before != "was" && before != "were" && before != "been" {
		return false
	}
	return slices.ContainsFunc(s.tokens[min(end, len(s.tokens)):min(end+4, len(s.tokens))], func(t token) bool { return minor(t.low) != "" })
}

// explains reports whether a statement about a default or a lock only explains a removal.
func (r *reading) explains(s sentence, i int) bool {
	if !r.removes() {
		return false
	}
	if before := s.word(i - 1); before == "was" || before == "were" {
		return true
	}
	closed := 0 // parentheses that close before i
	for j := i - 1; j >= 0 && j > i-20; j-- {
		switch word := s.word(j); {
		case word == ")":
			closed++
		case word == "(" && closed > 0:
			closed--
		case has([]string{"since", "because", "as", "(", "that", "which"}, word) && s.word(j+1) != "of": // "as of this release"
			return true
		}
	}
	return false
}

// saysBetween reports whether one of the words is between i and end: "enabled and disabled by
// default" is no statement. A word after "from" does not count: "the default changed from false to
// true".
func saysBetween(s sentence, i, end int, words ...string) bool {
	return s.some(i, end, func(j int) bool { return has(words, s.word(j)) && s.word(j-1) != "from" })
}

// locksGate matches "locked the X, Y and Z feature gates".
func locksGate(s sentence, i int) bool {
	if !has([]string{"lock", "locks", "locked", "locking"}, s.word(i)) || !s.clause(i) || adjectiveOfSubject(s, i) {
		return false
	}
	for j := i + 1; j < len(s.tokens) && j < i+40; j++ {
		switch {
		case gateWord(s, j):
			return true
		case is("softly", s.word(j)) || is("finite", s.word(j)):
			return false
		}
	}
	return false
}

// lockAt returns the lock statement whose verb is at i.
func (r *reading) lockAt(s sentence, i int) (none statement) {
	end, ok := phraseAt("lockedPhrase", s, i)
	last := i == len(s.tokens)-1 || s.word(i+1) == "("
	if !ok && (locksGate(s, i) || last && (s.word(i) == "locked" || s.word(i) == "lock" && s.word(i-1) == "and")) {
		end, ok = i+1, true
	}
	if !ok || s.code {
		return none
	}
	if r.elsewhen(s, i, end) && !r.atOnce(s, i) || r.explains(s, i) || saysBetween(s, end, min(end+1, len(s.tokens)), "disabled", "false", "off", "not") {
		return none
	}
	if strings.HasPrefix(s.word(i), "lock") && !s.toBe(i) {
		return statement{active, i, i + 1}
	}
	return statement{passive, s.verbFrom(i), end}
}
