package scan_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestComments checks that a comment counts in each encoding, and that its text is kept, however
// many files are read after it.
func TestComments(t *testing.T) {
	text := "# kubedelta:ignore resource-removed -- why\napiVersion: policy/v1beta1\n" + budget
	wide := func(order string) string {
		var b strings.Builder
		for _, c := range text {
			fmt.Fprintf(&b, order, 0, c)
		}
		return b.String()
	}
	contents := map[string]string{"mark.yaml": "\ufeff" + text, "big.yaml": wide("%[1]c%[2]c"), "little.yaml": "\xff\xfe" + wide("%[2]c%[1]c"), "return.yaml": strings.ReplaceAll(text, "\n", "\r")}
	for i := range 20 {
		contents[fmt.Sprint(i, ".yaml")] = text
	}
	r := scanned(t, laid(t, contents), "", nil, ".")
	if len(r.Findings) > 0 || len(r.Waived) != len(contents) {
		t.Errorf("%d of %d are waived: %v", len(r.Waived), len(contents), said(r))
	}
	for _, w := range r.Waived {
		if w.Reason != "why" || w.Rule != "resource-removed" {
			t.Errorf("%s: waived for %q", w.File, w.Reason)
		}
	}
}
