package crd

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// The limits of a folder of manifests.
const (
	maxFiles = 20_000
	maxTotal = 512 << 20
)

// Folder collects the definitions of a folder, on disk or in a commit, and applies the patches of
// its kustomizations. Files that may contain definitions and could not be read are listed as
// unread. Templates that cannot write a definition ([MayDefine]) are skipped.
type Folder struct {
	name    string
	found   Manifests
	patches patches
	files   int
	bytes   int64
}

// NewFolder returns an empty folder. The name is used in messages.
func NewFolder(name string) *Folder {
	return &Folder{name: name, patches: patches{map[string][]byte{}, map[string][]byte{}, map[string]bool{}}}
}

// Looks reports whether the files of a folder are read. Hidden folders are not.
func Looks(folder string) bool {
	return path.Base(folder) == "." || !strings.HasPrefix(path.Base(folder), ".")
}

// Takes reports whether a file is read, by its slash-separated path. Hidden files are not.
func Takes(file string) bool { return named(file) && !strings.HasPrefix(path.Base(file), ".") }

// named reports whether a file has the name of a manifest or a kustomization.
func named(file string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(path.Ext(file))) || isKustomization(file)
}

// Pass records a file that is not read only because a name in its path begins with a dot.
func (f *Folder) Pass(file string) {
	if named(file) {
		f.hide(file)
	}
}

// hide records the hidden folder or file in a path. It ignores the folder of git, and names with two
// dots: a volume of a pod has the files of a ConfigMap in such folders, and links to them.
func (f *Folder) hide(file string) {
	parts := strings.Split(file, "/")
	i := slices.IndexFunc(parts, func(name string) bool { return strings.HasPrefix(name, ".") })
	if i >= 0 && parts[i] != ".git" && !strings.HasPrefix(parts[i], "..") {
		f.found.Hidden = slice.Add(f.found.Hidden, path.Join(parts[:i+1]...))
	}
}

// Room adds a file to the size of the folder. It returns an error if the folder is too large.
func (f *Folder) Room(size int64) error {
	f.files++
	f.bytes += size
	if f.files > maxFiles || f.bytes > maxTotal {
		return fmt.Errorf("%s contains more than %d files or %d MiB of manifests; specify a smaller folder", f.name, maxFiles, maxTotal>>20)
	}
	return nil
}

// Add adds the definitions of a file.
func (f *Folder) Add(file string, text []byte) {
	name := filepath.Join(f.name, filepath.FromSlash(file))
	found, err := Read(name, text)
	switch {
	case err == nil && len(found.Definitions) == 0 && writesOthers(text):
		f.Unreadable(file, "the template may write CustomResourceDefinitions that are elsewhere; render it first (helm template)")
	case err == nil:
		f.found.Definitions = append(f.found.Definitions, found.Definitions...)
		f.found.Skipped += found.Skipped
		switch {
		case isKustomization(file):
			f.patches.kustomizations[file] = text
		case len(found.Definitions) == 0 && (bytes.Contains(text, []byte("op:")) || bytes.Contains(text, []byte(`"op"`))): // operations on a definition
			f.patches.files[file] = text
		}
	case partial(text):
		f.patches.files[file] = text
	case bytes.Contains(text, []byte("{{")) && !MayDefine(text):
		f.found.Skipped++
	default:
		f.Unreadable(file, strings.TrimLeft(strings.TrimPrefix(err.Error(), name), ":, "))
	}
}

// Unreadable adds a file that could not be read.
func (f *Folder) Unreadable(file, reason string) {
	f.found.Unread = append(f.found.Unread, Unread{File: f.path(file), Reason: reason})
}

// path is the path of a file in messages.
func (f *Folder) path(file string) string { return path.Join(filepath.ToSlash(f.name), file) }

// Manifests returns the definitions of all files. It returns an error if there are none.
func (f *Folder) Manifests() (Manifests, error) {
	f.applyPatches()
	if err := f.found.settle(); err != nil {
		return Manifests{}, err
	}
	return f.found, f.found.some(f.name)
}

// ReadFile reads a single file. It returns an error if the file cannot be read or has no
// definitions.
func ReadFile(name string, text []byte) (Manifests, error) {
	found, err := Read(name, text)
	if err != nil {
		return Manifests{}, err
	}
	return found, found.some(name)
}

// some returns an error if there are no definitions: an empty surface would mean that everything
// was removed.
func (m *Manifests) some(name string) error {
	switch {
	case len(m.Definitions) > 0:
		return nil
	case len(m.Unread) > 0:
		u := m.Unread[0]
		return fmt.Errorf("%s contains no CustomResourceDefinition that could be read; files that could not be read: %d, such as %s: %s", name, len(m.Unread), u.File, u.Reason)
	default:
		hidden := phrase.With("; hidden files and folders are not read: ", strings.Join(m.Hidden, ", "), "")
		return fmt.Errorf("%s contains no CustomResourceDefinition (apiextensions.k8s.io/v1 or v1beta1); documents of other kinds: %d%s", name, m.Skipped, hidden)
	}
}

// CheckSize returns an error for a file that is too large to be a manifest.
func CheckSize(size int64) error {
	if size <= manifest.Limit {
		return nil
	}
	return fmt.Errorf("it is %d MiB; the limit for a manifest is %d MiB", size>>20, manifest.Limit>>20)
}
