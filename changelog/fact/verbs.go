package fact

import (
	"slices"
	"strings"
)

// removes reports whether the note removes something that users could use.
func (r *reading) removes() bool {
	if r.removal == nil {
		is := r.saysRemoval() && r.states(r.removalAt)
		r.removal = &is
	}
	return *r.removal
}

func (r *reading) saysRemoval() bool {
	return r.says("remov", "drop", "no longer", "delet", "retire", "discontinue", "stop", "gone")
}

func (r *reading) removesIn(s sentence) bool {
	return stated(s, r.removalAt)
}

// removalAt returns the removal statement whose verb is at i. A metric that is no longer exposed by
// default still exists.
func (r *reading) removalAt(s sentence, i int) statement {
	st := r.unmeasured(s, i)
	if st.voice == silent {
		st = r.removalVerb(s, i)
	}
	if byDefault(s, st.to) && s.saysOne("metric", "metrics") {
		return statement{}
	}
	return st
}

func byDefault(s sentence, i int) bool { return s.word(i) == "by" && s.word(i+1) == "default" }

// removalVerb returns the removal statement whose verb is at i, for everything but metrics.
func (r *reading) removalVerb(s sentence, i int) (none statement) {
	t := s.tokens[i]
	if r.unspecified(s, i) {
		return statement{passive, s.verbFrom(i), i + 4}
	}
	switch {
	case t.mark || t.quoted:
	case t.low == "no" && s.word(i+1) == "longer":
		if end, ok := phraseAt("gonePhrase", s, i); ok && r.noLonger(s, i) && !s.says("purpose", end, min(end+3, len(s.tokens))) {
			return noLonger(s, i, end)
		}
	case is("removes", t.low) && (s.clause(i) || s.word(i+1) == "the" && s.word(i+2) == "ability") && r.removesObject(s, i):
		return statement{active, i, i + 1}
	case t.low == "removal" && s.word(i+1) == "of" && s.clause(i) && !statedOf(s, i) && r.removesObject(s, i+1):
		return statement{active, i, i + 2}
	case is("removedWord", t.low):
		return r.removedPassive(s, i)
	}
	return none
}

// removedPassive returns the statement of "is removed", and of a heading: "CSIInlineVolume,
// CSIMigration removed".
func (r *reading) removedPassive(s sentence, i int) (none statement) {
	switch {
	case s.toBe(i):
		if r.removedSubject(s, i) && (s.word(i) != "gone" || r.usable(s, s.subjectFrom(i), i)) {
			return statement{passive, s.verbFrom(i), i + 1}
		}
	case i == len(s.tokens)-1 && i > 0 && r.gateBefore(s, i) && !s.says("with", 0, i) && !leads(s): // not "attempts it with all victims removed"
		return statement{passive, i, i + 1}
	}
	return none
}

// unspecified matches "the gate is unconditionally enabled, and can no longer be specified", which
// means that the gate is gone.
func (r *reading) unspecified(s sentence, i int) bool {
	return s.word(i) == "no" && s.word(i+1) == "longer" && s.word(i+2) == "be" && s.word(i+3) == "specified" && s.word(i-1) != "will" &&
		r.gateBefore(s, i) && !r.mending(s, i) && !conditionalBefore(s, i)
}

// conditionalBefore reports whether the clause has a condition: "when X is on, Y can no longer …".
func conditionalBefore(s sentence, i int) bool {
	return contains(s.tokens[:i], one("when", "if", "once", "unless", "until"))
}

