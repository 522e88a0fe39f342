package report

import (
	"slices"
	"testing"
)

// TestWaiversOfOneChange tests that the first of several waivers of one change is applied, and that
// no warning says that the others match nothing.
func TestWaiversOfOneChange(t *testing.T) {
	r := samples()["api"]
	c := r.Changes[0]
	warned := r.Waive([]Waiver{
		{Rule: c.Rule, Resource: c.GroupVersion().String() + "/" + c.Resource, Reason: "a", Expires: "2999-01-01"},
		{Fingerprint: c.Fingerprint, Reason: "b", Expires: "2999-01-01"},
	}, "2026-01-01")
	if len(warned) > 0 {
		t.Error(warned)
	}
	i := slices.IndexFunc(r.Waived, func(w Waived) bool { return w.Fingerprint == c.Fingerprint })
	if i < 0 || r.Waived[i].Reason != "a" {
		t.Errorf("waived: %+v", r.Waived)
	}
}
