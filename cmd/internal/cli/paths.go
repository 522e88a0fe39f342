package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// realPath is an absolute path without links, "" for none.
func realPath(path string) string {
	if path == "" {
		return ""
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(absolute); err == nil {
		return real
	}
	return absolute
}

// present is the error of the first path that is not there.
func present(paths []string) error {
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("cannot read %s: %w", path, cause.Of(err))
		}
	}
	return nil
}
