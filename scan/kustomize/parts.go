package kustomize

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
	kyaml "sigs.k8s.io/yaml"
)

// Parts are the folders that a kustomization is made of: bases, components, folders
// of generators; absolute, links resolved.
type Parts struct {
	Folders []string
	// Component: it is none of its own, but a part of others.
	Component bool
}

// PartsOf looks into the kustomization file of a folder, and reports whether it
// is one: other tools have objects of that name. What is wrong with it a build says.
func PartsOf(dir string) (p Parts, ok bool) {
	file, found := fileOf(dir)
	if !found {
		return p, false
	}
	info, err := os.Stat(file)
	if err != nil || info.Size() > maxFile {
		return p, true
	}
	data, err := os.ReadFile(file)
	if err != nil || checkAliases(data) != nil {
		return p, true
	}
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := kyaml.Unmarshal(data, &head); err == nil && head.APIVersion != "" && !strings.HasPrefix(head.APIVersion, "kustomize.config.k8s.io/") {
		return p, false
	}
	var k types.Kustomization
	if err := k.Unmarshal(data); err != nil {
		return p, true
	}
	k.FixKustomization()
	p.Component = k.Kind == types.ComponentKind
	for _, entry := range slices.Concat(k.Resources, k.Components, k.Generators, k.Transformers, k.Validators) {
		if folder := Real(filepath.Join(dir, filepath.FromSlash(entry))); !strings.Contains(entry, "\n") && folder != "" {
			p.Folders = append(p.Folders, folder)
		}
	}
	return p, true
}

// Real is the absolute path of a folder, links resolved; "" for what is none.
func Real(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return ""
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return ""
	}
	return abs
}
