package cli_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
	"github.com/kubedelta/kubedelta/report"
)

// state returns the state of a gate in a release, from the source of Kubernetes.
func state(table gate.Table, name string, r discovery.Release) gate.State {
	if s := table.At(gate.Components, name, r); s.Stage != "" {
		return s
	}
	return table.At(gate.Kubeadm, name, r)
}

// known reports whether the source of any release has the gate.
func known(table gate.Table, name string) bool {
	return len(table.Gates[gate.Components][name])+len(table.Gates[gate.Kubeadm][name]) > 0
}

// TestHighlightsAgainstSource compares the summary of each release with the feature gates in the
// source of the release, from texts and from facts: each gate is listed under the stage that is new
// in the release, with its default, and none is missing. One gate reached a stage twice, as
// explained below.
func TestHighlightsAgainstSource(t *testing.T) {
	table, err := gate.Known()
	if err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(data.Root(t), "release-notes")
	times := map[string][]string{}
	for minor := table.Oldest.Minor; minor <= table.Newest.Minor; minor++ {
		to := discovery.Release{Major: 1, Minor: minor}
		version := to.String() + ".0"
		forms := [][]string{{"changelog", version}}
		if thorough.On() || minor%6 == 1 {
			forms = append(forms, []string{"changelog", version, "--notes-from", filepath.Join(notes, "markdown", version+".md"), "--notes-from", filepath.Join(notes, "json", version+".json")})
		}
		for i, args := range forms {
			g := run(t, args...).Highlights
			for stage, list := range map[gate.Stage][]report.Reached{gate.Stable: g.Stable, gate.Beta: g.Beta, gate.Alpha: g.Alpha} {
				held := holdStage(t, table, to, stage, list)
				for _, name := range held {
					if i == 0 {
						times[string(stage)+" "+name] = append(times[string(stage)+" "+name], to.String())
					}
				}
			}
			held := holdDeprecated(t, table, to, g.Deprecated)
			for _, name := range held {
				if i == 0 {
					times["deprecated "+name] = append(times["deprecated "+name], to.String())
				}
			}
			holdGone(t, table, to, g.Removed)
		}
	}
	// It became beta in 1.25. A patch and 1.26 reverted it to alpha, and it became beta again, off
	// by default, in 1.31.
	again := "beta LocalStorageCapacityIsolationFSQuotaMonitoring"
	for gate, releases := range times {
		if len(releases) > 1 && (gate != again || !slices.Equal(releases, []string{"1.25", "1.31"})) {
			t.Errorf("%s in several releases: %v", gate, releases)
		}
	}
}

// holdStage compares the gates of one list with the source, and returns them.
func holdStage(t *testing.T, table gate.Table, to discovery.Release, stage gate.Stage, list []report.Reached) (names []string) {
	t.Helper()
	from := discovery.Release{Major: 1, Minor: to.Minor - 1}
	for _, x := range list {
		if x.What != "gate" || !known(table, x.Name) {
			if x.What == "gate" && table.Covers(from) {
				t.Errorf("%s: %s is listed as a gate, and no source has it", to, x.Name)
			}
			continue
		}
		is, was := state(table, x.Name, to), state(table, x.Name, from)
		if slices.Contains(names, x.Name) {
			t.Errorf("%s: %s stands twice under %s", to, x.Name, stage)
		}
		names = append(names, x.Name)
		switch {
		case is.Stage != stage:
			t.Errorf("%s: %s is listed under %s, and is %s", to, x.Name, stage, is.Stage)
		case table.Covers(from) && was.Stage == stage:
			t.Errorf("%s: %s is listed under %s, and was so before", to, x.Name, stage)
		case table.Covers(from) && x.DefaultOn != is.Default:
			t.Errorf("%s: %s is listed with the default %v, and has %v", to, x.Name, x.DefaultOn, is.Default)
		}
	}
	if !table.Covers(from) {
		return names
	}
	for _, set := range []gate.Set{gate.Components, gate.Kubeadm} {
		for name := range table.Gates[set] {
			is, was := table.At(set, name, to), table.At(set, name, from)
			fell := stage == gate.Alpha && was.Known()
			if is.Stage == stage && was.Stage != stage && !fell && !slices.Contains(names, name) {
				t.Errorf("%s: %s came to %s, and is not listed", to, name, stage)
			}
		}
	}
	return names
}

