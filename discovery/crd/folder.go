package crd

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest"
)

// The most that a folder of manifests may hold.
const (
	maxFiles = 20_000
	maxTotal = 512 << 20
)

// Folder gathers the definitions of the files of a folder, wherever the folder is: on
// the disk, or in a commit. Files that could not be read might have held some, and are
// listed as unread; the others are read all the same. Templates, as charts have them,
// are passed over where they cannot write a CustomResourceDefinition ([MayDefine]).
type Folder struct {
	name  string
	found Manifests
	files int
	bytes int64
}

// NewFolder returns a folder without files. The name is for messages.
func NewFolder(name string) *Folder { return &Folder{name: name} }

// Looks reports whether the files of a folder are looked at: hidden ones are not.
func Looks(folder string) bool {
	return path.Base(folder) == "." || !strings.HasPrefix(path.Base(folder), ".")
}

// Takes reports whether a file is read, by its slash-separated path.
func Takes(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".yaml", ".yml", ".json":
		return !strings.HasPrefix(path.Base(file), ".")
	default:
		return false
	}
}

// Room refuses a folder that is too large with one more file of that size.
func (f *Folder) Room(size int64) error {
	f.files++
	f.bytes += size
	if f.files > maxFiles || f.bytes > maxTotal {
		return fmt.Errorf("%s holds more than %d files or %d MiB of manifests; specify a smaller folder", f.name, maxFiles, maxTotal>>20)
	}
	return nil
}

// Add reads a file of the folder.
func (f *Folder) Add(file string, text []byte) {
	display := filepath.Join(f.name, filepath.FromSlash(file))
	found, err := Read(display, text)
	switch {
	case err == nil && len(found.Definitions) == 0 && writesOthers(text):
		f.Unreadable(file, "the template may write CustomResourceDefinitions that are elsewhere; render it first (helm template)")
	case err == nil:
		f.found.Definitions = append(f.found.Definitions, found.Definitions...)
		f.found.Skipped += found.Skipped
	case bytes.Contains(text, []byte("{{")) && !MayDefine(text):
		f.found.Skipped++
	default:
		f.Unreadable(file, strings.TrimPrefix(err.Error(), display+": "))
	}
}

// Unreadable notes a file that could not be read.
func (f *Folder) Unreadable(file, reason string) {
	f.found.Unread = append(f.found.Unread, Unread{File: path.Join(filepath.ToSlash(f.name), file), Reason: reason})
}

// Manifests is what the files hold together.
func (f *Folder) Manifests() (Manifests, error) {
	if err := f.found.settle(); err != nil {
		return Manifests{}, err
	}
	return f.found, f.found.some(f.name)
}

// ReadFile reads a file that was named. One that cannot be read leaves nothing to tell.
func ReadFile(name string, text []byte) (Manifests, error) {
	found, err := Read(name, text)
	if err != nil {
		return Manifests{}, err
	}
	return found, found.some(name)
}

// some refuses a path without any definition: an empty surface would say that
// everything was removed.
func (m *Manifests) some(name string) error {
	switch {
	case len(m.Definitions) > 0:
		return nil
	case len(m.Unread) > 0:
		u := m.Unread[0]
		return fmt.Errorf("%s contains no CustomResourceDefinition that could be read; files that could not be read: %d, such as %s: %s", name, len(m.Unread), u.File, u.Reason)
	default:
		return fmt.Errorf("%s contains no CustomResourceDefinition (apiextensions.k8s.io/v1 or v1beta1); documents of other kinds: %d", name, m.Skipped)
	}
}

// CheckSize refuses a file that is too large to be a manifest.
func CheckSize(size int64) error {
	if size <= manifest.Limit {
		return nil
	}
	return fmt.Errorf("it has %d MiB; the limit for a manifest is %d MiB", size>>20, manifest.Limit>>20)
}
