package kustomize

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Place is a place in a file that a build read.
type Place struct {
	// File is the path of the file, with slashes, beginning with the folder as it was given.
	File string
	// Document, Line and Column are from 1; 0 if they are not known.
	Document, Line, Column int
	// Text is the text of Line.
	Text string
}

// Origin returns the place that a field of the object is from: in the resource file, or in the last
// patch that sets it; with same, where it is set to the value that the object has. field is a path as
// in a finding, and "" is the apiVersion. For what other transformations set, it is the place of the
// object.
func (b *Built) Origin(field string, same bool) Place {
	if field == "" {
		field, same = "apiVersion", true
	}
	var object yaml.Node
	if b.patches == nil || yaml.Unmarshal(b.Data, &object) != nil || len(object.Content) != 1 {
		return b.Place
	}
	steps, value := resolve(object.Content[0], field)
	if value == nil {
		return b.Place
	}
	if !same {
		value = &yaml.Node{}
	}
	if b.own != nil {
		if at := find(b.own, b.own, steps, value); at != nil {
			return b.patches.place(b.file, b.Document, at.Line, at.Column)
		}
	}
	for _, exactly := range []bool{true, false} {
		var found []Place
		for _, p := range slices.Backward(b.patches.list()) {
			if !p.picks(b, scalar(object.Content[0], "kind"), exactly) {
				continue
			}
			if at := p.find(steps, value); at != nil {
				line, column := at.Line+p.line, at.Column+p.column
				if p.whole != nil {
					line, column = p.whole.Line, p.whole.Column
				}
				found = append(found, b.patches.place(p.file, p.document, line, column))
			}
		}
		if len(found) > 0 {
			return found[b.patches.turn(b.own, field, len(found))]
		}
	}
	return b.Place
}

// turn is the index of the patch of an object, among those that set a field, from the last one on. If
// several kustomizations build an object of the same base, each may have its own patch.
func (s *patches) turn(own *yaml.Node, field string, found int) int {
	if s.copies[own] < 2 {
		return 0
	}
	if s.turns[own] == nil {
		s.turns[own] = map[string]int{}
	}
	s.turns[own][field]++
	return (found - s.turns[own][field]%found) % found
}

// step is a step of a path: a key of a map, or an item of a list as the built object has it.
type step struct {
	key   string
	item  *yaml.Node
	index int
}

// resolve returns the steps of a path, and the value at its end; nil if the object has none.
func resolve(n *yaml.Node, field string) (steps []step, value *yaml.Node) {
	for field != "" && n != nil {
		var part string
		if rest, bracket := strings.CutPrefix(field, "["); bracket {
			part, field, _ = strings.Cut(rest, "]")
		} else if end := strings.IndexAny(field, ".["); end >= 0 {
			part, field = field[:end], field[end:]
		} else {
			part, field = field, ""
		}
		field = strings.TrimPrefix(field, ".")
		s := step{key: part}
		if n.Kind != yaml.SequenceNode {
			_, n = entry(n, part)
		} else {
			at, err := strconv.Atoi(part)
			if err != nil || at >= len(n.Content) {
				return nil, nil
			}
			n = n.Content[at]
			s = step{item: n, index: at}
		}
		steps = append(steps, s)
	}
	return steps, n
}

// find returns the key of a field in a resource or a patch; nil if there is none. If value is a
// scalar, it must be the value of the field.
func find(key, n *yaml.Node, steps []step, value *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch {
	case len(steps) == 0 && n.Kind == yaml.ScalarNode && value.Kind == yaml.ScalarNode && n.Value != value.Value:
		return nil
	case len(steps) == 0:
		return key
	case steps[0].item == nil:
		if k, v := entry(n, steps[0].key); v != nil {
			return find(k, v, steps[1:], value)
		}
		return nil
	case n.Kind != yaml.SequenceNode:
		return nil
	}
	items, first := n.Content, steps[0].index
	if first < len(items) {
		items = slices.Concat(items[first:first+1], items[:first], items[first+1:]) // merges rarely move items
	}
	for _, item := range items {
		if a, b := scalar(item, "name"), scalar(steps[0].item, "name"); a != "" && b != "" && a != b {
			continue
		}
		if at := find(item, item, steps[1:], value); at != nil {
			return at
		}
	}
	return nil
}

type patch struct {
	// file is the path of the file. line and column are what is added to the places of root, and
	// whole is the text of a patch that is no block, in which places are not known.
	file         string
	document     int
	line, column int
	whole        *yaml.Node
	root         *yaml.Node
	kind, name   string
}

// picks reports whether the patch has the name of an object, or a part of it: names change.
func (p *patch) picks(b *Built, kind string, exactly bool) bool {
	matches := func(expression string, words ...string) bool {
		if exactly {
			expression = "^(?:" + expression + ")$"
		}
		e, err := regexp.Compile(expression)
		return err == nil && slices.ContainsFunc(words, e.MatchString)
	}
	return (p.kind == "" || matches(p.kind, kind, b.kind)) && (p.name == "" || matches(p.name, b.Name, b.built))
}

