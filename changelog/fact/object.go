package fact

import (
	"slices"
	"strings"
)

// about returns the names that a statement in sentence n is about.
func (r *reading) about(n int, st statement, of sortOf) found {
	s := r.sentences[n]
	from, to := st.to, len(s.tokens)
	if st.voice == passive {
		from, to = s.subject(st.from)
	}
	names := r.phrase(n, from, to, st.voice == passive, of)
	if of&aGate != 0 && names.onlyFeatureGates() {
		// "the corresponding --feature-gates flags were removed: A, B"
		if gates := r.listed(n, st.to, false, aGate); len(gates) > 0 {
			names = gates
		}
	}
	if len(names) == 0 {
		names = r.around(n, from, to, st, of)
	}
	if len(names) == 0 {
		names = r.meant(n, from, to, st, of)
	}
	if ofClient(s, names) {
		return nil
	}
	return names
}

// ofClient reports whether the names are APIs that kubectl no longer uses: "dropped support for
// certificates/v1beta1 in kubectl". Such a note does not say that the API is no longer served.
func ofClient(s sentence, names found) bool {
	if len(names) == 0 || names.sorts()&^(aGroupVersion|aKind) != 0 {
		return false
	}
	last := names[len(names)-1].token
	for j := last + 1; j < len(s.tokens) && j < last+6; j++ {
		if has([]string{"in", "from", "by", "of"}, s.word(j)) && s.word(j+1) == "kubectl" {
			return !strings.HasPrefix(s.word(j+3), "kube") // "from kubectl and kube-apiserver"
		}
	}
	return s.word(0) == "kubectl" && s.word(1) == ":"
}

// around returns names outside the subject or object of a statement: in a list after it, or in the
// sentence before.
func (r *reading) around(n, from, to int, st statement, of sortOf) (names found) {
	s := r.sentences[n]
	following := s.says("following", from, min(to, from+8))
	if st.voice == passive && !r.refers(s, from, to) || following {
		names = r.listed(n, st.to, following, of)
	}
	switch {
	case len(names) > 0:
	case st.voice == passive && s.word(st.to) == "for" && (s.says("support", from, to) || s.says("serving", from, to)):
		return r.phrase(n, st.to+1, len(s.tokens), false, of)
	case st.from == 0 && n > 0 && is("softly", s.word(st.to)):
		// "A and B are no-op. Removed in v1."
		return r.phrase(n-1, 0, len(r.sentences[n-1].tokens), true, of)
	}
	return names
}

func (f found) onlyFeatureGates() bool {
	return len(f) > 0 && !slices.ContainsFunc(f, func(n named) bool { return !strings.HasPrefix(n.name, "--feature-gate") })
}

func (s sentence) says(word string, from, to int) bool {
	return s.some(from, to, func(j int) bool { return s.word(j) == word })
}

func (s sentence) saysOne(words ...string) bool {
	return contains(s.tokens, one(words...))
}

// refers reports whether the words refer to something named before: "it", "the flag".
func (r *reading) refers(s sentence, from, to int) bool {
	return to-from <= 4 && (is("pronoun", s.word(from)) || s.word(from) == "the" && to-from <= 3) && !strings.HasSuffix(s.word(to-1), "s")
}

// meant returns what a pronoun, a noun without a name, or an empty subject refers to: the only
// earlier name of that kind.
func (r *reading) meant(n, from, to int, st statement, of sortOf) found {
	s := r.sentences[n]
	if st.voice == active {
		to = min(to, from+4)
	}
	noun, ok := s.noun(from, to)
	if !ok || noun.words == 0 && st.voice == passive && s.hasWords(from, to) {
		return nil
	}
	if noun.words == 0 {
		noun.sort = anything
	}
	for m := n; m >= 0 && m >= n-1; m-- {
		end := from
		if m < n {
			end = len(r.sentences[m].tokens)
		}
		names := r.index.before(m, end, noun.sort&of)
		if len(names) == 0 {
			continue
		}
		if len(names) == 1 || noun.words == 0 && of == aGate || noun.many && len(names) <= 4 {
			return names
		}
		return nil
	}
	return nil
}

// noun is what a few words without a name refer to.
type noun struct {
	sort  sortOf
	words int
	many  bool
}

// noun reads a few words that contain no name. It returns false if one of them is a different word,
// so that something else is meant.
func (s sentence) noun(from, to int) (out noun, ok bool) {
	for j := from; j < to; j++ {
		t := s.tokens[j]
		if t.text == "(" {
			for j < to && s.tokens[j].text != ")" {
				j++
			}
			to = min(to+4, len(s.tokens))
			continue
		}
		if t.mark || is("stops", t.low) || is("softly", t.low) || t.low == "to" {
			break
		}
		if out.words++; out.words > 5 {
			return out, false
		}
		switch {
		case is("pronoun", t.low):
			out.sort |= anything
			out.many = out.many || has([]string{"they", "these", "both", "them"}, t.low)
		case nounSort(t.low) != 0:
			out.sort |= nounSort(t.low)
			out.many = out.many || strings.HasSuffix(t.low, "s")
		case !has([]string{"the", "its", "corresponding", "related", "also", "original", "old", "that", "deprecated"}, t.low):
			return out, false
		}
	}
	return out, true
}

// listed returns the names of the list after the next colon, in the same sentence or in the list
// items after it. If announced is set ("the following"), the colon is optional.
func (r *reading) listed(n, i int, announced bool, of sortOf) found {
	s := r.sentences[n]
	colon := i
	for colon < len(s.tokens) && s.tokens[colon].text != ":" {
		colon++
	}
	p := phraseOf{reading: r, s: s, n: n, of: of}
	if colon >= len(s.tokens) {
		for ; announced && i < len(s.tokens) && len(p.names) == 0; i++ {
			p.list(i)
		}
		return p.names
	}
	p.list(colon + 1)
	if colon < len(s.tokens)-1 {
		return p.names
	}
	for last := n + 64; n+1 < len(r.sentences) && n < last && r.sentences[n+1].bullet; {
		n++
		p.n, p.s = n, r.sentences[n]
		p.list(0)
		if last := len(p.s.tokens) - 1; p.s.tokens[last].text == ":" {
			break // the next list: "Please convert to the following:"
		}
	}
	return p.names
}
