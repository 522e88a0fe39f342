package scan

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/crd/manifest"
)

// Manifests reads the manifests of a file or folder. What cannot be read is an
// error that names the file: a report narrowed to manifests that were not read
// would leave out what matters.
func Manifests(ctx context.Context, root string) (*Usage, error) {
	u := NewUsage(false)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("the manifests cannot be read: %w", err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if entry.IsDir() && path != root && (entry.Name() == ".git" || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		if entry.IsDir() || path != root && !isManifest(path) && entry.Type()&fs.ModeSymlink == 0 {
			return nil
		}
		return u.entry(path, path == root)
	})
	if err != nil {
		return nil, err
	}
	if u.Objects == 0 {
		return nil, fmt.Errorf("%s holds no manifests: no .yaml, .yml or .json file with an apiVersion and a kind", root)
	}
	return u, nil
}

// entry reads a file, through a link where it is one. What looks like manifests
// and cannot be read is an error, so that nothing counts as not used unseen.
func (u *Usage) entry(path string, named bool) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("the manifests cannot be read: %w", err)
	case info.IsDir():
		return fmt.Errorf("%s is a link to a folder, which is not followed: name the folder itself", path)
	case !named && !isManifest(path):
		return nil
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file (%s), and is not read", path, info.Mode().Type())
	default:
		return u.file(path)
	}
}

func isManifest(path string) bool {
	switch filepath.Ext(path) {
	case ".yaml", ".yml", ".json":
		return true
	default:
		return false
	}
}

func (u *Usage) file(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("the manifests cannot be read: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(f, manifest.Limit+1))
	if err != nil {
		return fmt.Errorf("the manifests cannot be read: %w", err)
	}
	if len(text) > manifest.Limit {
		return fmt.Errorf("%s has more than %d MiB, which is more than manifests are read of", path, manifest.Limit>>20)
	}
	if strings.TrimSpace(string(text)) == "" {
		return nil
	}
	for doc, err := range manifest.Documents(text) {
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := u.Add(doc.JSON); err != nil && string(doc.JSON) != "null" {
			return fmt.Errorf("%s, line %d: %w; give a folder that holds manifests only", path, doc.Line, err)
		}
	}
	return nil
}