// calledDeprecated are gates that a note calls deprecated but whose stage in the source is
// unchanged.
var calledDeprecated = []string{
	"1.21 CSIMigrationvSphereComplete",                        // #98243: "it will be removed in v1.22"
	"1.23 StorageObjectInUseProtection", "1.23 VolumeSubpath", // #105495, #105474: "will be completely removed in 1.25"
	"1.31 RootlessControlPlane", // #124997: "will be removed entirely"
}

// holdDeprecated compares the deprecated gates with the source, and returns them. The first stage
// of a gate can be that one.
func holdDeprecated(t *testing.T, table gate.Table, to discovery.Release, list []report.Gone) (names []string) {
	t.Helper()
	from := discovery.Release{Major: 1, Minor: to.Minor - 1}
	for _, x := range list {
		if x.What != "gate" {
			continue
		}
		is, was := state(table, x.Name, to), state(table, x.Name, from)
		if slices.Contains(names, x.Name) {
			t.Errorf("%s: %s stands twice under deprecated", to, x.Name)
		}
		names = append(names, x.Name)
		if came := is.Stage == gate.Deprecated && was.Stage != gate.Deprecated; came == slices.Contains(calledDeprecated, to.String()+" "+x.Name) {
			t.Errorf("%s: %s is listed as deprecated, and is %s, after %s", to, x.Name, is.Stage, was.Stage)
		}
	}
	if !table.Covers(from) {
		return names
	}
	for _, set := range []gate.Set{gate.Components, gate.Kubeadm} {
		for name := range table.Gates[set] {
			is, was := table.At(set, name, to), table.At(set, name, from)
			if is.Stage == gate.Deprecated && was.Stage != gate.Deprecated && !slices.Contains(names, name) {
				t.Errorf("%s: %s came to deprecated, and is not listed", to, name)
			}
		}
	}
	return names
}

// beforeTheTable are gates that a note removes and that no release of the table has: 1.19, the
// first release of the table, removed them.
var beforeTheTable = []string{"DynamicAuditing", "PodShareProcessNamespace", "ResourceLimitsPriorityFunction"}

// holdGone compares the removed gates with the source.
func holdGone(t *testing.T, table gate.Table, to discovery.Release, list []report.Gone) {
	t.Helper()
	from := discovery.Release{Major: 1, Minor: to.Minor - 1}
	var names []string
	for _, x := range list {
		if x.What == "gate" && !known(table, x.Name) && (table.Covers(from) || !slices.Contains(beforeTheTable, x.Name)) {
			t.Errorf("%s: %s is listed as removed, and no source has it", to, x.Name)
		}
		if x.What == "gate" && known(table, x.Name) {
			names = append(names, x.Name)
			if table.At(gate.Components, x.Name, to).Known() || table.At(gate.Kubeadm, x.Name, to).Known() {
				t.Errorf("%s: %s is listed as removed, and is there", to, x.Name)
			}
		}
	}
	if !table.Covers(from) {
		return
	}
	for _, set := range []gate.Set{gate.Components, gate.Kubeadm} {
		for name := range table.Gates[set] {
			there := table.At(gate.Components, name, to).Known() || table.At(gate.Kubeadm, name, to).Known()
			if table.At(set, name, from).Known() && !there && !slices.Contains(names, name) {
				t.Errorf("%s: %s is gone, and is not listed", to, name)
			}
		}
	}
}

