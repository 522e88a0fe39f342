package action

import (
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/report/findings"
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

// placed moves everything in a report that names a file.
func placed(r *findings.Report, place func(string) string) {
	if place == nil {
		return
	}
	for i := range r.Findings {
		r.Findings[i].File = place(r.Findings[i].File)
	}
	for i := range r.Known {
		r.Known[i].File = place(r.Known[i].File)
	}
	for i := range r.Waived {
		r.Waived[i].File = place(r.Waived[i].File)
	}
	for i := range r.Fixed {
		r.Fixed[i].File = place(r.Fixed[i].File)
	}
	for i := range r.Warnings {
		r.Warnings[i].File = place(r.Warnings[i].File)
	}
	for i := range r.Account.Unreadable {
		r.Account.Unreadable[i].File = place(r.Account.Unreadable[i].File)
	}
	for i := range r.Account.Notes {
		r.Account.Notes[i].File = place(r.Account.Notes[i].File)
	}
	r.Arrange()
}
