package cluster

import (
	"bytes"
	"errors"
	"fmt"

	"gopkg.in/yaml.v3"
)

// refuseBomb refuses a file that expands to more than maxKubeconfig bytes: clientcmd counts
// aliases, but not the text that they repeat. Parsing to nodes expands nothing.
func refuseBomb(data []byte) error {
	if !bytes.ContainsRune(data, '*') {
		return nil
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return fmt.Errorf("not valid YAML%s, or it has an alias without an anchor", place(err))
	}
	if (expansion{}).of(&root) > maxKubeconfig {
		return errors.New("its YAML aliases expand to too much text; write it without aliases")
	}
	return nil
}

// expansion has the sizes of nodes with their aliases expanded.
type expansion map[*yaml.Node]int

func (e expansion) of(n *yaml.Node) int {
	if n.Kind == yaml.AliasNode {
		return e.of(n.Alias)
	}
	if size, known := e[n]; known {
		return size
	}
	// A node that contains an alias of itself has no end.
	e[n] = maxKubeconfig + 1
	size := len(n.Value) + 1
	for _, child := range n.Content {
		// The limit prevents an overflow of the sum.
		size = min(size+e.of(child), maxKubeconfig+1)
	}
	e[n] = size
	return size
}
