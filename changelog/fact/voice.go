package fact

import "slices"

// voice is where the thing that a verb is about is named.
type voice int

const (
	// silent: the verb states nothing.
	silent voice = iota
	// active: the object follows, "Removed the flag".
	active
	// passive: the subject is before the verb, "The flag was removed".
	passive
)

// statement is a verb that says what happened to something.
type statement struct {
	voice voice
	// from is where the verb begins, with its forms of to be. to is where the words after it begin.
	from, to int
}

// states reports whether a sentence has a statement of a kind.
func (r *reading) states(at func(sentence, int) statement) bool {
	return slices.ContainsFunc(r.sentences, func(s sentence) bool { return !s.code && stated(s, at) })
}

func stated(s sentence, at func(sentence, int) statement) bool {
	return s.some(0, len(s.tokens), func(i int) bool { return at(s, i).voice != silent })
}

// verbFrom returns where the passive verb that ends before i begins: "has now been".
func (s sentence) verbFrom(i int) int {
	from := i
	for j := i - 1; j >= 0 && j > i-8 && !s.tokens[j].mark && is("auxiliary", s.word(j)); j-- {
		if is("finite", s.word(j)) || s.word(j) == "now" || s.word(j) == "been" {
			from = j
		}
	}
	return from
}

// subject returns where the subject of the verb at i is: from the beginning of its clause. A verb
// without a subject ("X is GA and was removed") has that of the clause before.
func (s sentence) subject(i int) (from, to int) {
	before, from := -1, 0
	relative, spoken := false, leads(s)
	for j := range i {
		t := s.tokens[j]
		switch {
		case t.text == ":" || t.text == ";" || t.text == "—" || t.text == "–":
			before, from = from, j+1
			relative, spoken = false, false
		case has([]string{"that", "which", "who", "whose"}, t.low):
			relative = true
		case relative:
			relative = t.text != ","
		case is("finite", t.low):
			spoken = true
		case spoken && has([]string{"and", ",", "but", "so"}, t.low):
			before, from = from, j+1
			spoken = false
		}
	}
	if before >= 0 && !s.hasWords(from, i) {
		return before, from
	}
	return from, i
}

// leads reports whether the sentence begins with a verb, so that a clause ends at the next "and".
func leads(s sentence) bool { return is("leadingVerb", s.lead()) }

func (s sentence) lead() string { return s.word(s.leadAt()) }

// leadAt returns where the statement begins: after "kube-apiserver:", "[KEP-1234]" and "This PR".
func (s sentence) leadAt() int {
	i := 0
	for s.word(i) == "-" || s.word(i) == "*" {
		i++
	}
	if s.word(i) == "[" {
		for i < len(s.tokens) && i < 8 && s.word(i) != "]" {
			i++
		}
		i++
	}
	if s.word(i+1) == ":" {
		i += 2
	}
	if s.word(i) == "this" && has([]string{"pr", "change", "commit", "release"}, s.word(i+1)) {
		i += 2
	}
	return i
}

// hasWords reports whether there are words other than verbs and conjunctions between two places.
func (s sentence) hasWords(from, to int) bool {
	return slices.ContainsFunc(s.tokens[from:to], func(t token) bool {
		return !t.mark && !is("auxiliary", t.low) && !has([]string{"and", "but", "so", "then", "thus", "therefore", "enabled", "disabled", "not", "locked", "will"}, t.low)
	})
}