// unmeasured returns the statement that a metric is gone: "no longer exports the metric X", "the
// metric X was deleted". The removal of one of its values is no such statement.
func (r *reading) unmeasured(s sentence, i int) (none statement) {
	if s.tokens[i].quoted || len(r.metricNames) == 0 {
		return none
	}
	end, ok := phraseAt("unmeasuredPhrase", s, i)
	deleted := s.word(i) == "deleted" && s.toBe(i)
	if !ok && !deleted || r.mending(s, i) || r.asideBefore(s, i) || ok && s.word(i) == "no" && !r.noLonger(s, i) {
		return none
	}
	st := statement{active, i, end}
	switch {
	case deleted:
		st = statement{passive, s.verbFrom(i), i + 1}
	case strings.HasSuffix(s.word(end-1), "ed"):
		st = statement{passive, s.verbFrom(i), end}
	}
	if st.voice == passive {
		next := s.word(st.to)
		if r.metricEnds(s, st.from-1, -1) && (next == "" || s.tokens[st.to].mark || is("softly", next) || has([]string{"by", "and", "as", "because", "since"}, next)) {
			return st
		}
		return none
	}
	if r.metricEnds(s, st.to, 1) {
		return st
	}
	return none
}

// metricEnds reports whether a metric is next to i in a direction, with only articles and the word
// metric in between.
func (r *reading) metricEnds(s sentence, i, step int) bool {
	for ; i >= 0 && i < len(s.tokens); i += step {
		switch word := s.word(i); {
		case r.metricNames[s.tokens[i].text]:
			return true
		case !is("metricWord", word) && !has([]string{"the", "deprecated", "old", "both", "alpha", "beta", "kubelet", "scheduler", "following"}, word):
			return false
		}
	}
	return false
}

// noLonger returns the statement of "X is no longer served" or "no longer serves X".
func noLonger(s sentence, i, end int) statement {
	switch verb := s.word(i + 2); {
	case verb == "be" || verb == "available" || strings.HasSuffix(verb, "ed"):
		return statement{passive, s.verbFrom(i), end}
	case has([]string{"has", "have", "contain", "contains"}, verb):
		return statement{active, i, i + 3}
	default:
		return statement{active, i, end}
	}
}

// clause reports whether a verb at i begins a clause: first in the sentence, after "kubeadm:", or
// after "and" as one of several verbs.
func (s sentence) clause(i int) bool {
	if i == 0 {
		return true
	}
	if s.word(i+1) == "=" {
		return false // "drop=x" is a parameter
	}
	if i < 3 && s.toldOfKubernetes(i) {
		return true
	}
	switch before := s.tokens[i-1]; before.low {
	case "fully", "completely", "finally":
		return i == 1 || s.tokens[i-2].text == ":"
	case ":", ";", "]", "-", "–", "—", "•", "pr", "commit":
		return true
	case "change", "release":
		return s.word(i-2) == "this"
	case "this", "also":
		return s.word(i-2) == "this" || i < 3 || s.word(i-2) == ":"
	case "and", ",":
		return i < 3 && (i < 2 || s.word(0) == "additionally") || !joinsNouns(s, i)
	}
	return false
}

// toldOfKubernetes reports whether the subject at the beginning of the sentence is a component or
// the author of the note: "kube-scheduler remove insecure flags", "We have removed".
func (s sentence) toldOfKubernetes(i int) bool {
	switch first := s.word(0); {
	case first == "we":
		return i == 1 || s.word(1) == "have"
	case i == 1 && (first == "kubelet" || strings.HasPrefix(first, "kube-")):
		return has([]string{"remove", "drop", "delete", "deprecate"}, s.word(i))
	}
	return false
}

// joinsNouns reports whether the words before "and removed" have no other verb of the same form, so
// that "removed" continues a passive or a noun.
func joinsNouns(s sentence, i int) bool {
	first := s.lead()
	for j := 0; j < i && j < 6; j++ {
		if s.tokens[j].text == ":" {
			first = s.word(j + 1)
		}
	}
	return !strings.HasSuffix(first, "ed") && !strings.HasSuffix(first, "s") && !has([]string{"add", "deprecate", "remove", "lock", "graduate", "promote", "drop", "rename"}, first) &&
		!strings.HasSuffix(s.word(i-2), "ed")
}

