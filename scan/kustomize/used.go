package kustomize

import (
	"path/filepath"
	"slices"
	"strings"

	kyaml "sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// patchesIn returns the files of patches that are not inline, as a kustomization file names them,
// even if kustomize does not accept it, such as one of kustomize 1, in which patches is a list of
// names.
func patchesIn(data []byte) (files []string) {
	var k struct{ Patches, PatchesStrategicMerge, PatchesJSON6902 []any }
	_ = kyaml.Unmarshal(data, &k) // a build reports what is not a list
	for _, entry := range slices.Concat(k.Patches, k.PatchesStrategicMerge, k.PatchesJSON6902) {
		if patch, is := entry.(map[string]any); is {
			entry = patch["path"]
		}
		if file, _ := entry.(string); file != "" && !strings.Contains(file, "\n") {
			files = append(files, file)
		}
	}
	return files
}

// Members has the files of kustomizations by their real paths. Each folder is read once.
type Members struct {
	// added has the files of the given kustomizations. near has those of the kustomizations in and
	// above the folders of the files that were asked about.
	added, near used
	// comments has the comments of the kustomization files by folder.
	comments map[string]string
}

// NewMembers returns the files of the kustomizations in folders, and of their bases and components.
func NewMembers(folders ...string) *Members {
	m := &Members{newUsed(), newUsed(), map[string]string{}}
	for _, dir := range folders {
		m.added.folder(Real(dir))
	}
	return m
}

// levels is in how many folders, from a file's upwards, a kustomization is looked for.
const levels = 3

// Has reports whether a file is not applied as it is: one of the kustomizations builds it or uses
// it as a patch, or it is a patch of a kustomization in its folder or at most two folders above.
func (m *Members) Has(file string) bool {
	path := real(file)
	for dir, up := filepath.Dir(path), 0; up < levels; dir, up = filepath.Dir(dir), up+1 {
		m.near.folder(dir)
	}
	return m.added.all[path] || m.added.patches[path] || m.near.patches[path]
}

// Unused returns why a file is taken for a patch that is not used; "" if it is not. A kustomization
// in its folder, or at most two folders above, has its path in a comment, or has it in its folder
// "patches"; or one in its folder does not list it, and its name is that of a patch. Kubebuilder writes
// patches that are off by default this way.
func (m *Members) Unused(file string) string {
	path := real(file)
	for dir, up := filepath.Dir(path), 0; up < levels; dir, up = filepath.Dir(dir), up+1 {
		text, read := m.comments[dir]
		name, is := fileOf(dir)
		if is && !read {
			for line := range strings.Lines(string(bounded(name))) {
				_, comment, _ := strings.Cut(line, "#")
				text += comment
			}
		}
		m.comments[dir] = text
		inside, err := filepath.Rel(dir, path)
		switch inside = filepath.ToSlash(inside); {
		case err != nil:
		case strings.Contains(text, inside):
			return "a kustomization mentions it only in a comment"
		case is && strings.HasPrefix(inside, "patches/") && !m.near.all[path]:
			return "it is in the folder patches of a kustomization that does not list it"
		case is && inside == filepath.Base(path) && patchName().MatchString(inside) && !m.near.all[path]:
			return "it has the name of a patch, and the kustomization in its folder does not list it"
		}
	}
	return ""
}

// patchName matches the names of patches, such as Kubebuilder's manager_config_patch.yaml.
var patchName = lazy.Regexp(`(?:^|[-_.])patch(?:es)?[-_.]`)

// real returns an absolute path, with links resolved if the file exists.
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

// used has the files of resources (all), the files of patches, and the folders that were read.
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
	note(slices.Concat(p.Files, p.Plugins), u.all)
	note(p.Patches, u.patches)
	for _, f := range p.Folders {
		u.folder(f)
	}
}
