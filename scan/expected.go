package scan

import (
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// expectedState is why a file is not validated: a test of kuttl or Chainsaw compares its objects
// with those of the cluster, so they are incomplete and may have expressions as keys.
const expectedState = "expected by a test"

// inComments is why a file is not validated: its values are missing.
const inComments = "with values in YAML comments"

// commented matches what a template language replaces and YAML reads as a comment: the actions of ytt
// (https://carvel.dev/ytt/docs/latest/lang/), and "name: #{NAME}", as in Azure Pipelines and Octopus.
var commented = lazy.Regexp(`(?m)(?:^|[ \t])#@(?:[ \t]|data/|library/|overlay/|schema/|yaml/)|[:-][ \t]+#\{[^}\n]*\}`)

// Commented has, for each file that was asked about, whether it is a template whose values are YAML
// comments.
type Commented map[string]bool

// Has reports whether a file is such a template. A file is read once.
func (c Commented) Has(file string) bool {
	if _, known := c[file]; !known {
		text, _ := cause.ReadRegular(file, math.MaxInt64) // standard input and a missing file are none
		c[file] = commented().Match(text)
	}
	return c[file]
}

// expectedName matches the files that both compare by their name.
// https://kuttl.dev/docs/kuttl-test-harness.html#writing-tests
var expectedName = lazy.Regexp(`^[0-9]+-(assert|errors?)(-.*)?\.ya?ml$`)

// Expected are the files that tests of kuttl and Chainsaw compare or merge, that name what they
// delete, or that a server is to refuse, as patterns of shown paths.
type Expected []string

// Has reports whether a test names a file, or the name of the file says that a test compares it.
func (e Expected) Has(file string) bool {
	return expectedName().MatchString(path.Base(file)) || e.matches(file)
}

func (e Expected) matches(file string) bool {
	return slices.ContainsFunc(e, func(pattern string) bool {
		is, err := path.Match(pattern, file)
		return err == nil && is || pattern == file
	})
}

// The groups of the objects of Chainsaw and kuttl.
const chainsawGroup, kuttlGroup = "chainsaw.kyverno.io/", "kuttl.dev/"

func ofTest(o *tree.Object) bool {
	return strings.HasPrefix(o.APIVersion, chainsawGroup) || strings.HasPrefix(o.APIVersion, kuttlGroup)
}

// ExpectedBy returns the files that an object of kuttl or Chainsaw names, relative to its own file. dir
// is the folder that the path of an object's file is relative to; "" is the working directory.
func ExpectedBy(o *tree.Object, dir string) (files Expected) {
	if !ofTest(o) {
		return nil
	}
	t, earlier := o.Tree, []checker.Applied(nil)
	for node := o.Root; node < int(t.Nodes[o.Root].After); node++ {
		named := namedFiles(o, node)
		switch t.Nodes[node].Key {
		case "assert", "error", "patch", "delete":
			files = append(files, named...)
		case "apply", "create", "update":
			if checker.ExpectsError(t, node) {
				files = append(files, named...)
				continue
			}
			objects := slice.Flat(named, func(file string) []checker.Applied {
				if !filepath.IsAbs(file) {
					file = filepath.Join(dir, file)
				}
				return objectsIn(file)
			})
			if t.Nodes[node].Key == "apply" && slices.ContainsFunc(objects, func(o checker.Applied) bool { return o.Name != "" && slices.Contains(earlier, o) }) {
				files = append(files, named...)
			}
			if inline := t.Child(node, "resource"); inline >= 0 {
				objects = append(objects, checker.AppliedAt(t, inline))
			}
			earlier = append(earlier, objects...)
		}
	}
	return files
}

func namedFiles(o *tree.Object, operation int) (files []string) {
	t := o.Tree
	add := func(node int) {
		if n := &t.Nodes[node]; n.Kind == tree.String && n.Value != "" {
			files = append(files, path.Join(path.Dir(o.File), n.Value))
		}
	}
	if named := t.Child(operation, "file"); named >= 0 {
		add(named)
	}
	if o.Kind == "TestStep" && t.Nodes[operation].Kind == tree.List {
		for item := range t.Each(operation) {
			add(item)
		}
	}
	return files
}

// byHelmfile is why a file is not validated: helmfile merges it into the objects of a chart.
const byHelmfile = "named as patches in a helmfile"

// helmfilePatches is the list of the patches of a release in a helmfile, which may be names of files.
// https://helmfile.readthedocs.io/en/latest/advanced-features/
const helmfilePatches = "strategicMergePatches"

// patchesIn returns the files of patches that a helmfile names, relative to itself.
func patchesIn(o *tree.Object) (files Expected) {
	t := o.Tree
	for release := range t.Each(t.Child(o.Root, "releases")) {
		for item := range t.Each(t.Child(release, helmfilePatches)) {
			if n := &t.Nodes[item]; n.Kind == tree.String && n.Value != "" {
				files = append(files, path.Join(path.Dir(o.File), n.Value))
			}
		}
	}
	return files
}

// isExpression reports whether the unknown field of a finding may be an expression, or the key that
// ytt replaces with others.
func isExpression(f *finding.Finding) bool {
	return f.Rule == checker.FieldUnknown && (carried.ExpressionKey(f.Field) || strings.HasSuffix("."+f.Field, "._"))
}
