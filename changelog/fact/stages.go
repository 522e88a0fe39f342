package fact

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
)

// stageOf reports whether the name at i graduates: "promoted X to GA", "X graduates to beta".
func stageOf(s sentence, i int) bool {
	from, to := s.around(i)
	if s.word(from) == "of" {
		from-- // "graduation of X to beta"
	}
	before := is("promotes", s.word(from)) || s.word(from) == "moved" || s.word(from) == "bumped"
	after := is("promotes", s.word(to)) || s.word(to) == "moved" || s.word(to) == "moves"
	switch {
	case (s.word(to) == "to" || s.word(to) == "from") && before, after:
		return s.stageWithin(to, to+12)
	case has([]string{"now", "reached", "reaches"}, s.word(to)):
		to++
		if s.word(to) == "in" {
			to++
		}
		stage, length, version := stageAt(s, to)
		return stage != "" && !version && !is("adjective", s.word(to+length)) && (from < 0 || s.tokens[from].mark)
	case s.word(to) == "to":
		stage, _, version := stageAt(s, to+1)
		return stage != "" && !version && !has([]string{"in", "for", "of", "from", "with", "on", "field"}, s.word(from))
	}
	return false
}

func (s sentence) stageWithin(from, to int) bool {
	return s.some(from, to, func(j int) bool {
		stage, _, version := stageAt(s, j)
		return stage != "" && !version
	})
}

// around returns the places of the words before and after the list of names that i is part of,
// without forms of to be and to have.
func (s sentence) around(i int) (from, to int) {
	from, to = i-1, i+1
	for from >= 0 && (joins(s.tokens[from]) || gateLike(s.tokens[from].text) || s.tokens[from].low == "the") {
		from--
	}
	for to < len(s.tokens) && (joins(s.tokens[to]) || gateLike(s.tokens[to].text)) {
		to++
	}
	if has([]string{"has", "have", "is", "are", "was", "were", "been", "being"}, s.word(to)) {
		to++
		if s.word(to) == "been" {
			to++
		}
	}
	return from, to
}

// stageAt reads the stage at i with an abbreviation after it: "General Availability (GA)". version
// is true for the version of an API.
func stageAt(s sentence, i int) (stage discovery.Stability, tokens int, version bool) {
	stage, tokens, version = stageWord(s, i)
	if tokens > 0 && s.word(i+tokens) == "(" && s.word(i+tokens+2) == ")" {
		if same, _, _ := stageWord(s, i+tokens+1); same == stage {
			tokens += 3
		}
	}
	return stage, tokens, version
}

func stageWord(s sentence, i int) (stage discovery.Stability, tokens int, version bool) {
	switch word := s.word(i); word {
	case "ga", "stable", "g.a":
		return discovery.Stable, 1, false
	case "beta", "beta1", "beta2":
		return discovery.Beta, 1, false
	case "alpha":
		return discovery.Alpha, 1, false
	case "generally", "general":
		if next := s.word(i + 1); next == "available" || next == "availability" || next == "availably" {
			return discovery.Stable, 2, false
		}
	default:
		if v := lastVersion(word); v != "" {
			return discovery.StabilityOf(v), 1, true
		}
	}
	return "", 0, false
}

// lastVersion returns the API version of "v1" and "batch/v1", or "".
func lastVersion(word string) string {
	v, tail := cutVersion(word[strings.LastIndexByte(word, '/')+1:])
	if tail != "" {
		return ""
	}
	return v
}

// hit is a stage that was reached, with its place.
type hit struct {
	stage    discovery.Stability
	from, to int
}

func (r *reading) graduations() []changelog.Graduation {
	if !r.says("ga", "beta", "alpha", "stable", "general", "graduat", "promot") {
		return nil
	}
	names := map[discovery.Stability][]string{}
	for n, s := range r.sentences {
		if s.code {
			continue
		}
		hits := r.hits(s)
		for i, h := range hits {
			names[h.stage] = append(names[h.stage], r.reachedBy(n, hits, i)...)
		}
	}
	var out []changelog.Graduation
	for _, stage := range []discovery.Stability{discovery.Alpha, discovery.Beta, discovery.Stable} {
		list, ok := names[stage]
		if !ok {
			continue
		}
		slices.Sort(list)
		out = append(out, changelog.Graduation{Stage: stage, Names: slices.Compact(list)})
	}
	// If no sentence with a stage has a name, the only gate of the text is meant.
	if len(out) == 1 && len(out[0].Names) == 0 {
		if gates := r.gates.names(); len(gates) == 1 && !r.neededElsewhere() && !slices.ContainsFunc(r.sentences, r.metricsReached) {
			out[0].Names = gates
		}
	}
	return out
}

func (r *reading) hits(s sentence) (hits []hit) {
	for i := 0; i < len(s.tokens); i++ {
		if s.tokens[i].mark {
			continue
		}
		stage, length, version := stageAt(s, i)
		if stage == "" || !r.reached(s, i, length, version) || r.otherTime(s, i, length) || r.undone(s, i) {
			continue
		}
		hits = append(hits, hit{stage, i, i + length})
		i += length - 1
	}
	return hits
}

