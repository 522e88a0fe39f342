package kustomize

import (
	"bytes"
	"errors"
	"iter"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
)

// maxNodes limits the number of nodes of a file after its aliases are expanded, as kustomize does.
const maxNodes = 2_000_000

// checkAliases refuses files whose aliases expand to too much: a few lines can become gigabytes.
func checkAliases(data []byte) error {
	if bytes.IndexByte(data, '*') < 0 || bytes.IndexByte(data, '&') < 0 {
		return nil
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	total := 0
	for {
		var node yaml.Node
		if err := dec.Decode(&node); err != nil {
			return nil //nolint:nilerr // the end, or an error that kustomize reports too
		}
		if total += reader.Expanded(&node, maxNodes, func(n *yaml.Node) int { return 1 + len(n.Value)/64 }); total > maxNodes {
			return errors.New("the aliases in the file make it too large")
		}
	}
}

// documents ranges over the documents of a text that have content, with their numbers from 1. It ends
// at one that cannot be read, which makes the build fail, and has none if the aliases are too large.
func documents(text []byte) iter.Seq2[int, *yaml.Node] {
	return func(yield func(int, *yaml.Node) bool) {
		if checkAliases(text) != nil {
			return
		}
		dec := yaml.NewDecoder(bytes.NewReader(text))
		for document := 1; ; document++ {
			var node yaml.Node
			if dec.Decode(&node) != nil || len(node.Content) == 1 && !yield(document, node.Content[0]) {
				return
			}
		}
	}
}
