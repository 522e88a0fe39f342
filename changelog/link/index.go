package link

import (
	"math"
	"slices"
)

// index finds the notes that have a word or a name.
type index struct {
	entries []entry
	// words has the places of each stem. names has the notes with an identifier as written. folded
	// has those with the identifier in any letter case.
	words  map[string][]posting
	names  map[string][]posting
	folded map[string][]posting
	// rare is how rare a stem is in these notes: 1 for one note, near 0 for all notes.
	rare map[string]float64
	// norm is the length of each note as a vector of rare words.
	norm []float64
}

// posting is one place of a word.
type posting struct{ entry, at int32 }

func newIndex(entries []entry) *index {
	x := &index{entries: entries, words: map[string][]posting{}, names: map[string][]posting{}, folded: map[string][]posting{}, rare: map[string]float64{}}
	for i := range entries {
		for at, w := range entries[i].words {
			x.words[w] = append(x.words[w], posting{int32(i), int32(at)})
		}
		x.addNames(int32(i), entries[i].names)
	}
	x.weigh()
	return x
}

func (x *index) addNames(i int32, names map[string]int32) {
	folded := make(map[string]int32, len(names))
	for name, at := range names {
		x.names[name] = append(x.names[name], posting{i, at})
		f := fold(name)
		if first, ok := folded[f]; !ok || at < first {
			folded[f] = at
		}
	}
	for f, at := range folded {
		x.folded[f] = append(x.folded[f], posting{i, at})
	}
}

func (x *index) weigh() {
	total := math.Log(float64(len(x.entries)) + 1)
	for w, places := range x.words {
		notes := 0
		for i, p := range places {
			if i == 0 || p.entry != places[i-1].entry {
				notes++
			}
		}
		x.rare[w] = math.Log(float64(len(x.entries)+1)/float64(notes)) / total
	}
	x.norm = make([]float64, len(x.entries))
	for i := range x.entries {
		_, x.norm[i] = x.vector(x.entries[i].words)
	}
}

// weighted is a word with its weight: how rare it is, and in a text how often it is there.
type weighted struct {
	word   string
	weight float64
}

// vector returns the words of a text that are not too common, and their length as a vector. They are in
// the order of the text, because the sum of floats depends on the order.
func (x *index) vector(words []string) (vector []weighted, norm float64) {
	counts := make(map[string]int, len(words))
	for _, w := range words {
		counts[w]++
	}
	for _, w := range words {
		if n := counts[w]; n > 0 && !stopWord(w) {
			v := x.rarity(w) * tf(n)
			vector, norm = append(vector, weighted{w, v}), norm+v*v
		}
		delete(counts, w)
	}
	return vector, math.Sqrt(norm)
}

// tf is the term frequency on a logarithmic scale.
func tf(n int) float64 { return 1 + math.Log(float64(n)) }

// rarity returns how rare a stem is. A word that is in no note has the highest value.
func (x *index) rarity(stem string) float64 {
	if v, ok := x.rare[stem]; ok {
		return v
	}
	return 1
}

// phrase calls found once for each note that has the stems in a row, with the first place. clean:
// they are whole identifiers there, not parts of a longer one.
func (x *index) phrase(stems []string, found func(p posting, clean bool)) {
	if len(stems) == 0 {
		return
	}
	// Begin at the rarest word, so that common words cost nothing.
	pivot := 0
	for i, s := range stems {
		if len(x.words[s]) < len(x.words[stems[pivot]]) {
			pivot = i
		}
	}
	last := int32(-1)
	for _, p := range x.words[stems[pivot]] {
		if p.entry != last && x.stands(p, pivot, stems) {
			last = p.entry
			p.at -= int32(pivot)
			begins, end := x.entries[p.entry].begins, int(p.at)+len(stems)
			found(p, begins[p.at] && (end == len(begins) || begins[end]))
		}
	}
}

func (x *index) stands(p posting, pivot int, stems []string) bool {
	words := x.entries[p.entry].words
	start := int(p.at) - pivot
	return start >= 0 && start+len(stems) <= len(words) && slices.Equal(words[start:start+len(stems)], stems)
}