// TestGoneByWords tests notes that remove or deprecate something: a gate that is misspelt or
// described in words, an API of a configuration, an old version next to a new one, and the sentence
// about it in a note that names nothing.
func TestGoneByWords(t *testing.T) {
	for _, c := range []struct {
		release, list, what, name string
		pr                        int
	}{
		{"1.22", "removed", "gate", "CSIMigrationvSphereComplete", 101272}, {"1.30", "removed", "gate", "ExperimentalHostUserNamespaceDefaulting", 122088},
		{"1.22", "removed", "gate", "RunAsGroup", 101581}, {"1.20", "deprecated", "gate", "HyperVContainer", 95505},
		{"1.37", "removed", "api", "kubeadm.k8s.io/v1beta3", 136016}, {"1.21", "deprecated", "api", "storage.k8s.io/v1alpha1 VolumeAttachment", 99641},
		{"1.28", "removed", "note", "Added full cgroup v2 swap support for both … – Support for cgroup v1 is removed", 118764},
		{"1.31", "removed", "note", "The emission of RecreatingFailedPod and RecreatingTerminatedPod events has been removed …", 123809},
		{"1.33", "deprecated", "note", "The v1 Endpoints API is now officially deprecated (though still fully supported)", 130098},
		{"1.25", "deprecated", "", "", 108797}, {"1.25", "removed", "", "", 110022}, {"1.36", "removed", "", "", 135807},
	} {
		g := run(t, "changelog", c.release).Highlights
		list := g.Removed
		if c.list == "deprecated" {
			list = g.Deprecated
		}
		list = slices.DeleteFunc(list, func(x report.Gone) bool { return !slices.Contains(x.PRs, c.pr) })
		if c.name == "" && len(list) == 0 || slices.ContainsFunc(list, func(x report.Gone) bool { return x.What == c.what && x.Name == c.name }) {
			continue
		}
		t.Errorf("%s: #%d is %+v under %s, not %q", c.release, c.pr, list, c.list, c.name)
	}
}

// TestHighlightsOfSeveralReleases checks that in a range of releases, each gate is listed once
// under a stage.
func TestHighlightsOfSeveralReleases(t *testing.T) {
	g := run(t, "changelog", "1.33..1.37").Highlights
	for what, list := range map[string][]report.Reached{"stable": g.Stable, "beta": g.Beta, "alpha": g.Alpha} {
		seen := map[string]bool{}
		for _, x := range list {
			if name := fmt.Sprint(x.What, " ", x.Name); seen[name] {
				t.Errorf("%s stands twice under %s", name, what)
			} else {
				seen[name] = true
			}
		}
	}
}

// TestHighlightsByWords tests notes that describe their gate in words, misspell it, or also name
// kinds: the line is about the gate. A gate that did not reach the stage has no line.
func TestHighlightsByWords(t *testing.T) {
	for _, c := range []struct {
		release, stage, gate string
		pr                   int
	}{
		{"1.20", "stable", "SCTPSupport", 95566}, {"1.21", "beta", "GracefulNodeShutdown", 99735}, {"1.22", "beta", "SuspendJob", 102022},
		{"1.22", "stable", "WarningHeaders", 100754}, {"1.24", "alpha", "CronJobTimeZone", 108032}, {"1.26", "stable", "CPUManager", 113018},
		{"1.27", "beta", "EventedPLEG", 115967}, {"1.28", "beta", "AdmissionWebhookMatchConditions", 119380}, {"1.28", "beta", "ValidatingAdmissionPolicy", 119409},
		{"1.30", "beta", "ContextualLogging", 122589}, {"1.31", "beta", "RetryGenerateName", 124673}, {"1.32", "stable", "PodIndexLabel", 128387},
		{"1.35", "stable", "ImageMaximumGCAge", 134736}, {"1.36", "beta", "DRADeviceTaints", 137170}, {"1.37", "stable", "StorageVersionMigrator", 138560},
		{"1.22", "stable", "ServerSideApply", 100139},
		{"1.24", "stable", "", 104732}, {"1.29", "beta", "", 120198}, {"1.34", "beta", "", 132462}, {"1.35", "beta", "", 135195},
	} {
		g := run(t, "changelog", c.release).Highlights
		list := map[string][]report.Reached{"stable": g.Stable, "beta": g.Beta, "alpha": g.Alpha}[c.stage]
		list = slices.DeleteFunc(list, func(x report.Reached) bool { return !slices.Contains(x.PRs, c.pr) })
		if c.gate == "" && len(list) == 0 || len(list) == 1 && list[0].Name == c.gate {
			continue
		}
		t.Errorf("%s: #%d is %v under %s, not %q", c.release, c.pr, list, c.stage, c.gate)
	}
	for _, x := range run(t, "changelog", "1.21").Highlights.Stable {
		if x.What == "api" && !strings.Contains(x.Name, "/") {
			t.Errorf("the kind %s reached no stage", x.Name)
		}
	}
}
