package link

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

func (x *index) scoreField(s *subject, cs *candidates) {
	if s.field != "" {
		x.fieldName(s, cs)
	}
	for _, kind := range s.kinds {
		x.joined(s.owner, kind, s.field, cs)
	}
	for _, gate := range s.gates {
		x.gate(gate, s, cs)
	}
	x.parts(s, cs)
	x.wordsOf(s, cs)
	for _, v := range s.values {
		var namers []int32
		x.name(cs, v, spelling{exact: 3, phrase: 1.5, text: "mentions " + v}, func(c *candidate, exact bool) {
			if _, written := x.entries[c.entry].names[v]; written {
				c.named, c.exact = true, true
				namers = append(namers, c.entry)
			}
		})
		if i := only(namers); i >= 0 && strings.HasPrefix(s.change.Rule, "enum-value-") && len(Humps(v)) > 1 && x.entries[i].has("api-change") {
			cs.of(i).give(4.5, "is the only entry that mentions the value "+v)
		}
	}
	if strings.HasPrefix(s.change.Rule, "field-required-") {
		x.requirements(s, cs)
	}
	x.described(s, cs)
	x.owners(s, cs)
}

// requirements gives points to notes that correct which fields of a whole group are required,
// without naming them: "Updated the batch API group to improve OpenAPI schema correctness for
// fields being optional or required".
func (x *index) requirements(s *subject, cs *candidates) {
	short, _, _ := strings.Cut(s.change.Group, ".")
	short = cmp.Or(short, "core")
	x.phrase(append(stems(short), stem("api"), stem("group")), func(p posting, _ bool) {
		words := x.entries[p.entry].words
		if slices.Contains(words, stem("fields")) && slices.Contains(words, stem("optional")) && slices.Contains(words, stem("required")) {
			cs.exactly(p.entry, 4.5, "corrects which fields of the API group "+short+" are required")
		}
	})
	x.phrase(append(stems(s.owner), stem("fields")), func(p posting, _ bool) {
		if e := &x.entries[p.entry]; slices.Contains(e.words, stem("required")) || slices.Contains(e.words, stem("optional")) {
			cs.exactly(p.entry, 3, "states which fields of "+s.owner+" are required")
		}
	})
}

// fieldName gives points for the name of the field, and more to the only note that has it.
func (x *index) fieldName(s *subject, cs *candidates) {
	var namers []int32
	defer func() {
		if c := only(namers); c >= 0 && s.act == added && s.owners < 3 && !x.entries[c].has("bug") && (len(Humps(s.field)) > 1 || x.once(s.field)) {
			cs.of(c).give(1.5, "is the only entry that mentions "+s.field)
			cs.of(c).exact = true
		}
	}()
	x.name(cs, s.field, spelling{exact: 4, phrase: 2.25, text: "mentions the field " + s.field}, func(c *candidate, exact bool) {
		c.named = true
		c.exact = c.exact || exact
		namers = slice.Add(namers, c.entry)
		if parents := x.entries[c.entry].paths[fold(s.field)]; len(parents) > 0 {
			if slices.ContainsFunc(parents, func(p string) bool { return slices.Contains(s.parents, p) }) {
				c.give(1.5, "contains the path of the field")
			} else {
				c.give(-2, "")
			}
		}
	})
}

// once reports whether a name of one word is long and in one note only, so that it is not there by
// chance.
func (x *index) once(name string) bool {
	places := x.words[stem(name)]
	return len(name) > 8 && len(places) > 0 && places[0].entry == places[len(places)-1].entry
}

// joined gives points for a feature name that consists of the kind and the field: JobManagedBy.
func (x *index) joined(owner, kind, field string, cs *candidates) {
	name := fold(kind + field)
	if field == "" || name == fold(field) || !strings.HasPrefix(owner, kind) {
		return
	}
	for _, p := range x.folded[name] {
		cs.exactly(p.entry, 3, "mentions a feature of "+kind+" and "+field)
	}
	x.phrase(append(stems(kind), stems(field)...), func(p posting, _ bool) {
		if !x.has(p.entry, name) {
			cs.of(p.entry).give(1.5, "mentions "+kind+" and "+field+" together")
		}
	})
}

// gate gives points for a feature gate that a field needs: to the notes that name it, and if none
// of them describes the change, to those that have its words.
func (x *index) gate(gate string, s *subject, cs *candidates) {
	if s.act == added && s.known[gate] && (len(s.newGates()) > 0 || len(s.values) > 0) {
		return // The field has a new gate of its own, and this one belongs to its parent. Or the gate belongs to the field, and not to its new value.
	}
	described := false
	for _, p := range x.names[gate] {
		cs.exactly(p.entry, 5, "mentions the feature gate "+gate+" of the field")
		e := &x.entries[p.entry]
		described = described || e.has("api-change") && (s.act != staged || e.reaches(s.stage))
	}
	if !described {
		x.gateInWords(gate, s, cs)
	}
}

