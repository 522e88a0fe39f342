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

// Members are the files of kustomizations, by their real paths. Each folder is read once.
type Members struct {
	// added are those that were added, near those beside a file that was asked about.
	added, near used
}

// NewMembers are those of the kustomizations in folders, and of those that these are made of.
func NewMembers(folders ...string) *Members {
	m := &Members{newUsed(), newUsed()}
	for _, dir := range folders {
		m.added.folder(Real(dir))
	}
	return m
}

// Has reports whether a file is not an object as it is applied: one of the kustomizations
// builds or merges it, or it is a patch of one in its folder or at most two above.
func (m *Members) Has(file string) bool {
	path, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	for dir, up := filepath.Dir(path), 0; up < 3; dir, up = filepath.Dir(dir), up+1 {
		m.near.folder(dir)
	}
	return m.added.all[path] || m.added.patches[path] || m.near.patches[path]
}

// used are the files of objects, and those that only change other objects.
type used struct{ all, patches, seen map[string]bool }

func newUsed() used { return used{map[string]bool{}, map[string]bool{}, map[string]bool{}} }

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
