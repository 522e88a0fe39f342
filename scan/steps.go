package scan

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// applied identifies an object that a test applies. kuttl and Chainsaw merge it into the object of
// an earlier step, so it may be incomplete (kuttl: CreateOrUpdate in pkg/test/utils/kubernetes.go;
// Chainsaw: pkg/engine/operations/apply).
type applied struct{ apiVersion, kind, namespace, name string }

func appliedAt(t *tree.Tree, node int) applied {
	text := func(node int, key string) string {
		if c := t.Child(node, key); c >= 0 {
			return strings.Clone(t.Nodes[c].Value)
		}
		return ""
	}
	metadata := t.Child(node, "metadata")
	return applied{text(node, "apiVersion"), text(node, "kind"), text(metadata, "namespace"), text(metadata, "name")}
}

// maxStep is the size up to which a file of a test is read again.
const maxStep = 1 << 20

// objectsIn returns the objects of a file; none if it cannot be read.
func objectsIn(file string) []applied { return objectsOf(file, stepText(file)) }

func objectsOf(file string, text []byte) (all []applied) {
	var r reader.Reader
	r.Read(file, text, func(o *tree.Object) { all = append(all, appliedAt(o.Tree, o.Root)) })
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
type Steps map[string]map[applied]int

// ChangeEarlier reports whether the file of a step has an object of an earlier step.
func (s Steps) ChangeEarlier(file string) bool {
	dir, own := filepath.Dir(file), stepNumber(filepath.Base(file))
	if own < 0 {
		return false
	}
	if _, known := s[dir]; !known {
		s[dir] = firstSteps(dir)
	}
	return slices.ContainsFunc(objectsIn(file), func(o applied) bool {
		first, known := s[dir][o]
		return known && first < own && o.name != ""
	})
}

// firstSteps returns the first step of each object; none if the folder has no test.
func firstSteps(dir string) map[applied]int {
	entries, _ := os.ReadDir(dir)
	names, first := slice.Map(entries, os.DirEntry.Name), map[applied]int{}
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
