package fact

import (
	"slices"
	"strings"
)

// phrase is a sequence of words to find in a sentence. It is written as words with spaces between
// them: "a|b" is either word, "a?" is optional, and "~3" is up to three words of any kind with a
// few marks among them. A colon or semicolon ends the search.
type phrase []step

type step struct {
	words    []string
	optional bool
	gap      int
}

func newPhrase(text string) phrase {
	var p phrase
	for part := range strings.FieldsSeq(text) {
		if n, ok := strings.CutPrefix(part, "~"); ok {
			p = append(p, step{gap: int(n[0] - '0')})
			continue
		}
		words, optional := strings.CutSuffix(part, "?")
		p = append(p, step{words: strings.Split(words, "|"), optional: optional})
	}
	return p
}

// match returns where the phrase that begins at i ends.
func (p phrase) match(s sentence, i int) (end int, ok bool) {
	if len(p) == 0 {
		return i, true
	}
	first, rest := p[0], p[1:]
	if first.gap > 0 {
		// Marks are limited too, so that the cost of a text of commas is not quadratic.
		for n, start := 0, i; n <= first.gap && i < len(s.tokens) && i-start <= 2*first.gap+2; {
			if end, ok := rest.match(s, i); ok {
				return end, true
			}
			switch word := s.tokens[i]; {
			case !word.mark:
				n++
			case word.text == ":" || word.text == ";":
				return 0, false
			}
			i++
		}
		return 0, false
	}
	if i < len(s.tokens) && has(first.words, s.tokens[i].low) {
		if end, ok := rest.match(s, i+1); ok {
			return end, true
		}
	}
	if first.optional {
		return rest.match(s, i)
	}
	return 0, false
}

// phrases are phrases by their first word, which is never optional.
type phrases map[string][]phrase

func newPhrases(texts ...string) phrases {
	out := phrases{}
	for _, text := range texts {
		p := newPhrase(text)
		for _, word := range p[0].words {
			out[word] = append(out[word], p)
		}
	}
	return out
}

func (ps phrases) at(s sentence, i int) (end int, ok bool) {
	for _, p := range ps[s.tokens[i].low] {
		if end, ok := p.match(s, i); ok {
			return end, true
		}
	}
	return 0, false
}

func has(words []string, word string) bool {
	return slices.Contains(words, word)
}