// reached reports whether the words before a stage say that it was reached.
func (r *reading) reached(s sentence, i, length int, version bool) bool {
	before := s.beforeStage(i)
	article := before < i-1 && (s.word(i-1) == "a" || s.word(i-1) == "an")
	if !version && s.word(i-1) == "the" && s.goesOn(i+length) {
		return false // "to the Alpha metric"
	}
	switch s.word(before) {
	case "to", "into", "→", ">":
		return r.reachedTo(s, i, before, length, version)
	case "as", "in":
		return !version && r.reachedAs(s, i+length, before)
	case "now", "become", "becomes", "became", "reached", "reaches", "hit", "hits", "reach":
		return !version && s.isStage(i+length, article)
	case "made":
		return !version && !article && r.gateNear(s, before)
	case "goes", "went", "go", "going":
		return !version
	case "is", "are":
		return !version && !article && s.isSaid(i, length) && !strings.HasPrefix(r.sentences[0].lead(), "revert")
	}
	return false
}

// beforeStage returns the place of the word before the stage at i that says how it was reached.
func (s sentence) beforeStage(i int) int {
	before := i - 1
	for has([]string{"the", "a", "an", "its", "status", "level", "kubernetes", "be", "(", "being", "apiversion", ":"}, s.word(before)) || strings.HasSuffix(s.word(before), ".k8s.io") {
		before--
	}
	if s.word(before) == "with" && s.word(before-1) == "as" {
		before-- // "marked as with the ALPHA stability level"
	}
	return before
}

// isStage reports whether the stage that ends at i is the state of something, and not an attribute
// of another word: "is now GA", "is now a GA feature".
func (s sentence) isStage(i int, article bool) bool {
	if article {
		return has([]string{"feature", "features"}, s.word(i)) && !s.goesOn(i+1)
	}
	return !is("adjective", s.word(i))
}

// isSaid reports whether "is GA" says that a stage was reached. "is stable" may be about an older
// state.
func (s sentence) isSaid(i, length int) bool {
	return s.word(i) != "stable" && !is("adjective", s.word(i+length)) && s.word(i+length) != "since"
}

// gateNear reports whether a gate is shortly before i: "the X feature was made stable".
func (r *reading) gateNear(s sentence, i int) bool {
	return slices.ContainsFunc(s.tokens[max(0, i-6):i], func(t token) bool { return r.gateNamed(t.text) })
}

// goesOn reports whether a word follows that the stage before it describes.
func (s sentence) goesOn(i int) bool {
	return i < len(s.tokens) && !s.tokens[i].mark && !is("closes", s.word(i))
}

// reachedAs matches "enabled as beta" and "is now in beta".
func (r *reading) reachedAs(s sentence, after, before int) bool {
	if s.word(before) == "as" {
		return r.verbBefore(s, before, listed("reaches")) || r.verbBefore(s, before, listed("enables")) ||
			has([]string{"marked", "mark", "declared", "released", "available", "considered", "introduced"}, s.word(before-1))
	}
	if is("adjective", s.word(after)) || s.word(before-1) == "currently" && s.word(before-2) == "(" {
		return false
	}
	return has([]string{"now", "currently", "is", "it's", "are", "moves", "landed", "available"}, s.word(before-1)) ||
		has([]string{"", ",", ".", "and"}, s.word(after)) && r.verbBefore(s, before, listed("enables"))
}

// reachedTo matches "graduated … to GA". Without a verb ("Suspend job to GA"), the clause must end
// with the stage.
func (r *reading) reachedTo(s sentence, i, before, length int, version bool) bool {
	if version {
		if s.word(before-1) == "version" && s.word(before-2) == "storage" {
			return false
		}
		if was := s.word(before - 1); s.word(before-2) == "from" && lastVersion(was) != "" && discovery.StabilityOf(lastVersion(was)) == discovery.StabilityOf(lastVersion(s.word(i))) {
			return false // from v1alpha2 to v1alpha3
		}
		if r.verbBefore(s, before, listed("promotes")) {
			return true
		}
		group, _, ok := strings.Cut(s.word(i), "/")
		return ok && strings.HasPrefix(s.word(before-1), group+"/") && r.verbBefore(s, before, listed("reaches"))
	}
	if r.verbBefore(s, before, listed("reaches")) {
		return true
	}
	next := s.word(i + length)
	return next == "" || i+length < len(s.tokens) && s.tokens[i+length].mark || has([]string{"in", "and", "with", "by"}, next)
}

func (r *reading) verbBefore(s sentence, i int, verbs func(word string) bool) bool {
	return slices.ContainsFunc(s.before(i, 79), func(t token) bool { return verbs(t.low) && !t.quoted })
}

