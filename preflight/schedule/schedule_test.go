package schedule_test

import (
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/schedule"
)

func TestSupport(t *testing.T) {
	for _, tc := range []struct {
		by                    schedule.By
		minor                 int
		end, extended, latest string
	}{
		{schedule.Kubernetes, 36, "2027-06-28", "", "1.36.4"},
		{schedule.Kubernetes, 1, "2016-02-23", "", "1.1.8"},
		{schedule.EKS, 31, "2025-11-26", "2026-11-26", "1.31-eks-64"},
		{schedule.AKS, 34, "2026-11-30", "2027-11-30", ""},
		{schedule.GKE, 33, "2026-08-03", "", "1.33.13-gke.1499000"},
	} {
		s, known := schedule.Of(tc.by, discovery.Release{Major: 1, Minor: tc.minor})
		if !known || date(s.End) != tc.end || date(s.Extended) != tc.extended || s.Latest != tc.latest {
			t.Errorf("%s 1.%d: %v %+v", tc.by, tc.minor, known, s)
		}
	}
	for minor := 1; minor < 1000; minor++ {
		r := discovery.Release{Major: 1, Minor: minor}
		if _, known := schedule.Of(schedule.Kubernetes, r); known == schedule.After(r) {
			t.Errorf("%s: it is in the table: %v, and comes after it: %v", r, known, !known)
		}
	}
}

func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

func TestOfVersion(t *testing.T) {
	for version, want := range map[string]schedule.By{
		"v1.31.6-eks-036c24b": schedule.EKS, "v1.31.6-gke.1020000": schedule.GKE, "v1.31.6": schedule.Kubernetes, "v1.31.6+k3s1": schedule.Kubernetes, "": schedule.Kubernetes,
	} {
		if got := schedule.OfVersion(version); got != want {
			t.Errorf("%s: %s", version, got)
		}
	}
}
