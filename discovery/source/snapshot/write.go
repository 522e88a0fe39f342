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

// Write writes a set to a path: an archive where the path ends in .tar.gz, .tgz
// or .tar.zst, else a folder. Equal sets give equal bytes. What was at the path
// is there until all of the new snapshot is; a folder that is no snapshot is
// never touched.
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

// formOf tells the form to write by the path's ending.
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

// resolve gives the place that a path means, so that what replaces it replaces
// the thing and not a link to it. The folder it is in must exist.
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
