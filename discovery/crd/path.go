package crd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/manifest"
)

// ReadPath reads the definitions of a file, or of a folder with its subfolders, as described at
// [Folder]. It follows symbolic links only to files inside the folder.
func ReadPath(ctx context.Context, name string) (Manifests, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Manifests{}, plain(err)
	}
	if info.IsDir() {
		return readFolder(ctx, name)
	}
	// The user named the file, so it may be a link to any path.
	text, err := readFile(func() (fs.File, error) { return os.Open(name) }, info)
	if err != nil {
		return Manifests{}, fmt.Errorf("%s: %w", name, err)
	}
	return ReadFile(name, text)
}

func readFolder(ctx context.Context, name string) (Manifests, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return Manifests{}, plain(err)
	}
	defer func() { _ = root.Close() }()
	folder := NewFolder(name)
	err = fs.WalkDir(root.FS(), ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return plain(err)
		case entry.IsDir() && !Looks(file):
			folder.hide(file)
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		if link := entry.Type()&fs.ModeSymlink != 0; !link && !Takes(file) {
			folder.Pass(file)
			return nil
		}
		info, err := root.Stat(file)
		if !Takes(file) {
			// A link to a folder inside is ignored, because the walk reads that folder.
			if err != nil && Looks(file) && isFolder(filepath.Join(name, file)) {
				folder.Unreadable(file, cause.OfLink(err).Error())
			}
			return nil
		}
		if err != nil {
			folder.Unreadable(file, cause.OfLink(err).Error())
			return nil
		}
		if info.IsDir() {
			return nil
		}
		if err := folder.Room(info.Size()); err != nil {
			return err
		}
		text, err := readFile(func() (fs.File, error) { return root.Open(file) }, info)
		if err != nil {
			folder.Unreadable(file, err.Error())
			return nil
		}
		folder.Add(file, text)
		return nil
	})
	if err != nil {
		return Manifests{}, err
	}
	return folder.Manifests()
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// readFile reads a regular file up to the size limit. Reading a pipe or a device could block.
func readFile(open func() (fs.File, error), info fs.FileInfo) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("it is not a regular file (%s); it is not read", info.Mode().Type())
	}
	if err := CheckSize(info.Size()); err != nil {
		return nil, err
	}
	f, err := open()
	if err != nil {
		return nil, cause.OfLink(err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, manifest.Limit+1))
	return text, cause.Of(err)
}

// plain removes the name of the system call from an error.
func plain(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	return err
}
