package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/documents"
)

// Write writes a set to a path: an archive if the path ends in .tar.gz, .tgz or .tar.zst, otherwise
// a folder. Equal sets give equal bytes. An existing snapshot stays until the new one is complete.
// Write never changes a folder that is not a snapshot.
func Write(ctx context.Context, path string, set *documents.Set, m Manifest) error {
	if err := write(ctx, path, set, m); err != nil {
		return fmt.Errorf("the snapshot cannot be written to %s: %w", path, err)
	}
	return nil
}

func write(ctx context.Context, path string, set *documents.Set, m Manifest) error {
	form, err := formOf(path)
	if err != nil {
		return err
	}
	list, err := entries(set, m)
	if err != nil {
		return err
	}
	target, err := resolve(path)
	if err != nil {
		return err
	}
	if form == notArchive {
		return writeFolder(ctx, target, list)
	}
	return writeArchive(ctx, target, form, list)
}

// formOf returns the format to write, by the ending of the path.
func formOf(path string) (form, error) {
	switch {
	case path == "":
		return notArchive, errors.New("the path is empty")
	case strings.HasSuffix(path, ".tar.gz"), strings.HasSuffix(path, ".tgz"):
		return formGzip, nil
	case strings.HasSuffix(path, ".tar.zst"):
		return formZstd, nil
	}
	switch ending := filepath.Ext(path); ending {
	case ".json", ".yaml", ".yml", ".zip", ".tar", ".gz", ".zst", ".xz", ".bz2", ".tzst":
		return notArchive, fmt.Errorf("a snapshot is a folder, or an archive that ends in .tar.gz, .tgz or .tar.zst, not %s", ending)
	}
	return notArchive, nil
}

// resolve returns the absolute path with links resolved, so that Write replaces the target of a
// link and not the link. The parent folder must exist.
func resolve(path string) (string, error) {
	target, err := filepath.Abs(path)
	if err != nil {
		return "", cause.Of(err)
	}
	if _, err := os.Lstat(target); err == nil {
		if target, err = filepath.EvalSymlinks(target); err != nil {
			return "", cause.Of(err)
		}
		return target, nil
	}
	parent := filepath.Dir(target)
	if _, err := os.Stat(parent); errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("its folder does not exist; create it first")
	}
	return target, nil
}