// gateInWords gives points to the notes that have the words of a gate near each other, with about as
// many other words between them. If the gate
// is new, the only note with all of the words gets more.
func (x *index) gateInWords(gate string, s *subject, cs *candidates) {
	words := slices.DeleteFunc(stems(gate), preposition)
	var whole []int32
	defer func() {
		if i := only(whole); i >= 0 && len(words) > 2 && !s.known[gate] && s.act == added {
			cs.of(i).exact = true
			cs.of(i).give(2, "is the only entry with all words of the new feature gate "+gate)
		}
	}()
	x.coverage(words, func(i int32, share float64) {
		if x.has(i, gate) {
			// As written it is counted above. In another letter case it is a field.
			return
		}
		if share >= 0.6 && x.together(i, words, 2*len(stems(gate))+4, share) {
			c := cs.of(i)
			if share > 0.999 && !x.entries[i].has("bug") {
				whole = append(whole, i)
			}
			c.named = c.named || share >= 0.75
			points := 4*share - 0.5
			if s.act == added && s.known[gate] {
				// A gate that existed before has the words of many features.
				points *= 0.6
			}
			c.onlyWords = !x.entries[i].has("api-change")
			c.give(points, "mentions the feature gate "+gate+" of the field in words")
		}
	})
}

// preposition reports whether a word joins the other words of a name: a note that has those may put
// another word between them.
func preposition(w string) bool {
	return slices.Contains([]string{"with", "in", "for", "on", "to", "of", "by"}, w)
}

// coverage calls found for each note with the share of the words that it has. Rare words count
// more.
func (x *index) coverage(words []string, found func(i int32, share float64)) {
	shares := map[int32]float64{}
	var order []int32
	list, total := x.weights(words)
	for _, w := range list {
		last := int32(-1)
		for _, p := range x.words[w.word] {
			if p.entry == last {
				continue
			}
			last = p.entry
			if _, ok := shares[p.entry]; !ok {
				order = append(order, p.entry)
			}
			shares[p.entry] += w.weight
		}
	}
	for _, i := range order {
		found(i, shares[i]/total)
	}
}

// weights returns the distinct words with their weights, and the sum of these.
func (x *index) weights(words []string) (list []weighted, total float64) {
	for _, w := range slice.Add(nil, words...) {
		list = append(list, weighted{w, 0.1 + x.rarity(w)})
		total += 0.1 + x.rarity(w)
	}
	return list, total
}

// together reports whether the words of a note that make up a share of a name are near each other,
// within a number of words. A long text has any words somewhere.
func (x *index) together(i int32, words []string, near int, share float64) bool {
	list, total := x.weights(words)
	text := x.entries[i].words
	for from := range text {
		if !slices.Contains(words, text[from]) {
			continue
		}
		part := text[from:min(from+near, len(text))]
		sum := 0.0
		for _, w := range list {
			if slices.Contains(part, w.word) {
				sum += w.weight
			}
		}
		if sum/total >= share-0.001 {
			return true
		}
	}
	return false
}

// base returns the name of a type without suffixes such as Spec and Status.
func base(name string) string {
	for _, suffix := range [...]string{"Source", "Spec", "Status", "Reference", "Projection"} {
		if rest, ok := strings.CutSuffix(name, suffix); ok && rest != "" {
			return rest
		}
	}
	return name
}

// parts gives points for the new type of the field and the fields of that type. A type of the old
// side counts if its name is long and few notes have it.
func (x *index) parts(s *subject, cs *candidates) {
	if list := x.names[s.oldType]; len(Humps(s.oldType)) > 2 && len(list) <= 2 {
		for _, p := range list {
			c := cs.of(p.entry)
			c.named = true
			c.give(3, "mentions "+s.oldType+", the type of the field")
		}
	}
	for _, name := range [...]string{s.partType, base(s.partType)} {
		if len(Humps(name)) > 1 {
			x.name(cs, name, spelling{exact: 3.5, phrase: 2, text: "mentions the new type " + s.partType}, func(c *candidate, exact bool) {
				c.named = true
				c.exact = c.exact || exact
			})
		}
		if base(s.partType) == s.partType {
			break
		}
	}
	for _, part := range s.parts {
		x.name(cs, part, spelling{exact: 2.5, phrase: 1, text: "mentions " + part + ", a field of the new type"}, func(c *candidate, _ bool) { c.named = true })
	}
}
