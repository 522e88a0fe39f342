package kustomize

import (
	"os"
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
	// comments are those of the kustomization files of folders; "" where there is none.
	comments map[string]string
}

// NewMembers are those of the kustomizations in folders, and of those that these are made of.
func NewMembers(folders ...string) *Members {
	m := &Members{newUsed(), newUsed(), map[string]string{}}
	for _, dir := range folders {
		m.added.folder(Real(dir))
	}
	return m
}

// levels is how far above a file its kustomization is looked for.
const levels = 3

// Has reports whether a file is not an object as it is applied: one of the kustomizations
// builds or merges it, or it is a patch of one in its folder or at most two above.
func (m *Members) Has(file string) bool {
	path := real(file)
	for dir, up := filepath.Dir(path), 0; up < levels; dir, up = filepath.Dir(dir), up+1 {
		m.near.folder(dir)
	}
	return m.added.all[path] || m.added.patches[path] || m.near.patches[path]
}

// Mentions reports whether a kustomization in the file's folder, or at most two above, has
// the file's path in a comment. Kubebuilder lays out patches that are to be turned on so.
func (m *Members) Mentions(file string) bool {
	path := real(file)
	for dir, up := filepath.Dir(path), 0; up < levels; dir, up = filepath.Dir(dir), up+1 {
		text, read := m.comments[dir]
		if name, is := fileOf(dir); is && !read {
			data, _ := os.ReadFile(name) // what cannot be read mentions nothing
			for line := range strings.Lines(string(data)) {
				_, comment, _ := strings.Cut(line, "#")
				text += comment
			}
		}
		m.comments[dir] = text
		if inside, err := filepath.Rel(dir, path); err == nil && strings.Contains(text, filepath.ToSlash(inside)) {
			return true
		}
	}
	return false
}

// real is an absolute path without links, as far as it is there.
func real(file string) string {
	path, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return file
	}
	if found, err := filepath.EvalSymlinks(path); err == nil {
		return found
	}
	return path
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
