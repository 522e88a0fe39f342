package kustomize

import (
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// References are the paths that the kustomization of a folder may name, absolute, whether
// there is anything at them or not: each text in its file is taken for one. What its
// generators, transformers and validators name is among them.
func References(dir string) (paths []string) {
	file, found := fileOf(dir)
	if !found {
		return nil
	}
	root := textsOf(file)
	add := func(at *yaml.Node) {
		for _, text := range texts(at, nil) {
			paths = slice.Add(paths, filepath.Join(dir, filepath.FromSlash(text)))
		}
	}
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

// textsOf is the root of a YAML file; nil for what is none.
func textsOf(file string) *yaml.Node {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil || checkAliases(data) != nil {
		return nil
	}
	var node yaml.Node
	if yaml.Unmarshal(data, &node) != nil || len(node.Content) != 1 {
		return nil
	}
	return node.Content[0]
}

// texts are the scalars of a node that can be paths; of "name=path" the path too.
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
