package manifest

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"gopkg.in/yaml.v3"
)

// maxDepth limits the depth of a document. The deepest published schemas have about 30 levels.
const maxDepth = 1000

// budget is the remaining work for a text, in bytes written and nodes visited.
type budget struct{ left int }

func (b *budget) spend(n int) error {
	b.left -= n
	if b.left < 0 {
		return errors.New("its aliases expand to far more than the text itself; write the parts out, or split the file")
	}
	return nil
}

// writer converts the nodes of one YAML document to JSON.
type writer struct {
	*budget
	out []byte
	// open has the anchors that are being written: an alias to one of them does not end.
	open map[*yaml.Node]bool
}

func (w *writer) value(n *yaml.Node, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("line %d: nested more than %d levels deep", n.Line, maxDepth)
	}
	before := len(w.out)
	if err := w.node(n, depth); err != nil {
		return err
	}
	if len(w.out) > Limit {
		return fmt.Errorf("the document is longer than %d MiB once its aliases are expanded", Limit>>20)
	}
	if n.Kind == yaml.ScalarNode {
		return w.spend(len(w.out) - before)
	}
	return w.spend(1)
}

func (w *writer) node(n *yaml.Node, depth int) error {
	switch n.Kind {
	case yaml.DocumentNode:
		return w.value(n.Content[0], depth)
	case yaml.AliasNode:
		return w.alias(n, func(target *yaml.Node) error { return w.value(target, depth+1) })
	case yaml.MappingNode:
		return w.mapping(n, depth)
	case yaml.SequenceNode:
		return w.sequence(n, depth)
	default:
		return w.scalar(n)
	}
}

func (w *writer) alias(n *yaml.Node, use func(*yaml.Node) error) error {
	if w.open[n.Alias] {
		return fmt.Errorf("line %d: the alias *%s refers to a value that contains the alias", n.Line, n.Value)
	}
	w.open[n.Alias] = true
	defer delete(w.open, n.Alias)
	return use(n.Alias)
}

func (w *writer) sequence(n *yaml.Node, depth int) error {
	w.out = append(w.out, '[')
	for i, item := range n.Content {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if err := w.value(item, depth+1); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return nil
}

func (w *writer) mapping(n *yaml.Node, depth int) error {
	members, err := w.members(n, depth)
	if err != nil {
		return err
	}
	w.out = append(w.out, '{')
	for i, m := range members {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		if err := w.text(m.name, m.value.Line); err != nil {
			return err
		}
		w.out = append(w.out, ':')
		if err := w.value(m.value, depth+1); err != nil {
			return err
		}
	}
	w.out = append(w.out, '}')
	return nil
}

func (w *writer) text(s string, line int) error {
	out, err := jsontext.AppendQuote(w.out, s)
	if err != nil {
		return fmt.Errorf("line %d: the text is not valid UTF-8", line)
	}
	w.out = out
	return nil
}
