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
	counts := map[string]int{}
	for _, w := range s.words {
		if !stopWord(w) {
			counts[w]++
		}
	}
	o := overlap{dots: map[int32]float64{}, shared: map[int32][]string{}}
	done := map[string]bool{}
	for _, w := range s.words {
		if !stopWord(w) && !done[w] {
			done[w] = true
			x.overlap(w, counts[w], &o)
		}
	}
	norm := math.Sqrt(o.norm)
	for i := range x.entries {
		at := int32(i)
		dot := o.dots[at]
		if dot == 0 || x.norm[i] == 0 {
			continue
		}
		if cosine := dot / (norm * x.norm[i]); cosine >= 0.08 {
			cs.of(at).give(min(3, 8*cosine), "shares words with the field's description: "+strings.Join(o.shared[at][:min(4, len(o.shared[at]))], ", "))
		}
	}
}

// overlap is what a description and the notes have in common.
type overlap struct {
	norm   float64
	dots   map[int32]float64
	shared map[int32][]string
}

// overlap adds one word that is n times in the description.
func (x *index) overlap(w string, n int, o *overlap) {
	rare := x.rarity(w)
	v := rare * tf(n)
	o.norm += v * v
	places := x.words[w]
	for from := 0; from < len(places); {
		to := from + 1
		for to < len(places) && places[to].entry == places[from].entry {
			to++
		}
		entry := places[from].entry
		o.dots[entry] += v * rare * tf(to-from)
		if rare > 0.4 {
			o.shared[entry] = append(o.shared[entry], w)
		}
		from = to
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
			c.give(points/math.Sqrt(float64(len(list))), "names "+name+", as the field's description does")
		}
	}
}
