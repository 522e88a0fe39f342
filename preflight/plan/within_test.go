package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestWithin: a target in the cluster's own minor is one hop if it is a later patch, and otherwise
// there is nothing to do.
func TestWithin(t *testing.T) {
	blocker := preflight.Item{Finding: finding.Finding{Severity: rule.Breaking, Name: "web", Message: "it breaks"}}
	for _, tc := range []struct {
		runs, version, hop string
		done               bool
	}{
		{"v1.31.6", "", "1.31", true},
		{"v1.31.6", "v1.31.6", "1.31", true},
		{"v1.31.6-eks-036c24b", "v1.31.4", "1.31", true},
		{"v1.31.6", "v1.31.9", "1.31.6 → 1.31.9", false},
		{"v1.31.0-rc.1", "v1.31.0", "1.31.0-rc.1 → 1.31.0", false},
		{"v1.31.9+k3s1", "v1.31.10", "1.31.9 → 1.31.10", false},
	} {
		e := &evidence.Evidence{Server: evidence.Server{Version: tc.runs, Release: rel("1.31")}}
		made, err := Make(In{Evidence: e, To: rel("1.31"), Version: tc.version, Checks: []preflight.Check{
			{ID: "some-check", Required: true, Run: func(preflight.Input) preflight.Outcome { return preflight.Conclude([]preflight.Item{blocker}, nil) }},
		}})
		if err != nil {
			t.Fatal(err)
		}
		name := tc.runs + " to " + tc.version
		if made.Done != tc.done || len(made.Hops) != 1 || made.Hops[0].Name() != tc.hop {
			t.Errorf("%s: done %v, %d hops, %s", name, made.Done, len(made.Hops), made.Hops[0].Name())
		}
		r := made.Results[0]
		if len(r.Items) != 1 || r.Check.Required == tc.done {
			t.Errorf("%s: %d items, required %v", name, len(r.Items), r.Check.Required)
		}
		upgrades := false
		for _, s := range made.Hops[0].Steps {
			upgrades = upgrades || strings.HasPrefix(s.Title, "Upgrade the API servers to "+strings.TrimPrefix(tc.version, "v"))
			if tc.done && s.Need == Must {
				t.Errorf("%s: there is nothing to do, and this must be done: %s", name, s.Title)
			}
		}
		if upgrades == tc.done {
			t.Errorf("%s: upgrades the API servers: %v", name, upgrades)
		}
	}
}

// TestEmulated: API servers that emulate an older release need no other program for the release that
// they are, and no patch release of the one that they emulate.
func TestEmulated(t *testing.T) {
	e := &evidence.Evidence{Server: evidence.Server{Version: "1.36", Release: rel("1.36"), Emulator: "v1.38.0"}}
	made, err := Make(In{Evidence: e, To: rel("1.39"), Latest: func(r discovery.Release) string { return "v" + r.String() + ".3" }})
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, h := range made.Hops {
		for _, s := range h.Steps {
			if strings.Contains(s.Title, "API servers") {
				titles = append(titles, s.Title)
			}
		}
	}
	want := []string{
		"Set --emulated-version of the API servers to 1.37: they run v1.38.0, and emulate 1.36",
		"Set --emulated-version of the API servers to 1.38: they run v1.38.0, and emulate 1.37", "Upgrade the API servers to 1.39, preferably v1.39.3",
	}
	if !slices.Equal(titles, want) {
		t.Errorf("%q", titles)
	}
}

// TestPreferredPatch: the newest known patch release is better than an older target, and not than a
// newer one, which was released after the data.
func TestPreferredPatch(t *testing.T) {
	for version, want := range map[string]string{
		"":             "Upgrade the API servers to 1.31, preferably v1.31.9",
		"v1.31.0-rc.1": "Upgrade the API servers to 1.31.0-rc.1, preferably v1.31.9",
		"v1.31.4":      "Upgrade the API servers to 1.31.4, preferably v1.31.9",
		"v1.31.9":      "Upgrade the API servers to 1.31.9",
		"v1.31.10":     "Upgrade the API servers to 1.31.10",
	} {
		e := &evidence.Evidence{Server: evidence.Server{Version: "v1.30.2", Release: rel("1.30")}}
		made, err := Make(In{Evidence: e, To: rel("1.31"), Version: version, Latest: func(r discovery.Release) string { return "v" + r.String() + ".9" }})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(made.Hops[0].Steps, func(s Step) bool { return s.Title == want }) {
			t.Errorf("%s: no step %q", version, want)
		}
	}
}

// TestOldestServer: a half-finished upgrade is not done, whichever API server answers.
func TestOldestServer(t *testing.T) {
	for _, tc := range []struct {
		name, runs, other, to, version, hop string
		done                                bool
	}{
		{"half of the servers are at the target", "v1.34.1", "v1.33.4", "1.34", "", "1.33 → 1.34", false},
		{"the older one answers", "v1.33.4", "v1.34.1", "1.34", "", "1.33 → 1.34", false},
		{"half of the servers are at the patch release", "v1.34.9", "v1.34.1", "1.34", "v1.34.9", "1.34.1 → 1.34.9", false},
		{"all are", "v1.34.1", "v1.34.1", "1.34", "", "1.34", true},
		{"a tag without a patch release", "v1.34.1", "v1.34", "1.34", "v1.34.1", "1.34", true},
	} {
		e := &evidence.Evidence{Server: evidence.Server{Version: tc.runs, Release: rel(tc.runs[1:5])}, Components: []evidence.Component{
			{Name: "kube-apiserver", Pod: "a", Version: tc.runs}, {Name: "kube-apiserver", Pod: "b", Version: tc.other}, {Name: "kube-proxy", Pod: "c", Version: "v1.30.0"},
		}}
		made, err := Make(In{Evidence: e, To: rel(tc.to), Version: tc.version})
		if err != nil {
			t.Fatal(err)
		}
		if made.Done != tc.done || len(made.Hops) != 1 || made.Hops[0].Name() != tc.hop {
			t.Errorf("%s: done %v, %d hops, %s", tc.name, made.Done, len(made.Hops), made.Hops[0].Name())
		}
	}
	e := &evidence.Evidence{Server: evidence.Server{Version: "v1.34.1", Release: rel("1.34")}, Components: []evidence.Component{{Name: "kube-apiserver", Version: "v1.33.4"}}}
	if _, err := Make(In{Evidence: e, To: rel("1.33")}); err == nil {
		t.Error("1.33 is a downgrade of the server that answered")
	}
}
