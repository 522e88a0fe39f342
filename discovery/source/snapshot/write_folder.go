package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

// writeFolder fills a temporary folder next to the target and renames it.
func writeFolder(ctx context.Context, target string, list []entry) error {
	if err := restore(target); err != nil {
		return err
	}
	exists, err := replaceable(target)
	if err != nil {
		return err
	}
	made, err := beside.MakeFolder(filepath.Dir(target))
	if err != nil {
		return cause.Of(err)
	}
	defer func() { _ = made.Close() }()
	if err := fill(ctx, made.Name, list); err != nil {
		return err
	}
	if !exists {
		return cause.Of(os.Rename(made.Name, target))
	}
	return exchange(made.Name, target)
}

// aside is the path of the old folder while exchange replaces it.
func aside(target string) string {
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".kubedelta-old")
}

// restore repairs what a run left that was killed within exchange. It restores the old folder if
// there is no new one, and otherwise removes it.
func restore(target string) error {
	old := aside(target)
	if _, err := os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(old, target); !errors.Is(err, fs.ErrNotExist) {
			return cause.Of(err)
		}
		return nil
	}
	if err := onlySnapshot(old); err == nil {
		return cause.Of(os.RemoveAll(old))
	}
	return nil // it does not exist, or is not a snapshot
}

// exchange replaces the target with the new folder. If that fails, it restores the old folder.
func exchange(made, target string) error {
	old := aside(target)
	if err := os.Rename(target, old); err != nil {
		return fmt.Errorf("the existing folder cannot be replaced: %w", cause.Of(err))
	}
	if err := os.Rename(made, target); err != nil {
		return errors.Join(cause.Of(err), os.Rename(old, target))
	}
	return cause.Of(os.RemoveAll(old))
}

func fill(ctx context.Context, folder string, list []entry) error {
	if err := os.Chmod(folder, 0o755); err != nil {
		return cause.Of(err)
	}
	for _, e := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		name := filepath.Join(folder, filepath.FromSlash(e.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return cause.Of(err)
		}
		if err := writeSynced(name, e.data); err != nil {
			return cause.Of(err)
		}
	}
	return nil
}

// writeSynced writes a file and syncs it, so that its text is on disk before the folder is renamed.
func writeSynced(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// replaceable reports whether there is a folder at the target. It returns an error for anything but
// an empty folder or a snapshot with no other files.
func replaceable(target string) (exists bool, err error) {
	info, err := os.Stat(target)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, cause.Of(err)
	}
	if !info.IsDir() {
		return false, errors.New("a file with this name exists; for an archive, use a name that ends in .tar.gz or .tar.zst")
	}
	if here, err := os.Stat("."); err == nil && os.SameFile(here, info) {
		return false, errors.New("it is the current folder, which cannot be replaced; specify a folder in it")
	}
	return true, onlySnapshot(target)
}

func onlySnapshot(target string) error {
	root, err := os.OpenRoot(target)
	if err != nil {
		return cause.Of(err)
	}
	defer func() { _ = root.Close() }()
	files, snapshot := 0, false
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		snapshot = snapshot || name == manifestName
		if s, ok := place(name); !ok || s.upstream || !e.Type().IsRegular() {
			return fmt.Errorf("the folder contains %s, which is not part of a snapshot; choose another folder, or move it", name)
		}
		return nil
	})
	if err == nil && files > 0 && !snapshot {
		return errors.New("the folder is not empty, and is not a snapshot made by kubedelta; choose another folder")
	}
	return cause.Of(err)
}
