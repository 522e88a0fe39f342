package dataset

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Set is a data set with a valid signature.
type Set struct {
	Header

	files map[string][]byte
}

// Header describes a set.
type Header struct {
	Version Version `json:"version"`
	// Date is the day on which the set was made: "2026-11-23".
	Date string `json:"date"`
	// Files lists the files of the set, in order. A name is the path in the repository.
	Files []File `json:"files"`
}

// File is a file of a set.
type File struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

// Parts lists the files and folders of the repository that a set contains.
func Parts() []string {
	return []string{
		"changelog/catalog/data",
		"changelog/catalog/texts",
		"discovery/componentconfig/fields.tsv",
		"discovery/componentconfig/versions.tsv",
		"discovery/gate/gates.tsv",
		"discovery/registered/registered.tsv",
		"discovery/source/catalog/data",
		"discovery/source/project/data",
		"history/data",
		"history/declared",
		"preflight/schedule/table.tsv",
		"scan/checker/data/fields.tsv",
	}
}

// names returns the files of a folder, sorted.
func (s *Set) names(folder string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if path.Dir(name) == folder {
			out = append(out, strings.TrimPrefix(name, folder+"/"))
		}
	}
	return out
}

// Collect reads the files of a set from a checkout.
func Collect(checkout fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, part := range Parts() {
		err := fs.WalkDir(checkout, part, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			files[name], err = fs.ReadFile(checkout, name)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
