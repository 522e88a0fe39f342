package findings

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestOrderOfArrival tests that the result is the same for any order of the findings, or of those
// in each file.
func TestOrderOfArrival(t *testing.T) {
	var want []finding.Finding
	for file := range 6 {
		for line := range 9 {
			f := finding.Finding{Rule: "r", Severity: rule.Breaking, File: fmt.Sprintf("%c.yaml", 'a'+file), Line: 1 + line/3, Column: 1 + line%3, Message: "m"}
			f.Seal()
			want = append(want, f)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		all, within := append([]finding.Finding(nil), want...), append([]finding.Finding(nil), want...)
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for begin := 0; begin < len(within); begin += 9 {
			random.Shuffle(9, func(i, j int) { within[begin+i], within[begin+j] = within[begin+j], within[begin+i] })
		}
		for name, list := range map[string][]finding.Finding{"all": all, "within files": within} {
			r := New(KindScan, envelope.Tool{}, envelope.Side{}, finding.Account{}, list)
			if diff := cmp.Diff(want, r.Findings); diff != "" {
				t.Fatalf("%s: %s", name, diff)
			}
		}
	}
}
