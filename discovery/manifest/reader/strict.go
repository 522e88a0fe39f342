package reader

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// ErrExpands reports a document whose aliases and merges are too large when they are expanded.
var ErrExpands = errors.New("its aliases expand to far more than the text itself")

// errNotText is the error of a !!binary.
var errNotText = errors.New("the text is not valid UTF-8")

// Strict returns the tree of a document as JSON, in which no map has a key twice: the keys and the
// values of its numbers, booleans and nulls are those of JSON. most limits the nodes and the bytes of
// their values together. The nodes have no offsets, and the lines of yaml.v3.
func Strict(document *yaml.Node, most int) (*tree.Tree, error) {
	s := slow{strict: true, left: most, line: 1, keys: &keyCheck{}}
	if err := s.value(document, head{}, 0); err != nil {
		if s.left < 0 || s.full() {
			return nil, ErrExpands
		}
		return nil, fmt.Errorf("line %d: %w", s.lineOf(err), err)
	}
	return &tree.Tree{Nodes: s.nodes}, nil
}

// Expanded returns the size of a node and of all that is in it, with its aliases expanded. It is more
// than most for a node that contains itself. size is the size of one node. It visits each anchor once.
func Expanded(node *yaml.Node, most int, size func(*yaml.Node) int) int {
	known := map[*yaml.Node]int{}
	var of func(n *yaml.Node) int
	of = func(n *yaml.Node) int {
		if n.Kind == yaml.AliasNode {
			return of(n.Alias)
		}
		if _, visited := known[n]; !visited {
			known[n] = most + 1 // if it contains itself
			sum := size(n)
			for _, child := range n.Content {
				sum = min(sum+of(child), most+1) // without an overflow
			}
			known[n] = sum
		}
		return known[n]
	}
	return of(node)
}

// unique returns an error for a key that is repeated in a map, if the map must not have it.
func (s *slow) unique(n *yaml.Node) error {
	if !s.strict {
		return nil
	}
	lines := make(map[string]int, len(n.Content)/2)
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if isMerge(key) {
			continue
		}
		entry, err := s.key(key)
		if err != nil {
			return err
		}
		if first, twice := lines[entry.key]; twice {
			return s.fail(key, "the name %q is repeated; the first is on line %d. A server uses only one of them", entry.key, first)
		}
		lines[entry.key] = key.Line
	}
	return nil
}

// name converts a key as kubectl does (sigs.k8s.io/yaml, convertToJSONableObject), such as y to "true"
// and 0x10 to "16".
func name(key *yaml.Node) (string, error) {
	if key.ShortTag() == "!!float" {
		var f float64
		if err := key.Decode(&f); err != nil {
			return "", wrongTag(key)
		}
		text := strconv.FormatFloat(f, 'g', -1, 32)
		return cmp.Or(map[string]string{"+Inf": ".inf", "-Inf": "-.inf", "NaN": ".nan"}[text], text), nil
	}
	kind, text, err := JSON(key)
	if _, wide := strconv.ParseInt(text, 10, 64); kind == tree.Null || kind == tree.Number && wide != nil {
		return "", fmt.Errorf("the key %q is null or an integer of more than 64 bits, which kubectl does not read", phrase.Clip(key.Value, shown))
	}
	if err == nil && !utf8.ValidString(text) {
		err = errNotText
	}
	return text, err
}

// plainName is name for a plain key.
func plainName(key string) (string, bool) {
	if plainKind(key) == tree.String {
		return key, true
	}
	text, err := name(&yaml.Node{Kind: yaml.ScalarNode, Value: key})
	return text, err == nil
}

// json sets the kind and the value of a node to those of its JSON, in strict mode and for a
// !!binary.
func (s *slow) json(n *yaml.Node, node *tree.Node) (err error) {
	if !s.strict && n.ShortTag() != "!!binary" {
		return nil
	}
	if node.Kind, node.Value, err = JSON(n); err != nil {
		return s.fail(n, "%s", err)
	}
	if !utf8.ValidString(node.Value) {
		return s.fail(n, "%s", errNotText)
	}
	s.left -= len(node.Value)
	return nil
}

// JSON converts a scalar as kubectl does, to a literal (null, a boolean, a number) or a text. Dates
// and values with other tags stay texts.
func JSON(n *yaml.Node) (kind tree.Kind, value string, err error) {
	tag := n.ShortTag()
	if (tag == "!!bool" || tag == "!!str" && n.Style == 0) && truthWord(n.Value) {
		// YAML 1.1 has more words for booleans, which yaml.v3 reads as texts.
		yes := slices.Contains([]string{"y", "yes", "on"}, strings.ToLower(n.Value))
		return tree.Bool, strconv.FormatBool(yes), nil
	}
	switch tag {
	case "!!null":
		return tree.Null, "null", nil
	case "!!bool", "!!int", "!!float":
		return literal(n)
	case "!!binary":
		if err := n.Decode(&value); err != nil {
			return tree.String, "", wrongTag(n)
		}
		return tree.String, value, nil
	}
	return tree.String, n.Value, nil
}

func literal(n *yaml.Node) (kind tree.Kind, value string, err error) {
	var v any
	if err := n.Decode(&v); err != nil {
		return tree.String, "", wrongTag(n)
	}
	switch v := v.(type) {
	case bool:
		return tree.Bool, strconv.FormatBool(v), nil
	case int, int64, uint64:
		return tree.Number, fmt.Sprint(v), nil
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return tree.String, "", fmt.Errorf("%s is not a number that JSON supports", phrase.Clip(n.Value, shown))
		}
		return tree.Number, jsontext.Float(v).String(), nil
	default:
		return tree.String, n.Value, nil
	}
}

// shown is the maximum length of a value in a message.
const shown = 60

func wrongTag(n *yaml.Node) error {
	return fmt.Errorf("%q is not a valid value for the tag %s", phrase.Clip(n.Value, shown), n.ShortTag())
}
