package scan

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// expectedState is why a file is not validated: a test of kuttl or Chainsaw compares its objects
// with those of the cluster, so they are incomplete and may have expressions as keys.
const expectedState = "expected by a test"

// expectedName matches the files that both compare by their name.
// https://kuttl.dev/docs/kuttl-test-harness.html#writing-tests
var expectedName = lazy.Regexp(`^[0-9]+-(assert|errors?)(-.*)?\.ya?ml$`)

// expects adds the files that an object of kuttl or Chainsaw compares or merges, or that name what it
// deletes, as patterns. They are relative to its own file.
func (f *file) expects(o *tree.Object) {
	if f.from == nil || f.from.Opaque || !strings.HasPrefix(o.APIVersion, "chainsaw.kyverno.io/") && !strings.HasPrefix(o.APIVersion, "kuttl.dev/") {
		return
	}
	add := func(node int) {
		if n := &o.Tree.Nodes[node]; n.Kind == tree.String && n.Value != "" {
			f.expected = append(f.expected, filepath.Join(filepath.Dir(f.from.Name), filepath.FromSlash(strings.Clone(n.Value))))
		}
	}
	t := o.Tree
	for node := o.Root; node < int(t.Nodes[o.Root].After); node++ {
		switch t.Nodes[node].Key {
		case "assert", "error", "patch", "delete":
		default:
			continue
		}
		if named := t.Child(node, "file"); named >= 0 {
			add(named)
		}
		if o.Kind == "TestStep" && t.Nodes[node].Kind == tree.List {
			for item := range t.Each(node) {
				add(item)
			}
		}
	}
}

// expectsFile reports whether a test compares a file, or its name says so.
func expectsFile(patterns []string, name string) bool {
	return expectedName().MatchString(filepath.Base(name)) || slices.ContainsFunc(patterns, func(pattern string) bool {
		is, err := filepath.Match(pattern, name)
		return err == nil && is || pattern == name
	})
}

// isExpression reports whether the unknown field of a finding may be an expression.
func isExpression(f *finding.Finding) bool {
	return f.Rule == checker.FieldUnknown && carried.Expression(f.Field)
}