// find returns the key of a value in the patch: part of an object, or value of an operation.
func (p *patch) find(steps []step, value *yaml.Node) *yaml.Node {
	if p.root.Kind != yaml.SequenceNode {
		return find(p.root, p.root, steps, value)
	}
	for _, operation := range slices.Backward(p.root.Content) {
		pointer := Pointer(scalar(operation, "path"))
		key, set := entry(operation, "value")
		if set == nil || len(pointer) > len(steps) {
			continue
		}
		leads := true
		for i, part := range pointer {
			leads = leads && (steps[i].item != nil || part == steps[i].key)
		}
		if leads {
			if at := find(key, set, steps[len(pointer):], value); at != nil {
				return at
			}
		}
	}
	return nil
}

// Pointer returns the parts of a JSON pointer (RFC 6901).
func Pointer(text string) []string {
	return slice.Map(strings.Split(strings.TrimPrefix(text, "/"), "/"), strings.NewReplacer("~1", "/", "~0", "~").Replace)
}

// patches are those of a build, in their order. They are read for the first finding.
type patches struct {
	root, shown string
	read        bool
	all         []*patch
	seen        map[string]bool
	lines       map[string][]string
	// copies counts how often the object of a resource file was built, and turns how often the place
	// of one of its fields was asked for.
	copies map[*yaml.Node]int
	turns  map[*yaml.Node]map[string]int
}

func (s *patches) list() []*patch {
	if !s.read {
		s.read = true
		s.folder(s.root)
	}
	return s.all
}

// Patches returns the files with patches of the build, as they are shown.
func (b *Built) Patches() (names []string) {
	for _, p := range b.patches.list() {
		names = slice.Add(names, b.patches.place(p.file, 0, 0, 0).File)
	}
	return names
}

func (s *patches) place(file string, document, line, column int) Place {
	p := Place{Document: document, Line: line, Column: column}
	if inside, err := filepath.Rel(s.root, file); err == nil {
		p.File = filepath.ToSlash(filepath.Join(s.shown, inside))
	}
	lines, read := s.lines[file]
	if !read {
		lines = strings.Split(string(bounded(file)), "\n")
		s.lines[file] = lines
	}
	if line > 0 && line <= len(lines) && len(lines[line-1]) < longestLine {
		p.Text = strings.TrimRight(lines[line-1], "\r")
	}
	return p
}

func (s *patches) folder(dir string) {
	if s.seen[dir] || len(s.seen) > maxKustomizations {
		return
	}
	s.seen[dir] = true
	parts, _ := PartsOf(dir)
	for _, folder := range parts.Folders {
		s.folder(folder)
	}
	name, _ := fileOf(dir)
	root := textsOf(name)
	if root == nil {
		return
	}
	for _, key := range []string{"patchesStrategicMerge", "patches", "patchesJson6902"} {
		_, list := entry(root, key)
		if list == nil {
			continue
		}
		for _, item := range list.Content {
			path, text := item.Value, item
			if item.Kind != yaml.ScalarNode {
				path = scalar(item, "path")
				_, text = entry(item, "patch")
			}
			_, target := entry(item, "target")
			if path != "" && !strings.Contains(path, "\n") {
				file := filepath.Join(dir, filepath.FromSlash(path))
				s.add(patch{file: file}, bounded(file), target)
			} else if text != nil {
				s.add(s.inline(name, text), []byte(text.Value), target)
			}
		}
	}
}

// inline is a patch in the text of a kustomization file.
func (s *patches) inline(file string, text *yaml.Node) patch {
	p := patch{file: file, whole: text}
	if text.Style&yaml.LiteralStyle == 0 {
		return p
	}
	p.whole, p.line = nil, text.Line
	blank := len(text.Value) - len(strings.TrimLeft(text.Value, "\n"))
	first, _, _ := strings.Cut(text.Value[blank:], "\n")
	written := s.place(file, 0, text.Line+1+blank, 0).Text
	p.column = max(strings.Index(written, strings.TrimSpace(first))-strings.Index(first, strings.TrimSpace(first)), 0)
	return p
}

func (s *patches) add(p patch, text []byte, target *yaml.Node) {
	for document, root := range documents(text) {
		one := p
		one.root, one.document = root, document
		if target != nil {
			one.kind, one.name = scalar(target, "kind"), scalar(target, "name")
		} else if _, meta := entry(one.root, "metadata"); meta != nil {
			one.kind, one.name = regexp.QuoteMeta(scalar(one.root, "kind")), regexp.QuoteMeta(scalar(meta, "name"))
		}
		if p.line > 0 || p.whole != nil {
			one.document = 1
		}
		s.all = append(s.all, &one)
	}
}
