package link

import (
	"math"
	"slices"
	"strings"
)

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
