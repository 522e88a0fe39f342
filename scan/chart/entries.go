package chart

import (
	"slices"
	"strings"
)

// entry is an apiVersion or a kind that was found.
type entry struct {
	key, value   string
	line, column int
	indent       int
	item         bool
	document     int
	sure         bool
	branch       []choice
	// node is the literal text that writes the value; -1 where it takes several.
	node int
}

// entries finds the keys in the lines that the pieces make.
func entries(text string, pieces []piece) (out []entry) {
	document, places := 0, newPlaces(text)
	flush := func(line []piece) {
		if len(line) == 0 {
			return
		}
		if rest, separator := strings.CutPrefix(line[0].text, "---"); separator {
			document++
			// Helm takes what follows the dashes for the first line.
			rest = strings.TrimLeft(rest, " \t")
			line[0].pos, line[0].text = line[0].pos+len(line[0].text)-len(rest), rest
			if rest == "" && len(line) > 1 {
				line = line[1:]
			}
		}
		if first := strings.TrimLeft(line[0].text, " -"); first == "" || strings.IndexByte("akn\"'", first[0]) < 0 {
			return // as the names of the keys begin
		}
		m := keyForm().FindStringSubmatch(strings.TrimRight(line[0].text, "\r"))
		if m == nil {
			return
		}
		e := entry{key: m[3], indent: len(m[1]) + len(m[2]), item: m[2] != "", document: document, sure: true, branch: line[0].branch, node: line[0].node}
		e.line, e.column = places.at(line[0].pos + e.indent)
		out = append(out, e.alternatives(m[4], line[1:])...)
	}
	var line []piece
	for _, p := range pieces {
		if p.action {
			if len(line) > 0 || len(p.values) > 0 {
				line = append(line, p)
			}
			continue
		}
		rest := p
		for {
			i := strings.IndexByte(rest.text, '\n')
			if i < 0 {
				break
			}
			head := rest
			head.text = rest.text[:i]
			flush(append(line, head))
			line = nil
			rest.text, rest.pos = rest.text[i+1:], rest.pos+i+1
		}
		if rest.text != "" {
			line = append(line, rest)
		}
	}
	flush(line)
	return out
}

// alternatives are the values that a line may have: the text behind the key and
// what the actions and the branches behind it give, one after the other.
func (e entry) alternatives(value string, rest []piece) (out []entry) {
	if len(rest) > maxPieces {
		return nil
	}
	all := []entry{e}
	all[0].value = strings.TrimLeft(value, " ")
	if all[0].value == "" {
		all[0].node = none
	}
	for _, p := range rest {
		all = continued(all, p)
	}
	for _, each := range all {
		v, _, _ := strings.Cut(each.value, " #")
		each.value = strings.Trim(strings.TrimSpace(v), `"'`)
		if plausible(e.key, each.value) {
			out = append(out, each)
		}
	}
	return out
}

const (
	// maxPieces bounds what a line is made of that is looked at, and maxValues what
	// it may become.
	maxPieces = 32
	maxValues = 16
	// none: no literal text yet.
	none = -2
	// several: more than one text, or the absence of one, makes the value.
	several = -1
)

// continued goes on with each of the values of a line: with what the piece gives,
// and where it stands in a branch also without.
func continued(all []entry, p piece) (out []entry) {
	values := p.values
	if !p.action {
		values = []string{p.text}
	}
	for _, e := range all {
		if len(out) >= maxValues {
			break
		}
		if !together(e.branch, p.branch) {
			out = append(out, e)
			continue
		}
		for _, v := range values {
			with := e
			with.value, with.sure, with.branch = e.value+v, e.sure && p.sure, append(slices.Clone(e.branch), p.branch...)
			switch {
			case strings.TrimSpace(v) == "":
			case e.node == none && !p.action:
				with.node = p.node
			default:
				with.node = several
			}
			out = append(out, with)
		}
		if open := undecided(p.branch, e.branch); open != nil {
			without := e
			without.branch = append(slices.Clone(e.branch), choice{open.condition, 1 - open.branch})
			if without.node != none {
				without.node = several
			}
			out = append(out, without)
		}
	}
	return out
}
