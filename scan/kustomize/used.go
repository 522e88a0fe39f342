package kustomize

import (
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
)

// patchesOf are the files of patches that a kustomization names, with slashes, as it
// names them. What is written in the kustomization itself is none.
func patchesOf(k types.Kustomization) (files []string) {
	for _, p := range slices.Concat(k.Patches, k.PatchesJson6902) { //nolint:staticcheck // it is deprecated, and read
		files = append(files, p.Path)
	}
	for _, p := range k.PatchesStrategicMerge { //nolint:staticcheck // as above
		files = append(files, string(p))
	}
	return slices.DeleteFunc(files, func(f string) bool { return f == "" || strings.Contains(f, "\n") })
}

// Used looks into the kustomization of a folder: all are the files of its objects and
// those of the kustomizations that are part of it, patches the files that only change
// other objects, both as real paths. A folder that is none has none.
func Used(dir string) (all, patches map[string]bool) {
	u := used{all: map[string]bool{}, patches: map[string]bool{}, seen: map[string]bool{}}
	u.folder(Real(dir))
	return u.all, u.patches
}

type used struct{ all, patches, seen map[string]bool }

func (u *used) folder(dir string) {
	if dir == "" || u.seen[dir] {
		return
	}
	u.seen[dir] = true
	p, is := PartsOf(dir)
	if !is {
		return
	}
	note := func(names []string, into map[string]bool) {
		for _, name := range names {
			if path, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
				into[path] = true
			}
		}
	}
	note(p.Files, u.all)
	note(p.Patches, u.patches)
	for _, f := range p.Folders {
		u.folder(f)
	}
}
