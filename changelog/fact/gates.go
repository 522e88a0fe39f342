package fact

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// GatesInContext lists the gates that the surrounding words show to be gates, without a list of
// known gates. cmd/catalog makes gates.txt with it.
func (d *Dictionary) GatesInContext(text string) []string {
	bare := &Dictionary{kinds: d.kinds, fields: d.fields}
	return bare.read(discovery.Release{}, text).gates.names()
}

// findGates returns the names that the surrounding words, or the dictionary, show to be feature
// gates.
func (r *reading) findGates() found {
	f := gateFinder{reading: r, seen: map[[2]int]bool{}}
	for i := range r.sentences {
		f.sentence(i)
	}
	return f.found
}

type gateFinder struct {
	*reading
	found found
	seen  map[[2]int]bool
	// listed is true after a sentence that announces a list of gates ("The following feature
	// gates:"), for the list items after it.
	listed bool
}

func (f *gateFinder) add(sentence, at int) {
	key := [2]int{sentence, at}
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	t := f.sentences[sentence].tokens[at]
	for _, part := range names(t.text) {
		if gateLike(part) || f.Dictionary.gates[part] || plain(part) && (short(t) || f.sentences[sentence].word(at+1) == "=") {
			f.found = append(f.found, named{sentence: sentence, token: at, name: part})
		}
	}
}

// names splits a token into names: "A/B", "client-go.A", "A's".
func names(text string) []string {
	return strings.FieldsFunc(possessive(text), func(c rune) bool { return c == '/' || c == '.' })
}

