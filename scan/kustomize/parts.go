package kustomize

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
	kyaml "sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// Parts are the parts of a kustomization.
type Parts struct {
	// Folders are its bases, components and folders of generators: real paths.
	Folders []string
	// Files are its other resources, with slashes, as it names them. Plugins are those of its
	// generators, transformers and validators that are no folders.
	Files, Plugins []string
	// Patches are the files of its patches, which are not complete objects.
	Patches []string
	// Component says that it is a component, which other kustomizations use.
	Component bool
	// Plain says that the build changes the objects of its folders and files only in names,
	// namespaces, labels without a meaning for Kubernetes, images and numbers of replicas. A
	// component may also merge patches, which are in its files.
	Plain bool
}

// PartsOf reads the kustomization file of a folder. It reports false if there is none, or if it is
// an object of another tool. It returns what it can read; a build reports errors in the file.
func PartsOf(dir string) (p Parts, ok bool) {
	file, found := fileOf(dir)
	if !found {
		return p, false
	}
	if slices.ContainsFunc(Names(), func(name string) bool { return name != filepath.Base(file) && exists(filepath.Join(dir, name)) }) {
		return p, true // kustomize does not build a folder with two of them
	}
	data := bounded(file)
	if data == nil || checkAliases(data) != nil {
		return p, true
	}
	var head types.TypeMeta
	if err := kyaml.Unmarshal(data, &head); err == nil && head.APIVersion != "" && !strings.HasPrefix(head.APIVersion, "kustomize.config.k8s.io/") {
		return p, false
	}
	p.Patches = patchesIn(data)
	k, read := kustomizationIn(data)
	if !read {
		return p, true
	}
	p.Component, p.Plain = k.Kind == types.ComponentKind, plain(k)
	split := func(entries []string) (files []string) {
		for _, entry := range entries {
			if folder := Real(filepath.Join(dir, filepath.FromSlash(entry))); !strings.Contains(entry, "\n") && folder != "" {
				p.Folders = append(p.Folders, folder)
			} else {
				files = append(files, entry)
			}
		}
		return files
	}
	p.Files = split(slices.Concat(k.Resources, k.Components))
	p.Plugins = split(slices.Concat(k.Generators, k.Transformers, k.Validators))
	return p, true
}

// kustomizationIn reads the text of a kustomization file. It reports false if kustomize cannot.
func kustomizationIn(data []byte) (k types.Kustomization, ok bool) {
	if data == nil || checkAliases(data) != nil || k.Unmarshal(data) != nil {
		return k, false
	}
	k.FixKustomization()
	return k, true
}

// bounded returns the contents of a regular file of up to maxFile; nil if it cannot be read.
func bounded(name string) []byte {
	data, _ := cause.ReadRegular(name, maxFile) // the build reports the error
	return data
}

// plain reports whether the build does not change what is checked: see [Parts.Plain].
func plain(k types.Kustomization) bool {
	for _, l := range k.Labels {
		if !meaningless(l.Pairs) || len(l.FieldSpecs) > 0 {
			return false
		}
	}
	//nolint:staticcheck // it is deprecated and still in use
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

// merges reports whether a patch is a part of an object, and not a list of operations.
func merges(patch string) bool {
	var head types.TypeMeta
	return checkAliases([]byte(patch)) == nil && kyaml.Unmarshal([]byte(patch), &head) == nil && head.APIVersion != "" && head.Kind != ""
}

// meaningless reports whether Kubernetes reads none of the labels.
func meaningless(labels map[string]string) bool {
	for key := range labels {
		if prefix, _, found := strings.Cut(key, "/"); found && prefix != "app.kubernetes.io" {
			return false
		}
	}
	return true
}

// Real returns the absolute path of a folder with links resolved; "" if there is no such folder.
func Real(dir string) string {
	abs := real(dir)
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return ""
	}
	return abs
}
