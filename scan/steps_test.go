package scan_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/scan"
)

// TestExpectedByFolder checks that the files that a test names are read in the folder that paths are
// relative to, which is not always the working directory of the process.
func TestExpectedByFolder(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
	dir := put(t, map[string]string{"first.yaml": pod, "second.yaml": pod})
	test := "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nspec:\n  steps:\n  - try:\n    - apply: {file: first.yaml}\n    - apply: {file: second.yaml}\n"
	var r reader.Reader
	var expected scan.Expected
	r.Read("chainsaw-test.yaml", []byte(test), func(o *tree.Object) { expected = scan.ExpectedBy(o, dir) })
	if want := (scan.Expected{"second.yaml"}); !slices.Equal(expected, want) {
		t.Errorf("%v are expected by the test, want %v", expected, want)
	}
}

// TestStepsGrowth checks that each file of a test is read once or twice, however many there are.
func TestStepsGrowth(t *testing.T) {
	growth.Linear(t, "steps", 1600, func(n int) func() {
		written := map[string]string{"0-assert.yaml": "kind: ConfigMap\n"}
		for i := range n {
			written[fmt.Sprintf("%d-step.yaml", i)] = fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a%d}\n", i/2)
		}
		dir := put(t, written)
		return func() {
			steps, again := scan.Steps{}, 0
			for name := range written {
				if steps.ChangeEarlier(filepath.Join(dir, name)) {
					again++
				}
			}
			if again != n/2 {
				t.Errorf("%d of %d steps change an object of an earlier one", again, n)
			}
		}
	})
}