func lastName(text string) string {
	if all := names(text); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// short reports whether a token is a quoted capitalized name of one word, such as `KMSv1` and
// `SSA`. Such a name is a gate only directly next to the words "feature gate".
func short(t token) bool {
	if !t.quoted || len(t.text) < 3 || t.text[0] < 'A' || t.text[0] > 'Z' || !plain(t.text) || is("brand", t.text) {
		return false
	}
	return !is("common", t.low)
}

func possessive(s string) string { return strings.TrimSuffix(s, "'s") }

func (f *gateFinder) sentence(n int) {
	s := f.sentences[n]
	if f.listed && s.bullet {
		f.items(n, s)
	} else {
		f.listed = false
	}
	for i, t := range s.tokens {
		switch {
		case t.mark || t.low == "":
		case gateWord(s, i):
			f.beside(n, i)
		case t.low == "--feature-gates" || t.low == "--feature-gate" || t.low == "featuregates":
			f.assigned(n, i+1)
			if s.word(i+1) == "flags" {
				f.announced(n, i)
			}
		case f.candidate(t) && f.byContext(s, i):
			f.add(n, i)
		case !s.code && f.byName(s, i):
			f.add(n, i)
		}
	}
	f.promoted(n)
}

// gateWord reports whether the token at i is the last word of "feature gate".
func gateWord(s sentence, i int) bool {
	switch s.tokens[i].low {
	case "gate", "gates", "featuregate", "featuregates", "feature-gate", "feature-gates", "feature-flag", "feature-flags":
		return s.tokens[i].text != "featureGates"
	case "flag", "flags":
		return s.word(i-1) == "feature"
	}
	return false
}

// beside takes the lists of names before and after the words "feature gate".
func (f *gateFinder) beside(n, i int) {
	s := f.sentences[n]
	before := i - 1
	if s.word(before) == "feature" {
		before--
	}
	for before >= 0 && is("qualifies", s.tokens[before].low) {
		before--
	}
	for ; before >= 0; before-- {
		if t := s.tokens[before]; !joins(t) && !assigns(t) && !f.take(n, before) {
			break
		}
	}
	after := i + 1
	for after < len(s.tokens) && is("announces", s.tokens[after].low) {
		after++
	}
	f.assigned(n, after)
	if strings.HasSuffix(s.tokens[i].low, "s") {
		f.announced(n, i)
	}
}

// announced takes the list after "feature gates:" or "feature gates (". If the colon ends the
// sentence, the list items after it are taken too.
func (f *gateFinder) announced(n, i int) {
	s := f.sentences[n]
	for j := i + 1; j < len(s.tokens); j++ {
		if t := s.tokens[j]; t.text == ":" || t.text == "(" {
			f.assigned(n, j+1)
		}
	}
	if s.tokens[len(s.tokens)-1].text == ":" {
		f.listed = true
	}
}

// items takes the name at the beginning of a list item.
func (f *gateFinder) items(n int, s sentence) {
	for i := range min(2, len(s.tokens)) {
		if f.take(n, i) {
			f.assigned(n, i)
			return
		}
	}
}

// assigned takes a list that begins at i, with values: "A=true,B=false".
func (f *gateFinder) assigned(n, i int) {
	s := f.sentences[n]
	for ; i < len(s.tokens); i++ {
		if t := s.tokens[i]; !joins(t) && !assigns(t) && !is("qualifies", t.low) && !f.take(n, i) {
			return
		}
	}
}

func (f *gateFinder) take(n, i int) bool {
	t := f.sentences[n].tokens[i]
	if f.candidate(t) || short(t) || f.sentences[n].word(i+1) == "=" && plain(t.text) {
		f.add(n, i)
		return true
	}
	return false
}

// candidate reports whether a token has the form of a feature gate.
func (r *reading) candidate(t token) bool {
	if t.mark || t.cut || t.text == t.low {
		return false
	}
	name := lastName(t.text)
	return gateLike(name) || r.Dictionary.gates[name]
}

func assigns(t token) bool {
	return t.low == "=" || t.low == "true" || t.low == "false" || t.low == ":"
}

// byContext reports whether the words around the name at i show that it is a gate.
func (f *gateFinder) byContext(s sentence, i int) bool {
	if (s.word(i+1) == "=" || s.word(i+1) == ":" && f.says("feature")) && (s.word(i+2) == "true" || s.word(i+2) == "false") && gateLike(s.tokens[i].text) {
		return !strings.HasPrefix(s.word(i+3), "condition") // `PodScheduled=False` condition
	}
	if s.code || vetoed(s, i) {
		return false
	}
	name := lastName(s.tokens[i].text)
	if (f.named(name)) && !f.Dictionary.gates[name] {
		return false
	}
	if _, to := s.around(i); s.word(i+1) == "feature" || s.word(to) == "features" {
		return true
	}
	return s.word(i-1) == "feature" && (s.tokens[i].quoted || humps(name) > 1) || humps(name) >= 3 && switchedName(s, i) || stageOf(s, i) || lockedName(s, i)
}

// switchedName matches "when X is enabled".
func switchedName(s sentence, i int) bool {
	return is("conditional", s.word(i-1)) && (s.word(i+1) == "is" || s.word(i+1) == "are") && is("switched", s.word(i+2))
}

// lockedName matches "locked X to" and "X is locked".
func lockedName(s sentence, i int) bool {
	return has([]string{"lock", "locked", "locks", "unlocked"}, s.word(i-1)) ||
		has([]string{"is", "are", "was"}, s.word(i+1)) && (s.word(i+2) == "locked" || s.word(i+3) == "locked" || s.word(i+2) == "unconditionally" || s.word(i+3) == "unconditionally")
}

// named reports whether the API has a kind or a field of that name.
func (r *reading) named(name string) bool {
	if r.Dictionary.kinds[name] != "" {
		return true
	}
	_, ok := r.Dictionary.fields[strings.ToLower(name)]
	return ok
}

// byName reports whether the dictionary knows the name at i as a gate, and it is unlikely to be
// something else.
func (f *gateFinder) byName(s sentence, i int) bool {
	t := s.tokens[i]
	if t.text == t.low {
		return false
	}
	name := lastName(t.text)
	if !f.Dictionary.gates[name] || vetoed(s, i) || is("component", name) {
		return false
	}
	return !f.named(name) && !f.gone(name) && (t.quoted || humps(name) >= 3)
}

// gone reports whether the previous release no longer had the gate. Then the name means something
// else unless other words call it a gate: `PodSecurity`.
func (f *gateFinder) gone(name string) bool {
	_, gone := f.table.GoneIn(gate.Components, name, discovery.Release{Major: f.release.Major, Minor: f.release.Minor - 1})
	return gone
}

// vetoed reports whether a word next to the name says that it is something other than a gate.
func vetoed(s sentence, i int) bool {
	after := i + 1
	if s.word(after) == "[" {
		after++ // the text of a link
	}
	return is("otherAfter", s.word(after)) || is("otherBefore", s.word(i-1))
}

// gateLike reports whether a name has the form of a gate: only letters and digits, with capitals
// and lower-case letters in at least two words.
func gateLike(s string) bool {
	if len(s) < 5 || s[0] < 'A' || s[0] > 'Z' || is("brand", s) {
		return false
	}
	turns, small, capitals := false, 0, 1
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			turns = turns || s[i-1] >= 'a' && s[i-1] <= 'z' || digit(s[i-1])
			capitals++
		case c >= 'a' && c <= 'z':
			small++
		case !digit(c):
			return false
		}
	}
	return turns && small > 0 || capitals >= 3 && small >= 4
}

// humps counts the words of a name in camel case: CSIMigrationRBD has three.
func humps(s string) (n int) {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			continue
		}
		if i == 0 || s[i-1] < 'A' || s[i-1] > 'Z' || i+1 < len(s) && s[i+1] >= 'a' && s[i+1] <= 'z' {
			n++
		}
	}
	return n
}
