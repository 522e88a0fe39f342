package scan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/fix"
)

// TestFixGrowth checks that the results for many files are recorded in linear time.
func TestFixGrowth(t *testing.T) {
	growth.Linear(t, "files", 8_000, func(n int) func() {
		all := make([]finding.Finding, n)
		for i := range all {
			all[i] = finding.Finding{Rule: "resource-removed", File: fmt.Sprint(i, ".yaml"), Line: 1, Column: 1, Fingerprint: fmt.Sprint(i)}
		}
		return func() {
			r := &findings.Report{Findings: slices.Clone(all)}
			names, _ := (&fixOptions{}).filesOf(r.Findings)
			now := newRewritten()
			for i, name := range names {
				if all[i].File != name {
					t.Fatalf("file %d is %s", i, name)
				}
				if i%2 == 0 {
					now.record(r, fix.Result{Changed: true, Done: []fix.Done{{Finding: all[i]}}}, true)
				} else {
					moved := all[i]
					moved.Line = 7
					now.record(r, fix.Result{Changed: true, Left: []fix.Left{{Finding: moved}}}, true)
				}
			}
			now.apply(r)
			if len(r.Fixed) != n/2 || len(r.Findings) != n/2 || r.Findings[n/2-1].Line != 7 {
				t.Errorf("%d of %d are fixed, %d are left", len(r.Fixed), n, len(r.Findings))
			}
		}
	})
}
