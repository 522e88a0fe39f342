package reader

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// placedError is an error with its line in the reader's text.
type placedError struct {
	line   int
	reason string
}

func (e *placedError) Error() string { return e.reason }

func (s *slow) lineOf(err error) int {
	if placed, ok := errors.AsType[*placedError](err); ok {
		return placed.line
	}
	return s.line
}

func (s *slow) fail(n *yaml.Node, format string, args ...any) error {
	return &placedError{line: s.line + int(s.place(n).line) - 1, reason: fmt.Sprintf(format, args...)}
}

// place returns the beginning of a node. In strict mode, it is that of yaml.v3.
func (s *slow) place(n *yaml.Node) place {
	if s.strict {
		return place{line: int32(n.Line), column: int32(n.Column)}
	}
	return s.places.of(n)
}

// full reports whether the tree has reached its limit.
func (s *slow) full() bool { return len(s.nodes) > maxNodes }

// value adds the nodes of a value.
func (s *slow) value(n *yaml.Node, h head, depth int) error {
	if depth > maxDepth {
		return s.fail(n, "nested more than %d levels deep", maxDepth)
	}
	if s.left--; s.left < 0 || s.full() {
		return s.fail(n, "its aliases expand to far more than the text itself")
	}
	switch n.Kind {
	case yaml.AliasNode:
		return s.alias(n, h, depth)
	case yaml.MappingNode:
		return s.mapping(n, h, depth)
	case yaml.SequenceNode:
		at := s.opened(tree.List, n, h)
		for _, item := range n.Content {
			if err := s.value(item, head{}, depth+1); err != nil {
				return err
			}
		}
		s.close(at)
	default:
		return s.scalar(n, h)
	}
	return nil
}

// alias adds the value of an alias. The place of its root is that of the alias; the nodes below
// have their own places.
func (s *slow) alias(n *yaml.Node, h head, depth int) error {
	at := len(s.nodes)
	s.foreign++
	err := s.expand(n, func(target *yaml.Node) error { return s.value(target, h, depth+1) })
	s.foreign--
	if err != nil {
		return err
	}
	here, node := s.place(n), &s.nodes[at]
	node.ValueLine, node.ValueColumn = int32(s.line)-1+here.line, here.column
	if h.line == 0 {
		node.Line, node.Column = node.ValueLine, node.ValueColumn
	}
	return nil
}

// expand calls use with the value of an alias, which must not contain the alias.
func (s *slow) expand(n *yaml.Node, use func(target *yaml.Node) error) error {
	if s.open[n.Alias] {
		return s.fail(n, "the alias *%s refers to a value that contains the alias", phrase.Clip(n.Value, 60))
	}
	if s.open == nil {
		s.open = map[*yaml.Node]bool{}
	}
	s.open[n.Alias] = true
	defer delete(s.open, n.Alias)
	return use(n.Alias)
}

func (s *slow) mapping(n *yaml.Node, h head, depth int) error {
	if err := s.unique(n); err != nil {
		return err
	}
	at, keys, merges, replaced := s.opened(tree.Map, n, h), keySet{}, false, s.replaced(n)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if isMerge(key) {
			merges = true
			continue
		}
		entry, err := s.key(key)
		if err != nil {
			return err
		}
		if replaced[entry.key] > i {
			continue
		}
		keys.add(entry.key)
		if err := s.value(n.Content[i+1], entry, depth+1); err != nil {
			return err
		}
	}
	s.close(at)
	s.keys.look(s.nodes, at, keys)
	if merges {
		if err := s.merges(n, at, depth); err != nil {
			return err
		}
		s.close(at)
	}
	return nil
}

func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Tag == "!!merge" && key.Value == "<<"
}

// replaced returns the keys of the "<<" of a map, each with the index of the last one that has it. The
// entries before it are replaced: kubectl and Helm set the entries of a map in their order
// (go.yaml.in/yaml/v2, decoder.mapping), while yaml.v3 prefers those of the map itself.
func (s *slow) replaced(n *yaml.Node) map[string]int {
	var last map[string]int
	for i := 2; i+1 < len(n.Content); i += 2 {
		if isMerge(n.Content[i]) {
			if last == nil {
				last = map[string]int{}
			}
			s.merged(n.Content[i+1], 0, func(key string) { last[key] = i })
		}
	}
	return last
}

// merged calls add with the keys of the value of a "<<". Errors are those of reading the value.
func (s *slow) merged(n *yaml.Node, depth int, add func(key string)) {
	if s.left -= 1 + len(n.Content); s.left < 0 || depth > maxDepth {
		return
	}
	switch n.Kind {
	case yaml.AliasNode:
		s.merged(n.Alias, depth+1, add)
	case yaml.SequenceNode:
		for _, item := range n.Content {
			s.merged(item, depth+1, add)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if isMerge(n.Content[i]) {
				s.merged(n.Content[i+1], depth+1, add)
			} else if entry, err := s.key(n.Content[i]); err == nil {
				add(entry.key)
			}
		}
	default: // it has no keys
	}
}

