package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/site"
)

// listName is the file with the paths and checksums of the files that kubedelta wrote, in the
// format of sha256sum.
const listName = "kubedelta-site.sha256"

// writer writes a site into a folder. It writes only below the folder, and never changes a file
// that kubedelta did not write.
type writer struct {
	dir  string
	root *os.Root
	// before and after are the checksums of the files of earlier runs and of this run, by path.
	before, after          map[string]string
	list                   *os.File
	written, same, removed int
	// kept are files that are no longer part of the site, but that somebody changed.
	kept []string
}

func openFolder(dir string) (*writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil { // the umask decides who may read it
		return nil, fmt.Errorf("cannot create %s: %w", dir, cause.Of(err))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", dir, cause.Of(err))
	}
	w := &writer{dir: dir, root: root, after: map[string]string{}}
	text, err := root.ReadFile(listName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, w.cannot("read", listName, err)
	}
	if w.before, err = readSums(text); err != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(dir, listName), err)
	}
	// A file is listed before it is written, so that the next run knows the files of an interrupted
	// run.
	if w.list, err = root.OpenFile(listName, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
		return nil, w.cannot("write", listName, err)
	}
	return w, nil
}

// readSums reads the list. If a file has several lines, the last one counts.
func readSums(text []byte) (map[string]string, error) {
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || len(sum) != hex.EncodedLen(sha256.Size) || name == "" {
			if !strings.HasSuffix(line, "\n") {
				break // an interrupted run wrote a part of the line, and not the file
			}
			return nil, errors.New("this is not the list of the files of a site; use another folder, or delete it if it is damaged")
		}
		sums[name] = sum
	}
	return sums, nil
}

func (w *writer) cannot(do, name string, err error) error {
	return fmt.Errorf("cannot %s %s: %w", do, path.Join(w.dir, name), cause.Of(err))
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// write writes a file unless it exists with this content.
func (w *writer) write(f site.File) error {
	sum := sumOf(f.Text)
	if _, twice := w.after[f.Path]; twice {
		return fmt.Errorf("two pages of the site have the address %s", f.Path)
	}
	w.after[f.Path] = sum
	old, err := w.root.ReadFile(f.Path)
	switch {
	case err == nil && bytes.Equal(old, f.Text):
		w.same++
		return nil
	case err == nil && w.before[f.Path] == "":
		delete(w.after, f.Path)
		return fmt.Errorf("%s was not written by kubedelta site: move it away, or use another folder", path.Join(w.dir, f.Path))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return w.cannot("read", f.Path, err)
	}
	if _, err := w.list.WriteString(sum + "  " + f.Path + "\n"); err != nil {
		return w.cannot("write", listName, err)
	}
	w.written++
	return w.replace(f.Path, f.Text)
}

func (w *writer) replace(name string, text []byte) error {
	folder, base := path.Split(name)
	if err := w.root.MkdirAll(path.Clean(folder), 0o777); err != nil {
		return w.cannot("create", folder, err)
	}
	beside := folder + ".kubedelta-" + base
	if err := w.root.WriteFile(beside, text, 0o666); err != nil {
		return w.cannot("write", name, err)
	}
	if err := w.root.Rename(beside, name); err != nil {
		return w.cannot("write", name, err)
	}
	return nil
}

// finish removes files that are no longer part of the site, and writes the list. After an error it
// removes nothing.
func (w *writer) finish(failed error) error {
	err := failed
	if err == nil {
		err = w.removeOld()
	}
	if closing := w.list.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = w.replace(listName, w.sums())
	}
	w.root.Close() //nolint:errcheck // nothing is written through it
	return err
}

func (w *writer) sums() []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(w.after)) {
		b.WriteString(w.after[name] + "  " + name + "\n")
	}
	return b.Bytes()
}

func (w *writer) removeOld() error {
	for _, name := range slices.Sorted(maps.Keys(w.before)) {
		if _, stays := w.after[name]; stays {
			continue
		}
		text, err := w.root.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return w.cannot("read", name, err)
		case sumOf(text) != w.before[name]:
			w.kept = append(w.kept, path.Join(w.dir, name))
			continue
		}
		if err := w.root.Remove(name); err != nil {
			return w.cannot("remove", name, err)
		}
		w.removed++
		// A folder that is not empty stays.
		for folder := path.Dir(name); folder != "." && w.root.Remove(folder) == nil; folder = path.Dir(folder) {
		}
	}
	return nil
}