// toBe reports whether a form of to be is before the verb at i, with adverbs between them.
func (s sentence) toBe(i int) bool {
	for j := i - 1; j >= 0 && j > i-4; j-- {
		switch s.tokens[j].low {
		case "is", "are", "was", "were", "been", "got", "be":
			return true
		case "now":
			if j == i-1 && j > 0 {
				return true
			}
		case "also", "completely", "entirely", "therefore", "fully":
		case "and", "deprecated":
		default:
			return false
		}
	}
	return false
}

// removesObject reports whether the words around an active verb describe a removal for users.
func (r *reading) removesObject(s sentence, i int) bool {
	if r.asideBefore(s, i) || r.mending(s, i) || strings.HasSuffix(s.word(i), "ed") && ofSubject(s, i) {
		return false
	}
	if s.word(i-1) == "," && conditionalBefore(s, i) {
		return false // "if the gate is on, remove the annotation from the node"
	}
	end := objectEnd(s, i+1)
	if s.word(end) == "from" && r.inside(s, end+1, clauseEnd(s, end+1)) {
		return false // "removed socat from the checks"
	}
	if s.word(end) == "from" && is("circumstance", s.word(clauseEnd(s, end+1))) && !r.outside(s, i+1, end) {
		return false // "removed old versions from the status upon a migration"
	}
	return r.used(s, i+1, end) && (!is("circumstance", s.word(end)) || r.outside(s, i+1, end))
}

// ofSubject matches "Removed fields which have no owners are deleted", which removes nothing.
func ofSubject(s sentence, i int) bool {
	for j := i + 2; j < len(s.tokens) && j < i+9; j++ {
		switch s.tokens[j].low {
		case "are", "is", "will":
			return true
		case ",", ":", ";", "(", "as", "that", "since", "because", "from", "in", "for", "and", "when", "if":
			return false
		}
	}
	return false
}

// objectEnd returns where the object of a verb ends: at a preposition or mark.
func objectEnd(s sentence, i int) int {
	for ; i < len(s.tokens); i++ {
		t := s.tokens[i]
		if t.mark && t.text != "," && t.text != "/" && t.text != "(" && t.text != "=" && t.text != "." || is("circumstance", t.low) ||
			has([]string{"from", "because", "as", "which", "that", "since", "on", "by", "where", "after", "due"}, t.low) {
			break
		}
	}
	return i
}

// clauseEnd is like objectEnd, and also stops at a comma.
func clauseEnd(s sentence, i int) int {
	end := objectEnd(s, i)
	for j := i; j < end; j++ {
		if s.tokens[j].text == "," {
			return j
		}
	}
	return end
}

// removedSubject reports whether the words around a passive verb describe a removal for users.
func (r *reading) removedSubject(s sentence, i int) bool {
	if r.asideBefore(s, i) || r.mending(s, i) || relative(s, i) || is("circumstance", s.word(i+1)) || s.word(i+1) == "on" {
		return false
	}
	if s.word(i+1) == "from" && (r.inside(s, i+2, clauseEnd(s, i+2)) || is("circumstance", s.word(clauseEnd(s, i+2)))) {
		return false // "the label was removed from the test"
	}
	from := s.subjectFrom(i)
	if from > 1 && s.tokens[from-1].text == ")" && s.tokens[from-2].text != "(" {
		for from > 0 && s.tokens[from-1].text != "(" {
			from--
		}
		return r.removedSubject(s, max(0, from-1)) // "the tests (deprecated in v1.21) have been removed"
	}
	return r.used(s, from, i)
}

// subjectFrom returns where the words before i begin, back to the nearest mark.
func (s sentence) subjectFrom(i int) int {
	for i > 0 && !s.tokens[i-1].mark {
		i--
	}
	return i
}

// statedOf reports whether the noun at i is the subject of another verb: "Removal of X is planned".
func statedOf(s sentence, i int) bool {
	for ; i < len(s.tokens) && !has([]string{"as", "because", "since", "which", "that", "when", "if"}, s.word(i)); i++ {
		if is("finite", s.word(i)) {
			return true
		}
	}
	return false
}

