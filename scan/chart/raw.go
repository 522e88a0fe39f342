package chart

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template/parse"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// Guess is an object that a template may write, found in the template's text.
type Guess struct {
	APIVersion, Kind string
	// Name is the name of the object if it is literal text; otherwise "".
	Name string
	// Line and Column, from 1, are those of the apiVersion; KindLine is that of the kind.
	Line, Column, KindLine int
	// Sure says that the conditions on the object and its version could all be resolved for the
	// target.
	Sure bool
	// InText says that the object is in a block of text, such as a file that the template writes.
	InText bool
	// Definition says that the object is in a definition, which other templates include.
	Definition bool
	// nodes has the offsets of the literal texts that write the apiVersion and the kind; a negative
	// number if it is not one literal text.
	nodes [2]int
	// text is the line of the apiVersion, with the line above it if that is a comment. It begins in
	// the line textLine.
	text     string
	textLine int
}

// Texts finds the pairs of an apiVersion and a kind in the texts of templates, without running
// them. It resolves the conditions on .Capabilities for the target. If it cannot resolve a
// condition, it reads both branches.
type Texts struct {
	target  Target
	defines map[string]*parse.Tree
	// functions returns the template functions.
	functions func() *engine.Calculator
	// nested says that objects in blocks of text are also found.
	nested bool
}

// NewTexts parses the definitions of the templates of a chart. If several have the same name, it
// uses the one that Helm parses last: the one of the highest folder, and the first in that folder.
func NewTexts(t Target, templates []File) *Texts {
	x := &Texts{target: t, defines: map[string]*parse.Tree{}, functions: sync.OnceValue(engine.NewCalculator)}
	last := slices.Clone(templates)
	order.Stably(last, func(a, b File) int { return engine.HelmOrder(a.Path, b.Path) })
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

// Raw finds the objects that a single template may write, also those in blocks of text. helpers are
// files with definitions. See Guesses for whole.
func Raw(data []byte, t Target, helpers ...[]byte) (all []Guess, whole bool) {
	files := []File{{rawName, data}}
	for _, h := range helpers {
		files = append(files, File{Data: h})
	}
	x := NewTexts(t, files)
	x.nested = true
	return x.Guesses(data, nil)
}

// Guesses finds the objects that one of the templates may write. values are those of its chart.
// whole is false if a limit was reached, so that there may be more objects.
func (x *Texts) Guesses(data []byte, values map[string]any) (out []Guess, whole bool) {
	if !bytes.Contains(data, []byte("apiVersion")) {
		return nil, true
	}
	if len(data) > MaxText {
		return nil, false
	}
	text := string(data)
	trees := parseRaw(text)
	if trees == nil {
		// It is not a valid template, so that only its lines are read.
		out = guesses(text, []piece{{text: text}}, x.nested)
		return out, len(out) <= maxGuesses
	}
	ev := &evaluator{Texts: x, left: maxSteps + len(text)}
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		if trees[name] == nil {
			continue
		}
		ev.vars, ev.included, ev.values = map[string]value{}, map[string]value{}, nil
		if name == rawName {
			ev.values = values
		}
		found := guesses(text, ev.pieces(trees[name].Root, nil), x.nested)
		for i := range found {
			found[i].Definition = name != rawName
		}
		out = append(out, found...)
	}
	order.Stably(out, func(a, b Guess) int { return a.Line - b.Line })
	whole = ev.left > 0 && !ev.cut && len(out) <= maxGuesses
	return slices.Compact(out[:min(len(out), maxGuesses)]), whole
}

// MaxText is the size in bytes of the largest template that is read as text. Helm does not load
// larger files of a chart (MaxDecompressedFileSize in Helm's pkg/chart/loader/archive).
const MaxText = 5 << 20

const (
	// maxSteps limits the work on a template, in addition to one step for each byte.
	maxSteps   = 200_000
	maxGuesses = 100_000
	rawName    = "\x00file"
)

// parseRaw parses a template and the definitions in it; nil if it is not a valid template.
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

// piece is a part of the text that a template may write: literal text at pos, or one of several
// values that an action at pos may write.
type piece struct {
	text string
	pos  int
	// node is the offset of the literal text that this is a part of.
	node int
	// target says that the values depend on the target.
	target bool
	action bool
	// lines says that an action may write whole lines with keys.
	lines  bool
	values []string
	sure   bool
	branch []choice
}

// choice is one branch of one condition that could not be resolved.
type choice struct{ condition, branch int }

// together reports whether both branches can be written by the same run of a template.
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