// merges adds the entries that the "<<" of a map merge into it, without those that it has.
func (s *slow) merges(n *yaml.Node, at, depth int) error {
	has := map[string]bool{}
	for c := at + 1; c < int(s.nodes[at].After); c = int(s.nodes[c].After) {
		has[s.nodes[c].Key] = true
	}
	s.foreign++
	defer func() { s.foreign-- }()
	return s.mergeAll(n, has, depth)
}

// mergeAll merges the values of all "<<" of a map.
func (s *slow) mergeAll(n *yaml.Node, has map[string]bool, depth int) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if isMerge(n.Content[i]) {
			if err := s.merge(n.Content[i+1], has, depth+1, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// merge adds the entries of a map, of an alias of one, or of a list of them. Earlier ones in the
// list win.
func (s *slow) merge(n *yaml.Node, has map[string]bool, depth int, list bool) error {
	if depth > maxDepth {
		return s.fail(n, "merged through more than %d levels", maxDepth)
	}
	if s.left -= 1 + len(n.Content); s.left < 0 {
		return s.fail(n, "its merges expand to far more than the text itself")
	}
	switch {
	case n.Kind == yaml.AliasNode:
		return s.expand(n, func(target *yaml.Node) error { return s.merge(target, has, depth+1, list) })
	case n.Kind == yaml.SequenceNode && list:
		for _, item := range n.Content {
			if err := s.merge(item, has, depth+1, false); err != nil {
				return err
			}
		}
		return nil
	case n.Kind == yaml.MappingNode:
		return s.mergeMap(n, has, depth)
	default:
		return s.fail(n, `"<<" needs a mapping, but the value is not a mapping`)
	}
}

func (s *slow) mergeMap(n *yaml.Node, has map[string]bool, depth int) error {
	if err := s.unique(n); err != nil {
		return err
	}
	replaced := s.replaced(n)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if isMerge(n.Content[i]) {
			continue
		}
		entry, err := s.key(n.Content[i])
		if err != nil {
			return err
		}
		if has[entry.key] || replaced[entry.key] > i {
			continue
		}
		has[entry.key] = true
		if err := s.value(n.Content[i+1], entry, depth); err != nil {
			return err
		}
	}
	return s.mergeAll(n, has, depth)
}

func (s *slow) key(key *yaml.Node) (head, error) {
	here := s.place(key)
	if key.Kind == yaml.AliasNode {
		key = key.Alias
	}
	if key.Kind != yaml.ScalarNode {
		return head{}, s.fail(key, "a key is a list or a mapping, which JSON does not allow")
	}
	text, err := name(key)
	if err != nil {
		return head{}, s.fail(key, "%s", err)
	}
	if s.strict {
		s.left -= len(text)
	}
	return head{key: text, line: int32(s.line) - 1 + here.line, column: here.column}, nil
}

func (s *slow) opened(kind tree.Kind, n *yaml.Node, h head) int {
	s.add(tree.Node{Kind: kind, Start: -1, End: -1}, n, h)
	return len(s.nodes) - 1
}

func (s *slow) close(at int) { s.nodes[at].After = int32(len(s.nodes)) }

// add adds a node with its places, except Start and End.
func (s *slow) add(node tree.Node, n *yaml.Node, h head) {
	here := s.place(n)
	node.ValueLine, node.ValueColumn = int32(s.line)-1+here.line, here.column
	if h.line == 0 {
		h.line, h.column = node.ValueLine, node.ValueColumn
	}
	node.Key, node.Line, node.Column, node.After = h.key, h.line, h.column, int32(len(s.nodes)+1)
	s.nodes = append(s.nodes, node)
}

func (s *slow) scalar(n *yaml.Node, h head) error {
	node := tree.Node{Kind: scalarKind(n), Style: scalarStyle(n), Value: n.Value, Start: -1, End: -1}
	if err := s.json(n, &node); err != nil {
		return err
	}
	s.add(node, n, h)
	if !s.strict {
		s.extent(n, h)
	}
	return nil
}

// extent sets the offsets of the last scalar.
func (s *slow) extent(n *yaml.Node, h head) {
	here, added := s.places.of(n), &s.nodes[len(s.nodes)-1]
	from, end := extent(s.text, int(here.offset), n)
	if from < 0 {
		return
	}
	if s.foreign == 0 {
		added.Start, added.End = int32(s.base+from), int32(s.base+end)
	}
	// The value begins after its anchor and tag.
	if before := s.text[here.offset:from]; before != "" && !strings.ContainsAny(before, "\r\n") {
		added.ValueColumn += int32(utf8.RuneCountInString(before))
		if h.line == 0 {
			added.Column = added.ValueColumn
		}
	}
}

func scalarKind(n *yaml.Node) tree.Kind {
	switch n.ShortTag() {
	case "!!null":
		return tree.Null
	case "!!bool":
		return tree.Bool
	case "!!int", "!!float":
		return tree.Number
	case "!!str":
		if n.Style == 0 && truthWord(n.Value) {
			return tree.Bool
		}
	}
	return tree.String
}

func scalarStyle(n *yaml.Node) tree.Style {
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return tree.DoubleQuoted
	case n.Style&yaml.SingleQuotedStyle != 0:
		return tree.SingleQuoted
	case n.Style&yaml.LiteralStyle != 0:
		return tree.Literal
	case n.Style&yaml.FoldedStyle != 0:
		return tree.Folded
	default:
		return tree.Plain
	}
}
