package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

const (
	// FileName is what the file is called where it is looked for.
	FileName = ".kubedelta.yaml"
	// None in place of a file's name says that there is none.
	None = "none"
	// VariableFile names the file in the environment.
	VariableFile = Prefix + "CONFIG"
)

// Place is where a configuration file lies, and how far its paths reach.
type Place struct {
	// File is the path to open; Shown is how messages call it, seen from Work.
	File, Shown string
	// Folder is the file's, which its relative paths start from. Work is the
	// working directory, which they are shown from. Both are absolute.
	Folder, Work string
	// Found: nobody named the file, so it may be a stranger's.
	Found bool
	// Root is the folder that the paths of a found file stay in: the repository,
	// or the file's folder outside of one.
	Root string
}

// Named is the place of a file that the user named.
func Named(file, work string) Place {
	whole := file
	if !filepath.IsAbs(whole) {
		whole = filepath.Join(work, file)
	}
	return Place{File: whole, Shown: file, Folder: filepath.Dir(whole), Work: work}
}

// Find looks for the file from the working directory upwards. The search ends at
// the root of a repository (the folder with .git), at the user's home folder, or
// at the root of the file system, each of them included. ok tells whether there
// is one.
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

// Places are where the file is looked for, in that order, whether it is there or not.
func Places(work, home string) (list []Place) {
	for dir := work; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, FileName)
		list = append(list, Place{File: file, Shown: seenFrom(work, file), Folder: dir, Work: work, Found: true, Root: repository(dir, home)})
		if last(dir, home) {
			return list
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// own refuses what a repository could make of the file to have something else
// read: an error would quote it.
func own(info fs.FileInfo, p Place) error {
	if info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link; to use it, name it with --config", p.Shown)
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a folder, not a file", p.Shown)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", p.Shown)
	}
	return nil
}

// last tells whether the search ends with a folder.
func last(dir, home string) bool {
	return isRepository(dir) || home != "" && dir == filepath.Clean(home) || filepath.Dir(dir) == dir
}

// isRepository: .git is a folder, or, in a worktree or submodule, a file.
func isRepository(dir string) bool { return exists(filepath.Join(dir, ".git")) }

// repository is the repository that a folder belongs to, or the folder itself.
func repository(folder, home string) string {
	for dir := folder; ; dir = filepath.Dir(dir) {
		if isRepository(dir) {
			return dir
		}
		if last(dir, home) {
			return folder
		}
	}
}

// seenFrom is a path as the user would write it.
func seenFrom(work, path string) string {
	if short, err := filepath.Rel(work, path); err == nil {
		return short
	}
	return path
}

// Load finds or opens the file and reads it against the spec. named is what
// --config or its variable says, empty if neither does. Without a file both
// results are nil. work is empty where the working directory is gone.
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
	data, err := readAll(place)
	if err != nil {
		return nil, err
	}
	return Read(place, data, spec)
}

// readAll reads the file, but no more of it than it may hold.
func readAll(p Place) ([]byte, error) {
	info, err := os.Stat(p.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("configuration file %s not found", p.Shown)
	}
	if err == nil && info.IsDir() {
		return nil, fmt.Errorf("the configuration file %s is a folder", p.Shown)
	}
	f, err := os.Open(p.File)
	if err != nil {
		return nil, fmt.Errorf("the configuration file %s cannot be read: %w", p.Shown, cause.Of(err))
	}
	defer f.Close() //nolint:errcheck // it was only read
	data, err := limited(f)
	if err != nil {
		return nil, fmt.Errorf("the configuration file %s cannot be read: %w", p.Shown, cause.Of(err))
	}
	return data, nil
}
