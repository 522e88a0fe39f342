package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

const (
	// FileName is the name of the file in the folders that are searched.
	FileName = ".kubedelta.yaml"
	// None instead of a file name means no file.
	None = "none"
	// VariableFile is the environment variable with the path of the file.
	VariableFile = Prefix + "CONFIG"
)

// Place is the location of a configuration file, and the folder that its paths must stay in.
type Place struct {
	// File is the path to open. Shown is the path in messages, relative to Work.
	File, Shown string
	// Folder is the folder of the file, which its relative paths start from. Work is the working
	// directory. Both are absolute.
	Folder, Work string
	// Found reports that the file was found and not named by the user, so it can be anybody's.
	Found bool
	// Root is the folder that the paths of a found file must stay in: the repository, or else the
	// folder of the file.
	Root string
}

// Named returns the place of a file that the user named.
func Named(file, work string) Place {
	whole := file
	if !filepath.IsAbs(whole) {
		whole = filepath.Join(work, file)
	}
	return Place{File: whole, Shown: file, Folder: filepath.Dir(whole), Work: work}
}

// Find searches for the file from the working directory upwards. The search ends at the root of a
// repository (the folder with .git), at the home folder, or at the root of the file system, each
// included. ok reports whether there is a file.
func Find(work, home string) (place Place, ok bool, err error) {
	for _, place := range Places(work, home) {
		info, err := os.Lstat(place.File)
		if err == nil {
			return place, true, own(info, place)
		}
		if other := filepath.Join(place.Folder, ".kubedelta.yml"); exists(other) {
			return place, false, fmt.Errorf("%s is not read: rename it to %s", seenFrom(work, other), FileName)
		}
	}
	return place, false, nil
}

// Places returns the places where Find looks, in this order, whether the file exists or not. A
// repository has .git, which is a file in a worktree or submodule.
func Places(work, home string) (list []Place) {
	for dir := work; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, FileName)
		list = append(list, Place{File: file, Shown: seenFrom(work, file), Folder: dir, Work: work, Found: true, Root: dir})
		if exists(filepath.Join(dir, ".git")) {
			for i := range list {
				list[i].Root = dir
			}
			return list
		}
		if home != "" && dir == filepath.Clean(home) || filepath.Dir(dir) == dir {
			return list
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// own returns an error for a file that a repository can use to make kubedelta read another one,
// which an error message would quote.
func own(info fs.FileInfo, p Place) error {
	if info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link; to use it, specify it with --config", p.Shown)
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a folder, not a file", p.Shown)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", p.Shown)
	}
	return nil
}

// seenFrom returns a path relative to the working directory, if possible.
func seenFrom(work, path string) string {
	if short, err := filepath.Rel(work, path); err == nil {
		return short
	}
	return path
}

// Load finds or opens the file and reads it. named is the value of --config or of its variable, or
// empty. It returns nil without a file. work is empty if the working directory was deleted.
func Load(named, work, home string, spec Spec) (*File, error) {
	if named == None || named == "" && work == "" {
		return nil, nil
	}
	place := Named(named, work)
	if named == "" {
		found, ok, err := Find(work, home)
		if err != nil || !ok {
			return nil, err
		}
		place = found
	}
	data, err := cause.ReadFile(place.File, maxSize)
	if err != nil {
		return nil, cause.Reading(place.Shown, err)
	}
	return Read(place, data, spec)
}
