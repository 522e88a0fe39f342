package checker_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestParallel checks that concurrent readers can share one checker, and that it counts what all of
// them could not check.
func TestParallel(t *testing.T) {
	j := compile(t, target(t, "", "1.35"))
	text := "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n---\napiVersion: example.com/v1\nkind: Widget\n"
	want := strings.Join(rules(t, j, text), ", ")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if got := strings.Join(rules(t, j, text), ", "); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			}
		})
	}
	wait.Wait()
	if n := j.NotChecked()["example.com/v1 Widget"]; n != 401 {
		t.Error("not judged: " + strconv.Itoa(n))
	}
}
