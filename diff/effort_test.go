package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff"
)

// TestProofsTakeTooLong checks that a change says so if the proof that it breaks nothing is not finished,
// because the proofs of other changes took too long.
func TestProofsTakeTooLong(t *testing.T) {
	for name, c := range map[string]struct {
		costly int
		want   string
	}{
		"one rule":          {0, "info, as does every object that was valid"},
		"after costly ones": {25, "breaking; not proven: the comparison with the old rules and keywords takes too long"},
	} {
		t.Run(name, func(t *testing.T) {
			fields := func(side int) string {
				var b strings.Builder
				for i := range c.costly {
					fmt.Fprintf(&b, "a%02d: %s, ", i, ordered(20, side))
				}
				return b.String() + "z: " + ordered(8, side)
			}
			old, new := defined(t, specOf+"properties: {"+fields(0)+"}"+endOf), defined(t, specOf+"properties: {"+fields(1)+"}"+endOf)
			got := ""
			for _, c := range diff.Compare(old, new, diff.Options{}).Changes {
				if c.Rule == "cel-rule-added" && c.Field == "spec.z" {
					got = string(c.Severity) + c.Message[strings.LastIndex(c.Message, c.New)+len(c.New):]
				}
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// ordered is an object with a rule that names n properties, on the new side in reverse order. A proof
// about it tries 2^n cases.
func ordered(n, side int) string {
	var properties, has []string
	for i := range n {
		properties = append(properties, fmt.Sprintf("p%d: {type: string}", i))
		has = append(has, fmt.Sprintf("has(self.p%d)", i))
	}
	if side == 1 {
		slices.Reverse(has)
	}
	return "{type: object, properties: {" + strings.Join(properties, ", ") + "}, x-kubernetes-validations: [{rule: '[" + strings.Join(has, ", ") + "].filter(x, x).size() <= 5'}]}"
}
