package scan

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// maxStep is the size up to which a file of a test is read again.
const maxStep = 1 << 20

// objectsIn returns the objects of a file; none if it cannot be read.
func objectsIn(file string) []checker.Applied { return objectsOf(file, stepText(file)) }

func objectsOf(file string, text []byte) (all []checker.Applied) {
	var r reader.Reader
	r.Read(file, text, func(o *tree.Object) { all = append(all, checker.AppliedAt(o.Tree, o.Root)) })
	return all
}

// stepText is the text of a file of a test; nil if it cannot be read.
func stepText(file string) []byte {
	text, _ := cause.ReadRegular(file, maxStep)
	return text
}

// stepName matches the file of a step of kuttl, with its number, which stepNumber returns; -1 for other
// files.
var stepName = lazy.Regexp(`^([0-9]+)-.*\.ya?ml$`)

func stepNumber(name string) int {
	if m := stepName().FindStringSubmatch(name); m != nil && !expectedName().MatchString(name) {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return -1
}

// Steps has, for each folder with a kuttl test, the first step of each object. A folder is read once.
type Steps map[string]map[checker.Applied]int

// ChangeEarlier reports whether the file of a step has an object of an earlier step.
func (s Steps) ChangeEarlier(file string) bool {
	dir, own := filepath.Dir(file), stepNumber(filepath.Base(file))
	if own < 0 {
		return false
	}
	if _, known := s[dir]; !known {
		s[dir] = firstSteps(dir)
	}
	return slices.ContainsFunc(objectsIn(file), func(o checker.Applied) bool {
		first, known := s[dir][o]
		return known && first < own && o.Name != ""
	})
}

// firstSteps returns the first step of each object; none if the folder has no test.
func firstSteps(dir string) map[checker.Applied]int {
	entries, _ := os.ReadDir(dir)
	names, first := slice.Map(entries, os.DirEntry.Name), map[checker.Applied]int{}
	if !slices.ContainsFunc(names, expectedName().MatchString) {
		return nil
	}
	for _, name := range names {
		number := stepNumber(name)
		if number < 0 {
			continue
		}
		for _, o := range objectsIn(filepath.Join(dir, name)) {
			if known, has := first[o]; !has || number < known {
				first[o] = number
			}
		}
	}
	return first
}
