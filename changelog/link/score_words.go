package link

import "strings"

// wordsOf gives points to a note that has all words of the name of a new field near each other, in
// any order: "fsgroup permission change policy" is fsGroupChangePolicy. For a field of one word,
// the words of its type are required too: "Add status condition to namespace resource".
func (x *index) wordsOf(s *subject, cs *candidates) {
	if !strings.HasPrefix(s.change.Rule, "field-added") {
		return
	}
	for _, words := range x.joinedWords(stems(s.field)) {
		x.allOf(words, s, cs, "mentions "+s.field+" in words")
	}
	if strings.HasSuffix(s.owner, "Status") && len(Humps(s.field)) == 1 {
		x.allOf(append(stems(s.owner), stem(s.field)), s, cs, "mentions "+s.owner+" and "+s.field+" in words")
	}
}

// allOf gives points to the notes that have all of at least three words near each other.
func (x *index) allOf(words []string, s *subject, cs *candidates, why string) {
	if len(words) < 3 {
		return
	}
	x.coverage(words, func(i int32, share float64) {
		e := &x.entries[i]
		if share > 0.999 && !x.has(i, s.field) && e.has("api-change") && e.has("feature") && x.together(i, words, 2*len(words)+4, share) {
			c := cs.of(i)
			c.named = true
			c.give(3, why)
		}
	})
}

// joinedWords returns the words of a name, and variants with two of them joined if notes have them
// so: "fsgroup".
func (x *index) joinedWords(words []string) (out [][]string) {
	out = append(out, words)
	for i := 1; i < len(words); i++ {
		if one := words[i-1] + words[i]; len(x.words[one]) > 0 {
			joined := append(append([]string{}, words[:i-1]...), one)
			out = append(out, append(joined, words[i+1:]...))
		}
	}
	return out
}
