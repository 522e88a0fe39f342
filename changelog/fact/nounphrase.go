package fact

import "strings"

// phrase returns the names that a noun phrase is about: x and y in "the field x of Pod and the
// field y".
func (r *reading) phrase(n, from, to int, subject bool, of sortOf) (names found) {
	s := r.sentences[n]
	p := phraseOf{reading: r, s: s, n: n, subject: subject, of: of}
	for j := from; j < to; j++ {
		next, ok := p.step(j, from, to)
		if !ok {
			break
		}
		j = next
	}
	return p.names
}

// phraseOf is the state while a noun phrase is read.
type phraseOf struct {
	*reading
	s       sentence
	n       int
	subject bool
	of      sortOf
	names   found
	// aside is set after a preposition, where the owner of the things is named, not the things.
	aside bool
}

// step reads the token at j. It returns the last token that it read, and false at the end of the
// phrase.
func (p *phraseOf) step(j, from, to int) (int, bool) {
	t := p.s.tokens[j]
	switch {
	case t.mark || joins(t):
		return p.mark(j, to)
	case t.low == "now" && p.subject && len(p.names) == 0:
		return j, true
	case p.ends(j):
		return p.restart(j, to)
	case is("softly", t.low):
		return p.preposition(j, from, to)
	}
	if !p.aside || p.completes(j) {
		p.take(j)
	}
	return j, true
}

// mark reads a mark, or a word that joins list items.
func (p *phraseOf) mark(j, to int) (int, bool) {
	switch t := p.s.tokens[j]; {
	case t.text == "(":
		return p.parenthesis(j, to), true
	case t.text == ":":
		if len(p.names) == 0 && !p.subject {
			p.names = p.listed(p.n, j, false, p.of)
		}
		return j, false
	case has([]string{";", "—", "–", "→"}, t.text):
		return j, false
	case joins(t):
		return j, p.goesOn(j, to)
	}
	return j, true
}

// ends reports whether the word at j ends the phrase.
func (p *phraseOf) ends(j int) bool {
	word := p.s.word(j)
	return is("stops", word) || word == "to" && !p.subject || word == "in" && has([]string{"favor", "favour", "lieu", "preference"}, p.s.word(j+1))
}

// completes reports whether the name at j is the other half of an API that was named before the
// preposition: "the version v1beta1 of Ingress", "the Ingress kind in extensions/v1beta1".
func (p *phraseOf) completes(j int) bool {
	whole := aKind | aGroupVersion
	return p.names.sorts()&^whole == 0 && p.index.at(p.n, j).sorts()&whole&^p.names[:1].sorts() != 0
}

// restart skips an adverbial phrase before the subject, up to a comma.
func (p *phraseOf) restart(j, to int) (int, bool) {
	if !p.subject || len(p.names) > 0 {
		return j, false
	}
	for ; j < to; j++ {
		if p.s.tokens[j].text == "," {
			return j, true
		}
	}
	return j, false
}

func (p *phraseOf) preposition(j, from, to int) (int, bool) {
	switch t := p.s.word(j); {
	case len(p.names) > 0:
		p.aside = true
		return j, true
	case t == "via" && p.s.says("support", from, j):
		return j, true
	case has([]string{"of", "for", "in", "on"}, t) && is("transparent", p.s.word(j-1)):
		return j, true
	case j == from && p.subject:
		return j + 1, true // "In v1.25 the flag …"
	default:
		return p.restart(j, to)
	}
}

// goesOn reports whether another list item, and not a new clause, follows a comma or "and".
func (p *phraseOf) goesOn(j, to int) bool {
	s := p.s
	next := j + 1
	for next < to && (joins(s.tokens[next]) || has([]string{"the", "a", "also", "deprecated", "alpha", "beta", "kubelet"}, s.word(next))) {
		next++
	}
	word := s.word(next)
	if !p.subject && s.word(j+1) == "deprecated" && s.word(j+2) == "the" {
		return false // "removed A and deprecated the B"
	}
	if word == "" || is("clauseWord", word) || is("clauseWord", s.word(j+1)) || is("stops", word) {
		return p.subject && len(p.names) == 0
	}
	if p.aside {
		here := p.index.at(p.n, next)
		for k := next; k < min(to, next+3) && len(here) == 0; k++ {
			here = p.index.at(p.n, k)
		}
		own := aCommandFlag | aGate | aMetric // "and the flag --x" has its own article
		p.aside = here.sorts()&p.names.sorts() == 0 && (s.word(j+1) != "the" || here.sorts()&own == 0)
	}
	return true
}

