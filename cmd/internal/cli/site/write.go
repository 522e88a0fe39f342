package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
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
	before, after map[string]string
	// listed is the length of the complete lines of the list.
	listed int
	// pages has the files of paths, named by their number, until all are known to be allowed.
	pages                  *beside.Folder
	paths                  []string
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
	w.listed = bytes.LastIndexByte(text, '\n') + 1
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, w.cannot("read", listName, err)
	}
	if w.before, err = readSums(text); err != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(dir, listName), err)
	}
	if w.pages, err = beside.MakeFolder(dir); err != nil {
		return nil, fmt.Errorf("cannot write into %s: %w", dir, cause.Of(err))
	}
	return w, nil
}

// readSums reads the list. If a file has several lines, the last one counts.
func readSums(text []byte) (map[string]string, error) {
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || len(sum) != hex.EncodedLen(sha256.Size) || !filepath.IsLocal(filepath.FromSlash(name)) {
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

// write writes a page, unless it exists with this content. It is moved to its path at the end.
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
	if err := w.root.WriteFile(w.page(len(w.paths)), f.Text, 0o666); err != nil {
		return w.cannot("write", f.Path, err)
	}
	w.paths = append(w.paths, f.Path)
	return nil
}

func (w *writer) page(i int) string { return path.Join(filepath.Base(w.pages.Name), strconv.Itoa(i)) }

// finish moves the pages to their paths, removes files that are no longer part of the site, and
// writes the list. After an error it does none of it.
func (w *writer) finish(err error) error {
	defer w.root.Close()  //nolint:errcheck // nothing is written through it any more
	defer w.pages.Close() //nolint:errcheck // the next run removes what is left
	if err == nil {
		err = w.move()
	}
	if err == nil {
		err = w.removeOld()
	}
	if err != nil {
		return err
	}
	if err := beside.Replace(w.root, listName, 0o666, w.sums); err != nil {
		return w.cannot("write", listName, err)
	}
	return nil
}

// move lists each file before it is written, so that the next run knows the files of an interrupted
// run.
func (w *writer) move() error {
	list, err := w.root.OpenFile(listName, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return w.cannot("write", listName, err)
	}
	defer list.Close() //nolint:errcheck // it is replaced
	if err := list.Truncate(int64(w.listed)); err != nil {
		return w.cannot("write", listName, err)
	}
	for i, name := range w.paths {
		if _, err := list.WriteString(w.after[name] + "  " + name + "\n"); err != nil {
			return w.cannot("write", listName, err)
		}
		if err := w.root.MkdirAll(path.Dir(name), 0o777); err != nil {
			return w.cannot("create", path.Dir(name), err)
		}
		if err := w.root.Rename(w.page(i), name); err != nil {
			return w.cannot("write", name, err)
		}
		w.written++
	}
	return nil
}

func (w *writer) sums(to io.Writer) error {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(w.after)) {
		b.WriteString(w.after[name] + "  " + name + "\n")
	}
	_, err := to.Write(b.Bytes())
	return err
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