// otherTime reports whether the words of the clause before a stage are about the future, a
// condition, or an earlier release that explains a removal.
func (r *reading) otherTime(s sentence, i, length int) bool {
	relative := false
	for j := i - 1; j >= 0 && j > i-60; j-- {
		t := s.tokens[j]
		if t.mark && has([]string{",", ";", ":", "("}, t.text) {
			break
		}
		if is("asideOfStage", t.low) || t.low == "with" && s.word(i-1) == "now" && !is("finite", s.word(i-2)) {
			return true
		}
		relative = relative || has([]string{"that", "which", "as", "since", "because"}, t.low)
		if t.low == "where" && strings.HasPrefix(s.lead(), "revert") || t.low == "it" && s.word(i-1) == "reached" && r.removes() {
			return true // a change that is reverted, or the reason of a removal
		}
	}
	return s.word(i+1) == "since" || relative && r.removesIn(s) || datedAfter(s, i) && r.removes() || r.ofOther(s, i+length-1)
}

// ofOther reports whether the stage is of a release other than that of the notes: "which became GA
// in v1.33".
func (r *reading) ofOther(s sentence, i int) bool {
	if !r.release.Known() {
		return false
	}
	for j := i + 1; j < len(s.tokens) && j < i+5; j++ {
		if release := minor(s.word(j)); release != "" {
			return has([]string{"in", "since", "with", "kubernetes", "release"}, s.word(j-1)) && release != r.release.String()
		}
		if t := s.tokens[j]; t.mark && t.text != "(" {
			return false
		}
	}
	return false
}

// datedAfter reports whether the clause goes on with a release.
func datedAfter(s sentence, i int) bool {
	for j := i + 1; j < len(s.tokens) && j < i+20 && s.tokens[j].text != "," && s.tokens[j].text != ";"; j++ {
		if minor(s.tokens[j].low) != "" {
			return true
		}
	}
	return false
}

// reachedBy returns the names that reached the stage of a hit: those between it and the hit before,
// or else those after it.
func (r *reading) reachedBy(n int, hits []hit, i int) []string {
	s := r.sentences[n]
	from, to := 0, len(s.tokens)
	if i > 0 {
		from = hits[i-1].to
	}
	if i+1 < len(hits) {
		to = hits[i+1].from
	}
	if s.ofMetrics(from, hits[i].from) {
		return nil
	}
	if names := r.gates.within(n, from, hits[i].from); len(names) > 0 {
		return names
	}
	if n > 0 && (is("pronoun", s.word(0)) || s.word(0) == "it's") {
		if names := r.gates.in(n - 1).names(); len(names) == 1 {
			return names
		}
	}
	if len(hits) == 1 {
		if names := r.gates.within(n, hits[i].to, to); len(names) > 0 {
			return names
		}
		if names := r.listedGates(n); len(names) > 0 {
			return names
		}
		if gates := r.gates.names(); len(gates) == 1 && !r.neededElsewhere() {
			return gates
		}
	}
	// The part need not be searched for words, because the whole text was.
	part := &reading{Dictionary: r.Dictionary, low: "v1 field", gates: r.gates, gateNames: r.gateNames, sentences: []sentence{{tokens: s.tokens[from:hits[i].to]}}}
	order := []func() found{part.headKinds, part.groupVersions, part.fields}
	if slices.ContainsFunc(part.sentences[0].tokens, func(t token) bool { return t.low == "field" || t.low == "fields" }) {
		order = []func() found{part.fields, part.headKinds, part.groupVersions}
	}
	for _, find := range order {
		names := slices.DeleteFunc(find().names(), func(name string) bool {
			v := lastVersion(name)
			return v != "" && discovery.StabilityOf(v) != hits[i].stage // the version before
		})
		if len(names) > 0 {
			return names
		}
	}
	return nil
}

// metricsReached reports whether the sentence is about metrics that reached a stage.
func (r *reading) metricsReached(s sentence) bool {
	hits := r.hits(s)
	return !s.code && len(hits) > 0 && s.ofMetrics(0, hits[0].from)
}

// ofMetrics reports whether metrics reached the stage, and not what they measure: "promoted several
// EndpointSlice metrics from alpha to beta".
func (s sentence) ofMetrics(from, to int) bool {
	metrics, aside := false, false
	for j := from; j < to; j++ {
		if gateWord(s, j) || s.word(j) == "feature" {
			return false
		}
		aside = aside || is("softly", s.word(j)) || is("stops", s.word(j)) // "support for metrics"
		metrics = metrics || !aside && has([]string{"metric", "metrics"}, s.word(j))
	}
	return metrics
}

// neededElsewhere reports whether a gate is only named as a dependency of something else.
func (r *reading) neededElsewhere() bool {
	return slices.ContainsFunc(r.gates, func(gate named) bool {
		return r.sentences[gate.sentence].says("depends", max(0, gate.token-12), gate.token)
	})
}

// listedGates returns the gates in the list items after "promoted to beta:".
func (r *reading) listedGates(n int) (names []string) {
	s := r.sentences[n]
	if s.tokens[len(s.tokens)-1].text != ":" {
		return nil
	}
	for last := n + 64; n+1 < len(r.sentences) && n < last && r.sentences[n+1].bullet; {
		n++
		names = append(names, r.gates.within(n, 0, len(r.sentences[n].tokens))...)
	}
	return names
}