// parenthesis skips a parenthesis. Its names belong to the phrase only if it is a plain list.
func (p *phraseOf) parenthesis(j, to int) int {
	end := j + 1
	for end < to && p.s.tokens[end].text != ")" {
		end++
	}
	return min(end, to-1)
}

// take adds the names of a token, unless a word next to it says that something else is meant.
func (p *phraseOf) take(j int) {
	s := p.s
	if s.word(j+1) == "=" && strings.HasPrefix(s.tokens[j].text, "--") && s.word(j+2) != "true" && s.word(j+2) != "false" || s.word(j-1) == "=" {
		return // one value of the flag
	}
	here := p.index.at(p.n, j)
	if len(here) == 0 {
		return
	}
	after := p.afterList(j)
	api := (here.sorts()|p.names.sorts())&aGroupVersion != 0
	for _, n := range here {
		switch {
		case n.sort&p.of == 0 || p.partOf(after, api):
		case n.sort == aKind && !p.wholeKind(j):
		case n.sort == aField && !p.wholeField(j, after):
		default:
			p.names = append(p.names, n)
		}
	}
}

// wholeField reports whether the text calls the name a field. Plugins and values may have the name
// of a field.
func (p *phraseOf) wholeField(j, after int) bool {
	if strings.Contains(p.s.tokens[j].text, ".") || strings.HasPrefix(p.s.word(after), "field") {
		return true
	}
	for j--; j >= 0 && (joins(p.s.tokens[j]) || len(p.index.at(p.n, j)) > 0); j-- {
	}
	return strings.HasPrefix(p.s.word(j), "field")
}

// partOf reports whether a word after a list of names says that only a part is meant.
func (p *phraseOf) partOf(after int, api bool) bool {
	for k := after; k < after+3 && k < len(p.s.tokens); k++ {
		word := p.s.word(k)
		switch {
		case p.s.tokens[k].mark || joins(p.s.tokens[k]) || is("stops", word) || is("softly", word) || is("finite", word):
			return false
		case api && strings.HasPrefix(word, "object"), word == "command" && strings.HasPrefix(p.s.word(k+1), "line"):
		case is("part", word):
			return true
		}
	}
	return false
}

// afterList returns the first word after the list of names that j is part of.
func (p *phraseOf) afterList(j int) int {
	for j++; j < len(p.s.tokens); j++ {
		if t := p.s.tokens[j]; t.text != "," && t.low != "and" && t.low != "or" && t.text != "/" && t.text != "[" && len(p.index.at(p.n, j)) == 0 {
			break
		}
	}
	return j
}

// wholeKind reports whether a kind is meant as part of the API, and not its objects: the sentence
// says so, or has the group-version next to it. A version without a group means that other versions
// remain.
func (p *phraseOf) wholeKind(j int) bool {
	api := false
	for k := max(0, j-12); k < len(p.s.tokens) && k < j+12; k++ {
		word := p.s.word(k)
		if p.index.at(p.n, k).sorts()&aGroupVersion != 0 {
			return true
		}
		if version(word) && word != "v1" {
			return false
		}
		api = api || k > j-4 && k < j+8 && has([]string{"api", "apis", "kind", "kinds", "type", "types", "resource", "resources"}, word)
	}
	return api
}

// list takes the names of the list that begins at i.
func (p *phraseOf) list(i int) {
	for ; i < len(p.s.tokens); i++ {
		t := p.s.tokens[i]
		if joins(t) || nounSort(t.low) != 0 || has([]string{"the", "all", "under"}, t.low) {
			continue
		}
		if len(p.index.at(p.n, i)) == 0 {
			return
		}
		p.take(i)
	}
}
