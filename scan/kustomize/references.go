package kustomize

import (
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// References returns the absolute paths that the kustomization of a folder and its plugins may
// name: each text in these files, whether a file of that name exists or not.
func References(dir string) (paths []string) {
	file, found := fileOf(dir)
	if !found {
		return nil
	}
	root := textsOf(file)
	add := func(at *yaml.Node) { paths = slice.Add(paths, pathsIn(dir, at)...) }
	add(root)
	for _, name := range []string{"generators", "transformers", "validators"} {
		if _, list := entry(root, name); list != nil {
			for _, text := range texts(list, nil) {
				add(textsOf(filepath.Join(dir, filepath.FromSlash(text))))
			}
		}
	}
	return paths
}

// ReferencesIn returns the absolute paths that the text of a kustomization file of a folder may name.
func ReferencesIn(dir string, data []byte) []string { return pathsIn(dir, rootOf(data)) }

func pathsIn(dir string, at *yaml.Node) []string {
	return slice.Map(texts(at, nil), func(text string) string { return filepath.Join(dir, filepath.FromSlash(text)) })
}

// textsOf returns the root of a YAML file; nil if it cannot be read.
func textsOf(file string) *yaml.Node { return rootOf(bounded(file)) }

// rootOf returns the root of a YAML text; nil if it cannot be read.
func rootOf(data []byte) *yaml.Node {
	var node yaml.Node
	if checkAliases(data) != nil || yaml.Unmarshal(data, &node) != nil || len(node.Content) != 1 {
		return nil
	}
	return node.Content[0]
}

// texts appends the scalars of a node that can be paths, and for "name=path" also the path.
func texts(n *yaml.Node, list []string) []string {
	if n == nil {
		return list
	}
	for _, child := range n.Content {
		list = texts(child, list)
	}
	const longest = 4096
	if n.Kind != yaml.ScalarNode || n.Value == "" || len(n.Value) > longest || strings.ContainsAny(n.Value, "\n\x00") || filepath.IsAbs(n.Value) {
		return list
	}
	if _, path, named := strings.Cut(n.Value, "="); named && path != "" {
		list = append(list, path)
	}
	return append(list, n.Value)
}
