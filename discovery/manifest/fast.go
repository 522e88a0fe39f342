package manifest

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// fastDocuments reads a text whose documents are all in the subset of YAML that the fast parser
// supports, in a tenth of the time of yaml.v3. It reports false for any other text.
func fastDocuments(text []byte) (list []Document, ok bool) {
	w := fastWriter{out: make([]byte, 0, len(text))}
	read := reader.Trees(text, func(t *tree.Tree, line int) bool {
		w.tree, w.out = t, w.out[:0]
		ok = w.value(0)
		list = append(list, Document{JSON: slices.Clone(w.out), Line: line})
		return ok
	})
	return list, read && (ok || len(list) == 0)
}

// fastWriter writes the values of a tree as JSON. Its functions report false for values that it
// cannot write.
type fastWriter struct {
	tree *tree.Tree
	out  []byte
	// names says that keys are written as they are in the tree, without a check for scalars that
	// are not strings.
	names bool
}

// Value returns the value of a node as JSON, as kubectl sends it.
func Value(t *tree.Tree, node int) ([]byte, error) {
	w := fastWriter{tree: t, names: true}
	if node < 0 || node >= len(t.Nodes) || !w.value(node) {
		return nil, errors.New("it has a value that JSON does not support")
	}
	return w.out, nil
}

func (w *fastWriter) value(i int) bool {
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

func (w *fastWriter) children(i int, begin, end byte) bool {
	nodes := w.tree.Nodes
	w.out = append(w.out, begin)
	for c := i + 1; c < int(nodes[i].After); c = int(nodes[c].After) {
		if c > i+1 {
			w.out = append(w.out, ',')
		}
		if begin == '{' {
			// kubectl reads an unquoted y as a boolean, but in the tree it is equal to "y".
			if !w.names && reader.Plain(nodes[c].Key) != tree.String || !w.text(nodes[c].Key) {
				return false
			}
			w.out = append(w.out, ':')
		}
		if !w.value(c) {
			return false
		}
	}
	w.out = append(w.out, end)
	return true
}

// literal writes a null, a boolean or a number.
func (w *fastWriter) literal(text string) bool {
	if text == "true" || text == "false" || shortInteger(text) {
		w.out = append(w.out, text...)
		return true
	}
	form, err := resolve(&yaml.Node{Kind: yaml.ScalarNode, Value: text})
	w.out = append(w.out, form.literal...)
	return err == nil && form.literal != ""
}

// shortInteger reports whether a text is an integer that is equal in YAML and JSON.
func shortInteger(text string) bool {
	if len(text) == 0 || len(text) > 15 || text[0] == '0' && len(text) > 1 {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

func (w *fastWriter) text(s string) bool {
	out, err := jsontext.AppendQuote(w.out, s)
	w.out = out
	return err == nil
}
