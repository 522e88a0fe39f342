package cluster

import (
	"bytes"
	"errors"
	"fmt"

	"gopkg.in/yaml.v3"
)

// errBomb: YAML aliases let a small file stand for a huge one.
var errBomb = errors.New("its YAML aliases expand to too much text; write it without aliases")

// refuseBomb refuses a file that expands to more than a kubeconfig may hold.
// The YAML library below clientcmd counts aliases, but not the text they
// repeat: 200 kB of kubeconfig make it build a gigabyte of JSON. Parsing to
// nodes expands nothing, and is done only where there can be an alias at all.
func refuseBomb(data []byte) error {
	if !bytes.ContainsRune(data, '*') {
		return nil
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return fmt.Errorf("not valid YAML%s, or it has an alias without an anchor", place(err))
	}
	sizes := expansion{}
	if sizes.of(&root) > maxKubeconfig {
		return errBomb
	}
	return nil
}

// expansion holds the size that nodes have when their aliases are expanded.
type expansion map[*yaml.Node]int

func (e expansion) of(n *yaml.Node) int {
	if n.Kind == yaml.AliasNode {
		return e.of(n.Alias)
	}
	if size, known := e[n]; known {
		return size
	}
	// A node that contains an alias to itself is without end.
	e[n] = maxKubeconfig + 1
	size := len(n.Value) + 1
	for _, child := range n.Content {
		// Bounded, so that the sum cannot overflow.
		size = min(size+e.of(child), maxKubeconfig+1)
	}
	e[n] = size
	return size
}
