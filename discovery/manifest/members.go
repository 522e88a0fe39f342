package manifest

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// member is a name of a mapping, its own or merged into it.
type member struct {
	name  string
	value *yaml.Node
}

// members returns the members of a mapping: its own, then those that "<<" merges into it and that
// it does not have.
func (w *writer) members(n *yaml.Node, depth int) ([]member, error) {
	list := make([]member, 0, len(n.Content)/2)
	line := make(map[string]int, len(n.Content)/2)
	var merged []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Tag == "!!merge" {
			merged = append(merged, value)
			continue
		}
		name, err := w.name(key)
		if err != nil {
			return nil, err
		}
		if at, twice := line[name]; twice {
			return nil, fmt.Errorf("line %d: the name %q is repeated; the first is in line %d. A server uses only one of them", key.Line, name, at)
		}
		line[name] = key.Line
		list = append(list, member{name, value})
	}
	for _, source := range merged {
		from, err := w.merged(source, depth+1)
		if err != nil {
			return nil, err
		}
		for _, m := range from {
			if _, own := line[m.name]; !own {
				line[m.name] = m.value.Line
				list = append(list, m)
			}
		}
	}
	return list, nil
}

// merged returns the members of the value of a "<<": a mapping, an alias of one, or a list of them.
// Earlier ones in the list win.
func (w *writer) merged(n *yaml.Node, depth int) (list []member, err error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("line %d: merged through more than %d levels", n.Line, maxDepth)
	}
	if err := w.spend(1 + len(n.Content)); err != nil {
		return nil, err
	}
	switch n.Kind {
	case yaml.MappingNode:
		return w.members(n, depth)
	case yaml.AliasNode:
		err = w.alias(n, func(target *yaml.Node) (err error) {
			list, err = w.merged(target, depth+1)
			return err
		})
		return list, err
	case yaml.SequenceNode:
		for _, item := range n.Content {
			from, err := w.merged(item, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, from...)
		}
		return list, nil
	default:
		return nil, fmt.Errorf("line %d: \"<<\" needs a mapping, but the value is not a mapping", n.Line)
	}
}

// name returns a key as a string. Like kubectl, it converts other scalars to their text.
func (w *writer) name(key *yaml.Node) (string, error) {
	if key.Kind == yaml.AliasNode {
		key = key.Alias
	}
	if key.Kind != yaml.ScalarNode {
		return "", fmt.Errorf("line %d: a key is a list or a mapping, which JSON does not allow", key.Line)
	}
	form, err := resolve(key)
	if err != nil {
		return "", err
	}
	if form.literal != "" {
		return form.literal, nil
	}
	return form.text, nil
}