// usable reports whether the words name something that only users use. "is gone" is also used for
// nodes, pods and files.
func (r *reading) usable(s sentence, from, to int) bool {
	return !r.inside(s, from, to) && (r.outside(s, from, to) || slices.ContainsFunc(s.tokens[from:to], func(t token) bool {
		return has([]string{"feature", "command", "version", "option"}, t.low) || lastVersion(t.low) != ""
	}))
}

// relative matches "the flag that was removed".
func relative(s sentence, i int) bool {
	for j := i - 1; j >= 0 && j > i-5; j-- {
		switch s.tokens[j].low {
		case "that", "which", "who":
			return true
		case "is", "are", "was", "were", "been", "has", "have", "now", "also", "completely":
		default:
			return false
		}
	}
	return false
}

// used reports whether the words from one token to another name a thing that users use.
func (r *reading) used(s sentence, from, to int) bool {
	first := from
	for has([]string{"the", "all", "a", "an", "any", "some", "its", "also"}, s.word(first)) {
		first++
	}
	if from >= to || is("internalFirst", singular(s.word(first))) {
		return false
	}
	return !r.inside(s, from, to) || r.outside(s, from, to)
}

// singular returns a noun without the "s" of its plural ("entrie").
func singular(noun string) string { return strings.TrimSuffix(noun, "s") }

func (r *reading) inside(s sentence, from, to int) bool {
	return slices.ContainsFunc(s.tokens[from:to], func(t token) bool { return is("internal", singular(t.low)) })
}

func (r *reading) outside(s sentence, from, to int) bool {
	return slices.ContainsFunc(s.tokens[from:to], func(t token) bool {
		return is("public", singular(t.low)) || strings.HasPrefix(t.text, "--") || r.gateNamed(t.text)
	})
}

// asideBefore reports whether the clause before the verb is about the future, a wish or a
// condition.
func (r *reading) asideBefore(s sentence, i int) bool {
	second := false // "have had no effect and are removed"
	for j := i - 1; j >= 0 && j > i-12; j-- {
		t := s.tokens[j]
		if t.mark && (t.text == "," || t.text == ";" || t.text == ":") {
			return false
		}
		if t.low == "had" && second {
			continue
		}
		if is("asideOfRemoval", t.low) || t.low == "to" && j >= i-3 && !stageFollows(s, j+1) {
			return true
		}
		second = second || t.low == "and" && has([]string{"is", "are", "has", "have"}, s.word(j+1))
	}
	return false
}

// stageFollows matches the stage of "graduated to GA".
func stageFollows(s sentence, i int) bool {
	stage, _, _ := stageAt(s, i)
	return stage != ""
}

// mending reports whether the sentence is about a fault, or about how Kubernetes is built.
func (r *reading) mending(s sentence, i int) bool {
	if s.word(1) == ":" && has([]string{"build", "deps", "bazel", "ci", "test", "tests", "e2e", "hack"}, s.word(0)) {
		return true
	}
	return s.some(0, min(i, 6), func(j int) bool {
		return is("mends", s.word(j)) && nounSort(s.word(j+1)) == 0 // not "the address flags"
	})
}

// noLonger reports whether "no longer" is about this release. With "will" and a later release, it
// is planned.
func (r *reading) noLonger(s sentence, i int) bool {
	if r.mending(s, i) || contains(s.before(i, 39), one("when", "if", "once", "until", "where", "that", "after", "because")) {
		return false
	}
	return !contains(s.before(i, 39), one("will")) || r.releaseAfter(s, i) == ""
}

func (r *reading) gateBefore(s sentence, i int) bool {
	return slices.ContainsFunc(s.tokens[:i], func(t token) bool { return r.gateNamed(possessive(t.text)) || strings.HasPrefix(t.text, "--") })
}
