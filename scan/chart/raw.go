package chart

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
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
	// functions are those of templates, once they are needed.
	functions *engine.Calculator
}

// NewTexts prepares the definitions of templates that belong together. Where
// several have a name, the one that Helm parses last holds: the highest, and the
// first of a folder.
func NewTexts(t Target, templates []File) *Texts {
	x := &Texts{target: t, defines: map[string]*parse.Tree{}}
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
	return NewTexts(t, files).Guesses(data, nil)
}

// Guesses finds the pairs in one of the templates, of a chart with these values.
func (x *Texts) Guesses(data []byte, values map[string]any) []Guess {
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
		ev.vars, ev.included, ev.values = map[string]value{}, map[string]value{}, nil
		if name == rawName {
			ev.values = values
		}
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
	// lines: what an action writes may be lines of its own, with keys.
	lines  bool
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
	keyForm     = lazy.Regexp(`^( *)(- +)?["']?(apiVersion|kind|name)["']? *: *(.*)$`)
	versionForm = lazy.Regexp(`^(?:[a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?v[0-9]+(?:(?:alpha|beta)[0-9]+)?$`)
	kindForm    = lazy.Regexp(`^[A-Z][A-Za-z0-9]*$`)
	nameForm    = lazy.Regexp(`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`)
)

// plausible: what a template writes there could be meant so.
func plausible(key, v string) bool {
	switch key {
	case "apiVersion":
		return versionForm().MatchString(v)
	case "kind":
		return kindForm().MatchString(v)
	default:
		return nameForm().MatchString(v)
	}
}

// undecided is the first choice of a branch that another leaves open; nil if none.
func undecided(branch, decided []choice) *choice {
	return slice.Find(branch, func(one *choice) bool { return !slices.Contains(decided, *one) })
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
