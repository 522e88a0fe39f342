package kustomize

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
	kyaml "sigs.k8s.io/yaml"
)

// Parts are the folders that a kustomization is made of: bases, components, folders
// of generators; absolute, links resolved.
type Parts struct {
	Folders []string
	// Files are its other resources, with slashes, as it names them.
	Files []string
	// Patches are the files of its patches, which are no whole objects.
	Patches []string
	// Component: it is none of its own, but a part of others.
	Component bool
	// Plain: the objects of a build are those of its folders and files, but for names,
	// namespaces, labels without a meaning for Kubernetes, images and numbers of replicas.
	// Of a component, what it merges into other objects stands in its files, too.
	Plain bool
}

// PartsOf looks into the kustomization file of a folder, and reports whether it
// is one: other tools have objects of that name. What is wrong with it a build says.
func PartsOf(dir string) (p Parts, ok bool) {
	file, found := fileOf(dir)
	if !found {
		return p, false
	}
	if slices.ContainsFunc(Names(), func(name string) bool { return name != filepath.Base(file) && exists(filepath.Join(dir, name)) }) {
		return p, true // with two files it is not built
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
	p.Component, p.Plain, p.Patches = k.Kind == types.ComponentKind, plain(k), patchesOf(k)
	for _, entry := range slices.Concat(k.Resources, k.Components, k.Generators, k.Transformers, k.Validators) {
		if folder := Real(filepath.Join(dir, filepath.FromSlash(entry))); !strings.Contains(entry, "\n") && folder != "" {
			p.Folders = append(p.Folders, folder)
		} else {
			p.Files = append(p.Files, entry)
		}
	}
	return p, true
}

// plain reports whether a kustomization has nothing but what does not change what is
// checked of an object.
func plain(k types.Kustomization) bool {
	for _, l := range k.Labels {
		if !meaningless(l.Pairs) || len(l.FieldSpecs) > 0 {
			return false
		}
	}
	//nolint:staticcheck // it is deprecated, and read
	if !meaningless(k.CommonLabels) || k.Kind != types.KustomizationKind && k.Kind != types.ComponentKind {
		return false
	}
	if k.Kind == types.ComponentKind {
		if slices.ContainsFunc(k.Patches, func(p types.Patch) bool { return p.Path == "" && !merges(p.Patch) }) {
			return false
		}
		k.Patches, k.Components = nil, nil
	}
	k.TypeMeta, k.MetaData, k.Labels, k.CommonLabels = types.TypeMeta{}, nil, nil, nil //nolint:staticcheck // as above
	k.Resources, k.Namespace, k.NamePrefix, k.NameSuffix = nil, "", "", ""
	k.Images, k.Replicas, k.SortOptions, k.BuildMetadata = nil, nil, nil, nil
	return reflect.DeepEqual(k, types.Kustomization{})
}

// merges reports whether a patch is a part of an object, which is read as such: a list of
// operations on paths is not.
func merges(patch string) bool {
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	return checkAliases([]byte(patch)) == nil && kyaml.Unmarshal([]byte(patch), &head) == nil && head.APIVersion != "" && head.Kind != ""
}

// meaningless: no label is one that Kubernetes reads.
func meaningless(labels map[string]string) bool {
	for key := range labels {
		if prefix, _, found := strings.Cut(key, "/"); found && prefix != "app.kubernetes.io" {
			return false
		}
	}
	return true
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
