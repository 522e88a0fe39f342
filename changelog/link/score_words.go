package link

import (
	"math"
	"slices"
	"strings"
)

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

// described gives points for words and identifiers shared with the description.
func (x *index) described(s *subject, cs *candidates) {
	if len(s.words) == 0 {
		return
	}
	x.mentioned(s, cs)
	words, norm := x.vector(s.words)
	dots, shared := map[int32]float64{}, map[int32][]string{}
	for _, w := range words {
		rare, places := x.rarity(w.word), x.words[w.word]
		for from, to := 0, 0; from < len(places); from = to {
			entry := places[from].entry
			for to < len(places) && places[to].entry == entry {
				to++
			}
			dots[entry] += w.weight * rare * tf(to-from)
			if rare > 0.4 {
				shared[entry] = append(shared[entry], w.word)
			}
		}
	}
	for i := range x.entries {
		at := int32(i)
		if dots[at] == 0 || x.norm[i] == 0 {
			continue
		}
		if cosine := dots[at] / (norm * x.norm[i]); cosine >= 0.08 {
			cs.of(at).give(min(3, 8*cosine), "shares words with the field's description: "+strings.Join(shared[at][:min(4, len(shared[at]))], ", "))
		}
	}
}

// mentioned gives points for identifiers of the description that few notes have.
func (x *index) mentioned(s *subject, cs *candidates) {
	for _, name := range s.mentions {
		if strings.EqualFold(name, s.field) || slices.Contains(s.gates, name) {
			continue
		}
		list := x.names[name]
		if len(list) == 0 || len(list) > 6 {
			continue
		}
		points := 2.0
		if s.known[name] {
			// A kind that existed before is in many texts.
			points = 0.7
		}
		for _, p := range list {
			c := cs.of(p.entry)
			c.named = c.named || !s.known[name]
			c.give(points/math.Sqrt(float64(len(list))), "mentions "+name+", as the field's description does")
		}
	}
}
