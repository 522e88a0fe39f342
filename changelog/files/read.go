package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

const (
	// maxTotal limits the bytes that are read, and maxEntries the files in a folder. Folders of
	// notes are far smaller.
	maxTotal   = 512 << 20
	maxEntries = 100_000
)

// Read reads the notes in a file, or in a folder and everything below it, in the order of their
// paths. Unrecognized files are in the result with a reason. It returns an error if there are no
// notes.
func Read(name string) ([]File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, cause.Reading(name, err)
	}
	whole, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := &reader{given: name, above: whole}
	if info.IsDir() {
		err = r.folder()
	} else {
		r.given, r.above = filepath.Dir(name), filepath.Dir(whole)
		r.open = func(string) (fs.File, error) { return os.Open(name) }
		r.files = []File{r.file(filepath.Base(name), info)}
		r.files[0].Path = name
	}
	if err != nil {
		return nil, err
	}
	return r.files, r.nothing(name, info.IsDir())
}

// reader reads one folder.
type reader struct {
	// given is the folder as the user named it. above is its absolute path, because its parents may
	// name a release.
	given, above string
	open         func(name string) (fs.File, error)
	files        []File
	entries      int
	total        int64
}

// folder reads everything below the folder. It uses os.Root, so that no link leads out of the
// folder.
func (r *reader) folder() error {
	root, err := os.OpenRoot(r.given)
	if err != nil {
		return fmt.Errorf("no release notes: %w", err)
	}
	defer func() { _ = root.Close() }()
	r.open = root.FS().Open
	return fs.WalkDir(root.FS(), ".", r.visit)
}

func (r *reader) visit(name string, e fs.DirEntry, err error) error {
	if r.entries++; r.entries > maxEntries {
		return fmt.Errorf("%s contains more than %d files; specify the folder with the release notes", r.given, maxEntries)
	}
	if err == nil && e.IsDir() {
		return r.descend(name, e.Name())
	}
	var info fs.FileInfo
	if err == nil {
		info, err = e.Info()
	}
	if err != nil {
		r.pass(name, "it cannot be read: "+cause.Of(err).Error())
		return nil
	}
	r.files = append(r.files, r.file(name, info))
	if r.total > maxTotal {
		return fmt.Errorf("%s contains more than %d MiB of release notes; specify the folder with the release notes", r.given, maxTotal>>20)
	}
	return nil
}

// descend skips folders with files of other projects or of tools.
func (r *reader) descend(path, name string) error {
	if path == "." || !strings.HasPrefix(name, ".") && name != "node_modules" && name != "vendor" {
		return nil
	}
	r.pass(path, "a folder with this name has no release notes of Kubernetes")
	return fs.SkipDir
}

func (r *reader) pass(name, reason string) { r.files = append(r.files, r.passed(name, reason)) }

func (r *reader) passed(name, reason string) File {
	return File{Path: filepath.Join(r.given, filepath.FromSlash(name)), Reason: reason}
}

// file reads one file if its name may be that of notes.
func (r *reader) file(name string, info fs.FileInfo) File {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return r.passed(name, "it is a symbolic link; use its target instead")
	case !info.Mode().IsRegular():
		return r.passed(name, "it is not a regular file")
	}
	k := recognise(path.Join(filepath.ToSlash(r.above), name))
	if k.form == PassedOver && !k.look {
		return r.passed(name, k.reason)
	}
	if info.Size() > maxFile {
		return r.passed(name, fmt.Sprintf("it is larger than %d MiB", maxFile>>20))
	}
	data, err := r.bytes(name, info)
	if err != nil {
		return r.passed(name, "it cannot be read: "+cause.Of(err).Error())
	}
	r.total += int64(len(data))
	if k = k.settle(data); k.form == PassedOver {
		return r.passed(name, k.reason)
	}
	f := r.passed(name, "")
	f.Form, f.Release, f.Data = k.form, k.release, data
	return f
}

// bytes reads the file if it is still the file that was examined.
func (r *reader) bytes(name string, looked fs.FileInfo) ([]byte, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if now, err := f.Stat(); err != nil || !os.SameFile(looked, now) {
		return nil, errors.New("the file was replaced")
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = errors.New("it grows")
	}
	return data, err
}

// nothing returns the error for a path without notes.
func (r *reader) nothing(path string, folder bool) error {
	for _, f := range r.files {
		if f.Form != PassedOver {
			return nil
		}
	}
	const forms = "CHANGELOG-1.24.md, 1.24.0.md, 1.24.0.json, release-1.24/release-notes/release-notes-draft.json, pr-108445-map.yaml"
	if !folder {
		return fmt.Errorf("%s contains no release notes: %s", path, r.files[0].Reason)
	}
	said := fmt.Sprintf("%s contains no release notes: no file has a name like %s", path, forms)
	if len(r.files) <= 3 {
		for _, f := range r.files {
			said += fmt.Sprintf("; %s: %s", f.Path, f.Reason)
		}
	}
	return errors.New(said)
}
