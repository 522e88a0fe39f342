package chart

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/scan/tree"
)

// Guess is an object that the text of a template tells of, without rendering it.
type Guess struct {
	APIVersion, Kind string
	// Name is the object's name where it is written out; else "".
	Name string
	// Line and Column, from 1, are those of the apiVersion; KindLine is that of the
	// kind.
	Line, Column, KindLine int
	// Sure: everything that decides whether the object is there, and in which
	// version, could be resolved for the target.
	Sure bool
	// Definition: it stands in what other templates include.
	Definition bool
	// nodes are the literal texts that write the apiVersion and the kind, by their
	// offsets; -1 where there is more than one literal text to it.
	nodes [2]int
}

// Texts reads templates as they are written, without running them: it finds the
// pairs of an apiVersion and a kind in them. It resolves the conditions on
// .Capabilities for the target; of what it cannot resolve it goes both ways.
type Texts struct {
	target  Target
	defines map[string]*parse.Tree
	// included is what the definitions give, once they were asked for.
	included map[string]value
}

// NewTexts prepares the definitions of templates that belong together. Where
// several have a name, the one that Helm parses last holds: the highest, and the
// first of a folder.
func NewTexts(t Target, templates []File) *Texts {
	x := &Texts{target: t, defines: map[string]*parse.Tree{}, included: map[string]value{}}
	last := slices.Clone(templates)
	order.Stably(last, func(a, b File) int {
		return cmp.Or(strings.Count(b.Path, "/")-strings.Count(a.Path, "/"), strings.Compare(b.Path, a.Path))
	})
	total := 0
	for _, f := range last {
		if total += len(f.Data); len(f.Data) > MaxText || total > maxChart || !bytes.Contains(f.Data, []byte("define")) {
			continue
		}
		for name, tree := range parseRaw(string(f.Data)) {
			if name != rawName {
				x.defines[name] = tree
			}
		}
	}
	return x
}

// Raw finds the pairs in a template that belongs to no others.
func Raw(data []byte, t Target, helpers ...[]byte) []Guess {
	files := []File{{rawName, data}}
	for _, h := range helpers {
		files = append(files, File{Data: h})
	}
	return NewTexts(t, files).Guesses(data)
}

// Guesses finds the pairs in one of the templates.
func (x *Texts) Guesses(data []byte) []Guess {
	text := string(data)
	if len(text) > MaxText || !strings.Contains(text, "apiVersion") {
		return nil
	}
	trees := parseRaw(text)
	if trees == nil {
		// Not even a template: what can be read line by line is.
		return guesses(text, []piece{{text: text}})
	}
	ev := &evaluator{Texts: x, left: maxSteps}
	var out []Guess
	for _, name := range sortedNames(trees) {
		ev.vars = map[string]value{}
		found := guesses(text, ev.pieces(trees[name].Root, nil))
		for i := range found {
			found[i].Definition = name != rawName
		}
		out = append(out, found...)
	}
	order.Stably(out, func(a, b Guess) int { return a.Line - b.Line })
	return slices.Compact(out)
}

// MaxText is the longest template that is read as text.
const MaxText = 1 << 20

const (
	maxSteps = 200_000
	rawName  = "\x00file"
)

// parseRaw parses a template and the definitions in it; nil if it is none.
func parseRaw(text string) map[string]*parse.Tree {
	trees := map[string]*parse.Tree{}
	t := parse.New(rawName)
	t.Mode = parse.SkipFuncCheck
	if _, err := t.Parse(text, "", "", trees); err != nil {
		return nil
	}
	if trees[rawName] == nil {
		trees[rawName] = t
	}
	return trees
}

