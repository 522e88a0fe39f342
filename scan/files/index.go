package files

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
)

// index has the files that git tracks in a work tree. Rules to ignore files do not apply to them.
type index struct {
	root string
	read bool
	// names are sorted paths relative to root, with slashes; that of a submodule ends with a slash.
	names []string
	// fault is why names may not be complete; "" if they are.
	fault string
}

// tracks reports whether git tracks a file, or a file in a folder, by its absolute path.
func (x *index) tracks(name string, folder bool) bool {
	if !x.read {
		x.indexed()
	}
	name, in := below(x.root, name)
	if folder {
		name += "/"
	}
	i, found := slices.BinarySearch(x.names, name)
	return in && (found || folder && i < len(x.names) && strings.HasPrefix(x.names[i], name))
}

// indexed reads the index of the work tree. It does not run git, which may be missing, or may refuse to
// read a work tree of another user.
func (x *index) indexed() {
	dir, common := gitDirs(x.root)
	hash := 20
	if bytes.Contains(ofGit(filepath.Join(common, "config"), 1<<20), []byte("objectformat = sha256")) {
		hash = 32
	}
	data := ofGit(filepath.Join(dir, "index"), 1<<28)
	names, link, whole := indexNames(data, hash)
	if whole && len(link) >= hash && !bytes.Equal(link[:hash], make([]byte, hash)) { // core.splitIndex
		shared, _, all := indexNames(ofGit(filepath.Join(dir, fmt.Sprintf("sharedindex.%x", link[:hash])), 1<<28), hash)
		removed, known := bitmap(link[hash:], len(shared))
		for i, name := range shared {
			if !known || !removed[i] {
				names = append(names, name)
			}
		}
		whole = all && known
	}
	slices.Sort(names)
	x.names, x.read = names, true
	if data != nil && !whole {
		x.fault = "the index of git cannot be read completely, so files that git tracks may be missing where a .gitignore matches them: run git update-index --no-split-index, or scan with --no-ignore"
	}
}

// ofGit reads a file of git; nil if it is missing, longer than most bytes, or no regular file: a pipe
// would block.
func ofGit(file string, most int64) []byte {
	data, _ := cause.ReadRegular(file, most)
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
// the first fault in the order of the index, what the index says about another one that it changes, and
// whether all of it could be read.
func indexNames(data []byte, hash int) (names []string, link []byte, whole bool) {
	const header, mode, stat, submodule = 12, 24, 40, 0o160000
	if len(data) < header || !bytes.HasPrefix(data, []byte("DIRC")) {
		return nil, nil, false
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	name, at := "", header
	for ; count > 0; count-- {
		from := at + stat + hash + 2 // after the flags
		if from+3 > len(data) {
			return names, nil, false
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
				return names, nil, false
			}
			name = name[:len(name)-cut]
		}
		length := bytes.IndexByte(data[from:], 0)
		if length < 0 {
			return names, nil, false
		}
		name += string(data[from : from+length])
		switch {
		case name == "": // it replaces an entry of another index
		case binary.BigEndian.Uint32(data[at+mode:])&0o170000 == submodule:
			names = append(names, name+"/")
		default:
			names = append(names, name)
		}
		if end := from + length; version < 4 {
			at += (end - at + 8) &^ 7 // one to eight zeros
		} else {
			at = end + 1
		}
	}
	const extension = 8
	for at+extension <= len(data)-hash {
		size := int(binary.BigEndian.Uint32(data[at+4:]))
		end := at + extension + size
		if size < 0 || end > len(data)-hash {
			return names, nil, false
		}
		if bytes.HasPrefix(data[at:], []byte("link")) {
			return names, data[at+extension : end], true
		}
		at = end
	}
	return names, nil, at <= len(data)
}

// bitmap reads a bitmap in the format EWAH (gitformat-bitmap(5), appendix A) for a number of things.
func bitmap(data []byte, most int) (bits []bool, ok bool) {
	const head, word = 8, 8
	if len(data) < head || int64(len(data)-head)/word < int64(binary.BigEndian.Uint32(data[4:])) {
		return nil, false
	}
	words := data[head:][:word*int(binary.BigEndian.Uint32(data[4:]))]
	next := func() (w uint64) {
		w, words = binary.BigEndian.Uint64(words), words[word:]
		return w
	}
	bits = make([]bool, most)
	for at := 0; at < most && len(words) > 0; {
		run := next() // the value of many words, their number, and the number of words that follow
		for end := at + 64*min(int(run>>1&(1<<32-1)), most); at < min(end, most); at++ {
			bits[at] = run&1 != 0
		}
		for follow := run >> 33; follow > 0 && len(words) > 0; follow-- {
			w := next()
			for i := range 64 {
				if at+i < most {
					bits[at+i] = w>>i&1 != 0
				}
			}
			at += 64
		}
	}
	return bits, true
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
