package files

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// index has the files that git tracks in a work tree. Rules to ignore files do not apply to them.
type index struct {
	root string
	read bool
	// names are sorted paths relative to root, with slashes; that of a submodule ends with a slash.
	names []string
}

// tracks reports whether git tracks a file, or a file in a folder, by its absolute path.
func (x *index) tracks(name string, folder bool) bool {
	if !x.read {
		x.names, x.read = indexed(x.root), true
	}
	name, in := below(x.root, name)
	if folder {
		name += "/"
	}
	i, found := slices.BinarySearch(x.names, name)
	return in && (found || folder && i < len(x.names) && strings.HasPrefix(x.names[i], name))
}

// indexed reads the index of a work tree. It does not run git, which may be missing, or may refuse to
// read a work tree of another user.
func indexed(root string) []string {
	dir, common := gitDirs(root)
	hash := 20
	if bytes.Contains(ofGit(filepath.Join(common, "config"), 1<<20), []byte("objectformat = sha256")) {
		hash = 32
	}
	return indexNames(ofGit(filepath.Join(dir, "index"), 1<<28), hash)
}

// ofGit reads a file of git; nil if it is missing, longer than most bytes, or no regular file: a pipe
// would block.
func ofGit(file string, most int64) []byte {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return data
}

// gitDirs returns the folder with git's files for a work tree, and the folder with those for all work
// trees of the repository.
func gitDirs(root string) (dir, common string) {
	dir = filepath.Join(root, ".git")
	dir = reference(root, dir, dir) // of a submodule, or of an additional work tree
	return dir, reference(dir, filepath.Join(dir, "commondir"), dir)
}

// reference returns the path that a file contains, or otherwise.
func reference(folder, file, otherwise string) string {
	text := ofGit(file, 1<<12)
	if text == nil {
		return otherwise
	}
	path := filepath.FromSlash(strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:")))
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// indexNames parses an index with hashes of this length (gitformat-index(5)). It returns the names before
// the first fault.
func indexNames(data []byte, hash int) (names []string) {
	const header, mode, stat, submodule = 12, 24, 40, 0o160000
	if len(data) < header || !bytes.HasPrefix(data, []byte("DIRC")) {
		return nil
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	name := ""
	for at := header; count > 0; count-- {
		from := at + stat + hash + 2 // after the flags
		if from+3 > len(data) {
			break
		}
		if version > 2 && data[from-2]&0x40 != 0 {
			from += 2
		}
		if version < 4 {
			name = ""
		} else {
			var cut int // how much of the name before is not in this one
			cut, from = indexNumber(data, from)
			if cut > len(name) {
				break
			}
			name = name[:len(name)-cut]
		}
		length := bytes.IndexByte(data[from:], 0)
		if length < 0 {
			break
		}
		name += string(data[from : from+length])
		if binary.BigEndian.Uint32(data[at+mode:])&0o170000 == submodule {
			names = append(names, name+"/")
		} else {
			names = append(names, name)
		}
		if end := from + length; version < 4 {
			at += (end - at + 8) &^ 7 // one to eight zeros
		} else {
			at = end + 1
		}
	}
	slices.Sort(names)
	return names
}

// indexNumber reads a number of version 4, and returns where it ends.
func indexNumber(data []byte, at int) (n, end int) {
	for ; at < len(data) && n < 1<<20; at++ {
		n = n<<7 | int(data[at]&0x7f)
		if data[at]&0x80 == 0 {
			return n, at + 1
		}
		n++
	}
	return 1 << 20, len(data)
}