func sortedNames(trees map[string]*parse.Tree) (names []string) {
	for name, t := range trees {
		if t != nil && t.Root != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// piece is a part of what a template may write: literal text at pos, or one of
// several values that an action at pos may give. Node is where the whole of the
// literal text begins; target, that the values are the target's.
type piece struct {
	text   string
	pos    int
	node   int
	target bool
	action bool
	values []string
	sure   bool
	branch []choice
}

// choice is one branch of one condition that could not be resolved.
type choice struct{ condition, branch int }

// together: nothing makes the two exclude each other.
func together(a, b []choice) bool {
	for _, x := range a {
		for _, y := range b {
			if x.condition == y.condition && x.branch != y.branch {
				return false
			}
		}
	}
	return true
}

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

// guesses pairs what was found: each apiVersion with the kind that is nearest to
// it of those that may stand beside it.
func guesses(text string, pieces []piece) (out []Guess) {
	found := entries(text, pieces)
	byDocument := map[int][]entry{}
	for _, e := range found {
		byDocument[e.document] = append(byDocument[e.document], e)
	}
	for _, a := range found {
		if a.key != "apiVersion" || a.indent > 0 && !a.item {
			continue
		}
		beside := byDocument[a.document]
		kind := nearestOf(a, beside, "kind", a.indent)
		if kind == nil {
			continue
		}
		name := nearestOf(a, beside, "name", a.indent+2)
		for _, k := range alternativesTo(a, kind, beside) {
			g := Guess{APIVersion: a.value, Kind: k.value, Line: a.line, Column: a.column, KindLine: k.line,
				Sure: a.sure && k.sure && len(a.branch) == 0 && len(k.branch) == 0, nodes: [2]int{a.node, k.node}}
			if name != nil {
				g.Name = name.value
			}
			out = append(out, g)
		}
		if len(out) >= maxGuesses {
			break
		}
	}
	return out
}

// alternativesTo adds to the kind of an apiVersion those that stand in other
// branches of the same conditions, and those that the same action may write.
func alternativesTo(a entry, kind *entry, all []entry) []entry {
	out := []entry{*kind}
	at, _ := slices.BinarySearchFunc(all, kind.line, func(e entry, line int) int { return e.line - line })
	for i := max(at-20, 0); i < min(at+20, len(all)); i++ {
		e := all[i]
		if e.key != "kind" || e.indent != kind.indent || !together(a.branch, e.branch) || len(out) > 20 {
			continue
		}
		if !slices.ContainsFunc(out, func(o entry) bool {
			return o.value == e.value || o.line != e.line && together(o.branch, e.branch)
		}) {
			out = append(out, e)
		}
	}
	return out
}

const maxGuesses = 10_000

// nearestOf looks from the entry outwards; what stands behind it wins.
func nearestOf(a entry, all []entry, key string, indent int) *entry {
	var best *entry
	far := func(e *entry) int {
		if e.line >= a.line {
			return 2 * (e.line - a.line)
		}
		return 2*(a.line-e.line) + 1
	}
	// The entries are in the order of the lines: few are near.
	at, _ := slices.BinarySearchFunc(all, a.line, func(e entry, line int) int { return e.line - line })
	for i := max(at-200, 0); i < min(at+200, len(all)); i++ {
		e := &all[i]
		if e.key == key && e.indent == indent && together(a.branch, e.branch) && (best == nil || far(e) < far(best)) {
			best = e
		}
	}
	return best
}

// What a line, an apiVersion, a kind and a name look like.
var (
	keyForm     = regexp.MustCompile(`^( *)(- +)?(apiVersion|kind|name): *(.*)$`)
	versionForm = regexp.MustCompile(`^(?:[a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?v[0-9]+(?:(?:alpha|beta)[0-9]+)?$`)
	kindForm    = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	nameForm    = regexp.MustCompile(`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`)
)

// plausible: what a template writes there could be meant so.
func plausible(key, v string) bool {
	switch key {
	case "apiVersion":
		return versionForm.MatchString(v)
	case "kind":
		return kindForm.MatchString(v)
	default:
		return nameForm.MatchString(v)
	}
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
		if first := strings.TrimLeft(line[0].text, " -"); first == "" || strings.IndexByte("akn", first[0]) < 0 {
			return // as the names of the keys begin
		}
		m := keyForm.FindStringSubmatch(strings.TrimRight(line[0].text, "\r"))
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

// undecided is the first choice of a branch that another leaves open; nil if none.
func undecided(branch, decided []choice) *choice {
	for i := range branch {
		if !slices.Contains(decided, branch[i]) {
			return &branch[i]
		}
	}
	return nil
}

// places tells lines and columns of offsets that only grow, or nearly.
type places struct {
	text         string
	offset, line int
}

func newPlaces(text string) *places { return &places{text: text, line: 1} }

func (p *places) at(offset int) (line, column int) {
	offset = min(max(offset, 0), len(p.text))
	if offset < p.offset {
		p.offset, p.line = 0, 1
	}
	p.line += strings.Count(p.text[p.offset:offset], "\n")
	p.offset = offset
	start := strings.LastIndexByte(p.text[:offset], '\n') + 1
	return p.line, len([]rune(p.text[start:offset])) + 1
}

// Object is the guess as the model of objects has it: a map with an apiVersion and
// a kind. Its text is the line of the template, with a comment above it.
func (g Guess) Object(file, chart string, template []byte) *tree.Object {
	scalar := func(key, v string, line, column int) tree.Node {
		return tree.Node{Kind: tree.String, Key: key, Value: v, Line: int32(line), Column: int32(column), //nolint:gosec // bounded by MaxText
			ValueLine: int32(line), ValueColumn: int32(column + len(key) + 2), Start: -1, End: -1} //nolint:gosec // as above
	}
	nodes := []tree.Node{
		{Kind: tree.Map, Line: int32(g.Line), Column: 1, ValueLine: int32(g.Line), ValueColumn: 1, Start: -1, End: -1, After: 3}, //nolint:gosec // as above
		scalar("apiVersion", g.APIVersion, g.Line, g.Column),
		scalar("kind", g.Kind, g.KindLine, g.Column),
	}
	nodes[1].After, nodes[2].After = 2, 3
	text, from := lineOf(string(template), g.Line)
	return &tree.Object{
		Text: text, TextLine: from, TextStart: -1,
		File: file, Document: 1, Tree: &tree.Tree{Nodes: nodes}, APIVersion: g.APIVersion, Kind: g.Kind, Name: g.Name,
		APIVersionNode: 1, KindNode: 2, Guess: true, Origin: tree.Origin{Chart: chart},
	}
}

// lineOf is a line of a text, with the line above it where that is a comment; and the
// number of the first of them.
func lineOf(text string, number int) (lines string, first int) {
	above := ""
	for n := 1; ; n++ {
		line, rest, more := strings.Cut(text, "\n")
		switch {
		case n == number && strings.HasPrefix(strings.TrimSpace(above), "#"):
			return above + "\n" + line, n - 1
		case n == number || !more:
			return line, n
		}
		above, text = line, rest
	}
}
