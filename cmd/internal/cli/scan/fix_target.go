package scan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

// fixTarget is a file to rewrite. It is opened within the folder that the user named, so that a
// link in an untrusted repository cannot cause a write outside of it.
type fixTarget struct {
	root *os.Root
	// name is the path of the file within the folder, with links resolved; real is its absolute
	// path.
	name, real string
	data       []byte
	// refused is why the file is not written.
	refused string
}

// openTarget finds the folder of a file among the paths of a scan, and reads the file.
func openTarget(paths []string, file string) (t fixTarget, err error) {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return t, err
	}
	folder, name := filepath.Dir(real), filepath.Base(real)
	named := folderOf(paths, file)
	within, err := filepath.Rel(option.RealPath(named), option.RealPath(real))
	if err != nil {
		return t, err
	}
	if filepath.IsLocal(within) {
		folder, name = named, within
	} else {
		t.refused = fmt.Sprintf("it is a link to a file outside %s: to change that file, specify it on the command line", named)
	}
	if t.root, err = os.OpenRoot(folder); err != nil {
		return t, err
	}
	t.name, t.real = name, real
	if t.data, err = t.root.ReadFile(name); err != nil {
		return t, errors.Join(err, t.root.Close())
	}
	return t, nil
}

// folderOf returns the named folder that contains a file, or else the file's own folder.
func folderOf(paths []string, file string) string {
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil || !info.IsDir() {
			continue
		}
		folder, err1 := filepath.Abs(p)
		whole, err2 := filepath.Abs(file)
		if rel, err := filepath.Rel(folder, whole); errors.Join(err, err1, err2) == nil && filepath.IsLocal(rel) {
			return p
		}
	}
	return filepath.Dir(file)
}

// keep writes a copy of the file next to it. It returns the reason if another file has that name:
// an older copy is not overwritten, and no link is followed.
func (t *fixTarget) keep(dryRun bool, cleaned map[string]bool) (refused string, err error) {
	orig := t.name + ".orig"
	info, err := t.root.Lstat(orig)
	switch {
	case err == nil && info.Mode().IsRegular():
		if kept, err := t.root.ReadFile(orig); err == nil && bytes.Equal(kept, t.data) {
			return "", nil
		}
		return filepath.Base(orig) + " already exists with other content: move it, or run without --backup", nil
	case err == nil:
		return filepath.Base(orig) + " already exists and is not a file: move it, or run without --backup", nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	case dryRun:
		return "", nil
	}
	return "", t.write(orig, t.data, cleaned)
}

// write writes a file of the folder. cleaned are the folders in which temporary files were already
// looked for: reading a large folder for each of its files would take quadratic time.
func (t *fixTarget) write(name string, text []byte, cleaned map[string]bool) error {
	info, err := t.root.Lstat(t.name)
	if err != nil {
		return err
	}
	if folder := filepath.Dir(t.real); !cleaned[folder] {
		cleaned[folder] = true
		beside.Clean(t.root, filepath.Dir(name))
	}
	return beside.Replace(t.root, name, info.Mode().Perm(), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
