package usage

import (
	"strings"
	"testing"
)

// TestOneEvent checks that the time of one event is no range.
func TestOneEvent(t *testing.T) {
	r := &Report{}
	r.Usage.First, r.Usage.Last = "2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z"
	if got := r.scope(); !strings.HasSuffix(got, " · logs of 2026-11-20T10:00:00Z") {
		t.Error(got)
	}
	r.Usage.Last = "2026-11-20T12:00:00Z"
	if got := r.scope(); !strings.HasSuffix(got, " · logs of 2 hours: 2026-11-20T10:00:00Z to 2026-11-20T12:00:00Z") {
		t.Error(got)
	}
}
