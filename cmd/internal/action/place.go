package action

import (
	"path/filepath"
	"strings"
)

// Place gives the path from the root of the repository of a file that a command
// names from the folder that it was run in. What is outside keeps its name.
func Place(workspace, folder string) func(file string) string {
	return func(file string) string {
		if file == "" || file == "-" || workspace == "" {
			return file
		}
		path := filepath.FromSlash(file)
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		relative, err := filepath.Rel(workspace, path)
		if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
			return file
		}
		return filepath.ToSlash(relative)
	}
}
