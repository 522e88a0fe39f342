package scan_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/scan"
)

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
