package crd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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

// ReadPath reads the definitions of a file, or of the .yaml, .yml and .json
// files of a folder and its subfolders. Hidden files are passed over, and
// symbolic links are followed to files inside the folder only. Templates, as
// charts have them, are passed over where they say nothing of
// CustomResourceDefinitions; other files that are neither YAML nor JSON might
// have held some, and are listed as unread.
func ReadPath(ctx context.Context, name string) (Manifests, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Manifests{}, plain(err)
	}
	if info.IsDir() {
		return readFolder(ctx, name)
	}
	// The file itself may be a link to anywhere: it was named.
	text, err := readFile(func() (fs.File, error) { return os.Open(name) }, info, name)
	if err != nil {
		return Manifests{}, err
	}
	found, err := Read(name, text)
	if err != nil {
		return Manifests{}, err
	}
	return found, found.some(name)
}

func readFolder(ctx context.Context, name string) (Manifests, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return Manifests{}, plain(err)
	}
	defer func() { _ = root.Close() }()
	w := walk{ctx: ctx, folder: name, root: root}
	if err := fs.WalkDir(root.FS(), ".", w.visit); err != nil {
		return Manifests{}, err
	}
	if err := w.found.settle(); err != nil {
		return Manifests{}, err
	}
	return w.found, w.found.some(name)
}

// walk gathers the definitions of a folder.
type walk struct {
	ctx    context.Context
	folder string
	root   *os.Root
	found  Manifests
	files  int
	bytes  int64
}

func (w *walk) visit(name string, entry fs.DirEntry, err error) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err != nil {
		return plain(err)
	}
	if name != "." && strings.HasPrefix(entry.Name(), ".") {
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	switch path.Ext(name) {
	case ".yaml", ".yml", ".json":
	default:
		return nil
	}
	if entry.IsDir() {
		return nil
	}
	return w.file(name)
}

func (w *walk) file(name string) error {
	display := filepath.Join(w.folder, filepath.FromSlash(name))
	info, err := w.root.Stat(name)
	if err != nil {
		return fmt.Errorf("%s: %w", display, outside(err))
	}
	if info.IsDir() {
		return nil
	}
	w.files++
	w.bytes += info.Size()
	if w.files > maxFiles || w.bytes > maxTotal {
		return fmt.Errorf("%s holds more than %d files or %d MiB of manifests; give a smaller folder", w.folder, maxFiles, maxTotal>>20)
	}
	text, err := readFile(func() (fs.File, error) { return w.root.Open(name) }, info, display)
	if err != nil {
		return err
	}
	found, err := Read(display, text)
	if err != nil {
		switch {
		case bytes.Contains(text, []byte("CustomResourceDefinition")):
			return err
		case bytes.Contains(text, []byte("{{")):
			w.found.Skipped++
		default:
			reason := strings.TrimPrefix(err.Error(), display+": ")
			w.found.Unread = append(w.found.Unread, Unread{File: filepath.ToSlash(display), Reason: reason})
		}
		return nil
	}
	w.found.Definitions = append(w.found.Definitions, found.Definitions...)
	w.found.Skipped += found.Skipped
	return nil
}

// readFile reads a regular file of bounded size. Anything else (a pipe, a
// device) could keep the reader for ever.
func readFile(open func() (fs.File, error), info fs.FileInfo, name string) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file (%s); it is not read", name, info.Mode().Type())
	}
	if info.Size() > manifest.Limit {
		return nil, fmt.Errorf("%s has %d MiB; manifests are read up to %d MiB", name, info.Size()>>20, manifest.Limit>>20)
	}
	f, err := open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, outside(err))
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, manifest.Limit+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, outside(err))
	}
	return text, nil
}

// some refuses a path without any definition: an empty surface would say that
// everything was removed.
func (m *Manifests) some(name string) error {
	if len(m.Definitions) > 0 {
		return nil
	}
	return fmt.Errorf("%s holds no CustomResourceDefinition (apiextensions.k8s.io/v1 or v1beta1); documents of other kinds: %d", name, m.Skipped)
}

// plain drops the name of the system call, which says nothing to a user.
func plain(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	return err
}

// outside says what a link out of a folder is refused for.
func outside(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		if strings.Contains(p.Err.Error(), "escapes") {
			return errors.New("it is a symbolic link that leads out of the folder; links are followed inside it only")
		}
		return p.Err
	}
	return err
}