// guesses pairs each apiVersion with the nearest kind that may be in the same object.
func guesses(text string, pieces []piece, nested bool) (out []Guess) {
	found := entries(text, pieces, nested)
	byDocument := map[int][]entry{}
	for _, e := range found {
		byDocument[e.document] = append(byDocument[e.document], e)
	}
	for _, a := range found {
		if a.key != "apiVersion" {
			continue
		}
		beside := byDocument[a.document]
		kind := nearestOf(a, beside, "kind", a.indent)
		// Only the root of a document and the items of a list are objects.
		if kind == nil || a.indent > a.root && !a.item && (!kind.item || kind.line > a.line) {
			continue
		}
		name := nearestOf(a, beside, "name", a.indent+2)
		for _, k := range alternativesTo(a, kind, beside) {
			g := Guess{APIVersion: a.value, Kind: k.value, InText: a.root > 0, Line: a.line, Column: a.column, KindLine: k.line,
				Sure: a.sure && k.sure && len(a.branch) == 0 && len(k.branch) == 0, nodes: [2]int{a.node, k.node}, text: a.text, textLine: a.textLine}
			if name != nil {
				g.Name = name.value
			}
			out = append(out, g)
		}
		if len(out) > maxGuesses {
			break
		}
	}
	return out
}

// alternativesTo returns the kind of an apiVersion, with those in other branches of the same
// conditions and the other kinds that the same action may write.
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

// nearestOf returns the nearest entry with a key and an indentation, the later of two.
func nearestOf(a entry, all []entry, key string, indent int) *entry {
	var best *entry
	far := func(e *entry) int {
		if e.line >= a.line {
			return 2 * (e.line - a.line)
		}
		return 2*(a.line-e.line) + 1
	}
	// The entries are in the order of their lines.
	at, _ := slices.BinarySearchFunc(all, a.line, func(e entry, line int) int { return e.line - line })
	for i := max(at-200, 0); i < min(at+200, len(all)); i++ {
		e := &all[i]
		if e.key == key && e.indent == indent && together(a.branch, e.branch) && (best == nil || far(e) < far(best)) {
			best = e
		}
	}
	return best
}

// keyForm is the form of a line with a key.
var keyForm = lazy.Regexp(`^( *)(- +)?["']?(apiVersion|kind|name)["']? *: *(.*)$`)

// valueForms are the forms of values, by their keys.
//
//nolint:gochecknoglobals // a constant
var valueForms = map[string]func() *regexp.Regexp{
	"apiVersion": lazy.Regexp(`^(?:[a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?v[0-9]+(?:(?:alpha|beta)[0-9]+)?$`),
	"kind":       lazy.Regexp(`^[A-Z][A-Za-z0-9]*$`),
	"name":       lazy.Regexp(`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`),
}

// places converts offsets to lines and columns. It is fast if the offsets mostly increase.
type places struct {
	text         string
	offset, line int
}

func (p *places) at(offset int) (line, column int) {
	offset = min(max(offset, 0), len(p.text))
	if offset < p.offset {
		p.offset, p.line = 0, 1
	}
	p.line += strings.Count(p.text[p.offset:offset], "\n")
	p.offset = offset
	return p.line, utf8.RuneCountInString(p.text[lineStart(p.text, offset):offset]) + 1
}

func lineStart(text string, offset int) int { return strings.LastIndexByte(text[:offset], '\n') + 1 }

// written returns the line at an offset, with the line above it if that is a comment, and the
// number of the first line that it returns.
func (p *places) written(offset int) (lines string, first int) {
	first, _ = p.at(offset)
	start := lineStart(p.text, p.offset)
	line, _, _ := strings.Cut(p.text[start:], "\n")
	if start > 0 {
		above := lineStart(p.text, start-1)
		if strings.HasPrefix(strings.TrimSpace(p.text[above:start]), "#") {
			return p.text[above:start] + line, first - 1
		}
	}
	return line, first
}

// Object returns the guess as an object with an apiVersion and a kind. Its text is the line of the
// template, with a comment line above it.
func (g Guess) Object(file, chart string) *tree.Object {
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
	return &tree.Object{
		Text: g.text, TextLine: g.textLine, TextStart: -1,
		File: file, Document: 1, Tree: &tree.Tree{Nodes: nodes}, APIVersion: g.APIVersion, Kind: g.Kind, Name: g.Name,
		APIVersionNode: 1, KindNode: 2, Guess: true, Origin: tree.Origin{Chart: chart},
	}
}
