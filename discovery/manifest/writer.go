package manifest

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// writer writes the values of a tree as JSON. Its functions report false for values that it
// cannot write.
type writer struct {
	tree *tree.Tree
	out  []byte
	// strict says that the tree is that of reader.Strict, so that literals are written as they are.
	// The length of the JSON is limited, because aliases may expand to any length.
	strict bool
}

// Value returns the value of a node as JSON, as kubectl sends it.
func Value(t *tree.Tree, node int) ([]byte, error) {
	w := writer{tree: t}
	if node < 0 || node >= len(t.Nodes) || !w.value(node) {
		return nil, errors.New("it contains a value that JSON does not support")
	}
	return w.out, nil
}

func (w *writer) value(i int) bool {
	n := &w.tree.Nodes[i]
	switch n.Kind {
	case tree.Map:
		return w.children(i, '{', '}')
	case tree.List:
		return w.children(i, '[', ']')
	case tree.String:
		return w.text(n.Value)
	default:
		return w.literal(n.Value)
	}
}

func (w *writer) children(i int, begin, end byte) bool {
	nodes := w.tree.Nodes
	w.out = append(w.out, begin)
	for c := i + 1; c < int(nodes[i].After); c = int(nodes[c].After) {
		if c > i+1 {
			w.out = append(w.out, ',')
		}
		if begin == '{' {
			if !w.text(nodes[c].Key) {
				return false
			}
			w.out = append(w.out, ':')
		}
		if !w.value(c) || w.strict && len(w.out) > Limit {
			return false
		}
	}
	w.out = append(w.out, end)
	return true
}

// literal writes a null, a boolean or a number.
func (w *writer) literal(text string) bool {
	if w.strict || text == "true" || text == "false" || shortInteger(text) {
		w.out = append(w.out, text...)
		return true
	}
	kind, value, err := reader.JSON(&yaml.Node{Kind: yaml.ScalarNode, Value: text})
	w.out = append(w.out, value...)
	return err == nil && kind != tree.String
}

// shortInteger reports whether a text is an integer that is equal in YAML and JSON.
func shortInteger(text string) bool {
	return text != "" && len(text) <= 15 && (text[0] != '0' || len(text) == 1) && strings.Trim(text, "0123456789") == ""
}

func (w *writer) text(s string) bool {
	out, err := jsontext.AppendQuote(w.out, s)
	w.out = out
	return err == nil
}
