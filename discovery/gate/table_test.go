package gate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

func table(t *testing.T) gate.Table {
	t.Helper()
	known, err := gate.Known()
	if err != nil {
		t.Fatal(err)
	}
	return known
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// TestKnownFacts compares states with the source of the releases and with release notes.
func TestKnownFacts(t *testing.T) {
	known := table(t)
	for _, c := range []struct {
		set  gate.Set
		name string
		at   int
		want string
	}{
		{gate.Components, "CSIMigrationAWS", 26, "1.26 ga on locked"}, // "remove in 1.27"
		{gate.Components, "CSIMigrationAWS", 27, "1.27 "},
		{gate.Components, "PodHasNetworkCondition", 27, "1.27 alpha off"}, // renamed by #117702
		{gate.Components, "PodHasNetworkCondition", 28, "1.28 "},
		{gate.Components, "PodReadyToStartContainersCondition", 28, "1.28 alpha off"},
		{gate.Components, "DryRun", 27, "1.27 ga on locked"},
		{gate.Components, "DryRun", 28, "1.28 "},
		{gate.Components, "AppArmor", 32, "1.32 ga on locked"},
		{gate.Components, "AppArmor", 33, "1.33 "},
		{gate.Components, "ContextualLogging", 24, "1.24 alpha off"}, // from component-base
		{gate.Components, "WatchListClient", 30, "1.30 beta off"},    // from client-go
		{gate.Components, "StructuredAuthorizationConfiguration", 29, "1.29 alpha off"},
		{gate.Components, "DynamicResourceAllocation", 35, "1.35 ga on locked"},
		{gate.Components, "EtcdLearnerMode", 28, "1.28 "}, // from kubeadm
		{gate.Kubeadm, "EtcdLearnerMode", 28, "1.28 alpha off"},
		{gate.Kubeadm, "EtcdLearnerMode", 33, "1.33 "},
		{gate.Kubeadm, "DryRun", 27, "1.27 "},
	} {
		if got := describe(known.At(c.set, c.name, minor(c.at)), c.at); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.set, c.name, got, c.want)
		}
	}
	if got := known.LockedIn(gate.Components, "CSIMigrationAWS", minor(26)); got != minor(25) {
		t.Errorf("CSIMigrationAWS is locked in %s, want 1.25", got)
	}
	if got, gone := known.GoneIn(gate.Components, "CSIMigrationAWS", minor(30)); !gone || got != minor(27) {
		t.Errorf("CSIMigrationAWS is gone in %s (%v), want 1.27", got, gone)
	}
}

func describe(s gate.State, at int) string {
	if !s.Known() {
		return minor(at).String() + " "
	}
	return gate.Step{From: minor(at), State: s}.String()
}

// wrongNotes has notes that say that a gate was removed although the release still has it, as its
// source shows.
func wrongNotes() map[string]string {
	return map[string]string{
		"106932 DynamicKubeletConfig":        "the feature went from the kubelet, the gate in 1.26",
		"106648 IPv6DualStack":               "of kubeadm; the components' went in 1.27",
		"109435 IPv6DualStack":               "went in 1.27",
		"126786 AllowServiceLBStatusOnNonLB": "locked in 1.32, went in 1.35",
		"127787 ComponentSLIs":               "locked in 1.32, went in 1.35",
	}
}

// TestNotesAgree compares the table with release notes, which are an independent source: if a note
// says that a gate was removed, the release does not have it.
func TestNotesAgree(t *testing.T) {
	known, wrong, checked := table(t), wrongNotes(), 0
	for m := known.Oldest.Minor + 1; m <= known.Newest.Minor; m++ {
		for _, n := range notesOf(t, minor(m)) {
			for _, name := range n.RemovedNames {
				if !slices.Contains(n.Gates, name) || n.NotInRelease || n.RevertedBy != 0 {
					continue
				}
				checked++
				has := known.At(gate.Components, name, minor(m)).Known()
				key := fmt.Sprintf("%d %s", n.PR, name)
				if has != (wrong[key] != "") {
					t.Errorf("1.%d: #%s: the release has the gate: %v", m, key, has)
				}
				delete(wrong, key)
			}
		}
	}
	if checked < 100 || len(wrong) > 0 {
		t.Errorf("%d removals were looked at, and of these exceptions none: %v", checked, wrong)
	}
}

// TestSteps: the steps of a gate differ, are in order within the covered releases, and begin with a
// known state.
func TestSteps(t *testing.T) {
	known := table(t)
	for set, gates := range known.Gates {
		if len(gates) < 5 {
			t.Errorf("%s has %d gates", set, len(gates))
		}
		for name, steps := range gates {
			for i, s := range steps {
				if !known.Covers(s.From) || i == 0 && !s.Known() || i > 0 && (s.State == steps[i-1].State || s.From.Compare(steps[i-1].From) <= 0) {
					t.Errorf("%s %s: %v", set, name, steps)
				}
			}
		}
	}
}

func TestDamaged(t *testing.T) {
	whole := "releases\t1.19\t1.20\ncomponents\tA\t1.19 alpha off, 1.20 gone\n"
	if _, err := gate.Parse(whole); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cut off":       strings.TrimSuffix(whole, "\n"),
		"no releases":   "components\tA\t1.19 alpha off\n",
		"columns":       "releases\t1.19\n",
		"a set":         strings.Replace(whole, "components", "others", 1),
		"a stage":       strings.Replace(whole, "alpha", "omega", 1),
		"a release":     strings.Replace(whole, "1.20 gone", "new gone", 1),
		"a word":        strings.Replace(whole, "off", "maybe", 1),
		"out of order":  whole + "components\tA\t1.19 alpha off\n",
		"nothing":       "",
		"no default":    strings.Replace(whole, " off", "", 1),
		"locked twice":  strings.Replace(whole, "off", "on locked locked", 1),
		"a gone locked": strings.Replace(whole, "gone", "gone locked", 1),
	} {
		if got, err := gate.Parse(text); err == nil {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}

// FuzzParse: a table that is read is written unchanged.
func FuzzParse(f *testing.F) {
	f.Add("releases\t1.19\t1.20\ncomponents\tA\t1.19 alpha off, 1.20 gone\nkubeadm\tB\t1.20 ga on locked\n")
	f.Add("releases\t\t\n\t\t\n")
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := gate.Parse(text); err == nil && string(gate.Format(got)) != text {
			t.Errorf("%q is written as %q", text, gate.Format(got))
		}
	})
}

func notesOf(t *testing.T, r discovery.Release) (notes []changelog.Note) {
	t.Helper()
	m, _, err := catalog.Load(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range m.Documents {
		if strings.TrimPrefix(d.Release, "v") == r.String()+".0" {
			notes = append(notes, d.Notes...)
		}
	}
	return notes
}
