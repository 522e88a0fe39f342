package action

import "path/filepath"

// Place returns a function that converts the path of a file, relative to the folder that a command
// ran in, to a path from the root of the repository. Paths outside of the repository are unchanged.
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
		if err != nil || !filepath.IsLocal(relative) {
			return file
		}
		return filepath.ToSlash(relative)
	}
}
