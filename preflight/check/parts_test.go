package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// TestEveryRuleOfScanIsClaimed: every rule of scan is assigned to a check, except the rules for
// files that components read. Those are no objects of a cluster, and other checks read them.
func TestEveryRuleOfScanIsClaimed(t *testing.T) {
	for _, r := range checker.Rules() {
		if id := check.ClaimedBy(r.ID); strings.HasPrefix(r.ID, "configuration-") || strings.HasPrefix(r.ID, "setting-") {
			continue
		} else if id == "" {
			t.Errorf("no check reports findings of %s", r.ID)
		} else if _, known := check.ByID(id); !known {
			t.Errorf("%s is claimed by %s, which is no check", r.ID, id)
		}
	}
}

// TestFlagRows: each row of the table of removed flags that names a pull request has a note of that
// release.
func TestFlagRows(t *testing.T) {
	for _, row := range check.FlagRows() {
		if len(row.Notes) == 0 {
			continue // no note has it; TestRemovedFlags in fixtures/e2e runs the programs
		}
		m, ok, err := notes.Load(discovery.Release{Major: 1, Minor: row.Minor})
		if err != nil || !ok {
			t.Fatalf("1.%d: %v", row.Minor, err)
		}
		found := false
		for _, d := range m.Documents {
			for _, n := range d.Notes {
				found = found || slices.Contains(n.PRs, row.Notes[0])
			}
		}
		if !found {
			t.Errorf("%s: 1.%d has no note of #%d", row.Flag, row.Minor, row.Notes[0])
		}
	}
}

func TestSelector(t *testing.T) {
	labels := map[string]string{"app": "web", "tier": ""}
	for _, tc := range []struct {
		name string
		s    evidence.Selector
		want bool
	}{
		{"empty", evidence.Selector{}, true},
		{"label", evidence.Selector{Labels: map[string]string{"app": "web"}}, true},
		{"empty value", evidence.Selector{Labels: map[string]string{"tier": ""}}, true},
		{"empty value of a label that is not there", evidence.Selector{Labels: map[string]string{"zone": ""}}, false},
		{"In", requirement("app", "In", "api", "web"), true},
		{"In of nothing", requirement("zone", "In", ""), false},
		{"NotIn", requirement("app", "NotIn", "web"), false},
		{"NotIn without the label", requirement("zone", "NotIn", "a"), true},
		{"Exists", requirement("tier", "Exists"), true},
		{"DoesNotExist", requirement("tier", "DoesNotExist"), false},
		{"unknown operator", requirement("app", "Like", "w"), false},
	} {
		if got := check.Matches(tc.s, labels); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

func requirement(key, operator string, values ...string) evidence.Selector {
	return evidence.Selector{Expressions: []evidence.Requirement{{Key: key, Operator: operator, Values: values}}}
}

func TestArguments(t *testing.T) {
	args := []string{"kube-apiserver", "--feature-gates=A=true,B=false", "--feature-gates", "kubelet:C=True, D=1", "-v=2", "--insecure_port", "0", "--profiling", "--", "--no-flag"}
	if d := cmp.Diff(map[string]bool{"A": true, "B": false, "C": true, "D": true}, check.Gates(args)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"feature-gates", "insecure-port", "profiling", "v"}, check.Names(args)); d != "" {
		t.Error(d)
	}
}

func TestCorefile(t *testing.T) {
	got, ok := check.Corefile(".:53 { # all\n  errors\n  kubernetes cluster.local {\n    pods insecure\n    ttl 30\n  }\n  # federation x\n  template ANY AAAA {\n    rcode NXDOMAIN\n  }\n}\n(snippet) {\n  cache 30\n}\n")
	want := []string{"errors", "kubernetes:pods:ttl", "template:rcode", "cache"}
	if d := cmp.Diff(want, got); d != "" || !ok {
		t.Error(ok, d)
	}
	for _, text := range []string{"}", ".:53 {", "a {\n b {\n}"} {
		if _, ok := check.Corefile(text); ok {
			t.Errorf("%q was read", text)
		}
	}
}

// FuzzTexts: no text from a cluster makes a parser panic or hang.
func FuzzTexts(f *testing.F) {
	f.Add(".:53 {\n  kubernetes {\n    upstream\n  }\n}\n")
	f.Add("apiServer:\n  extraArgs:\n  - {name: a, value: b}\nfeatureGates: {A: true}\n")
	f.Add("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
	f.Add("a: &a [*a, *a]\n")
	f.Add("? [a]\n: b\n<<: {c: d}\n")
	f.Fuzz(func(_ *testing.T, text string) {
		check.Corefile(text)
		check.Settings(text)
		check.Bundle([]byte(text))
		check.Gates(strings.Fields(text))
	})
}

// TestUndiscovered: missing discovery is described in words, and the loss of everything is one gap.
func TestUndiscovered(t *testing.T) {
	gv := discovery.ParseGroupVersion
	lost := func(part discovery.Part, reason string, versions ...discovery.GroupVersion) (list []discovery.Incomplete) {
		for _, v := range versions {
			list = append(list, discovery.Incomplete{GroupVersion: v, Part: part, Reason: reason})
		}
		return list
	}
	core, others := discovery.GroupVersion{Version: discovery.Wildcard}, discovery.GroupVersion{Group: discovery.Wildcard, Version: discovery.Wildcard}
	for _, c := range []struct {
		lost []discovery.Incomplete
		want string
	}{
		{lost(discovery.PartSchemas, "503", core, others), "schemas of all groups: 503"},
		{lost(discovery.PartResources, "503", core, others), "discovery of all groups: 503"},
		{append(lost(discovery.PartResources, "502", core), lost(discovery.PartResources, "503", others)...), "discovery of all groups but the core group: 503; discovery of the core group: 502"},
		{lost(discovery.PartResources, "503", gv("metrics.k8s.io/v1beta1"), discovery.GroupVersion{Group: "a.example", Version: discovery.Wildcard}), "discovery of a.example (all versions): 503; discovery of metrics.k8s.io/v1beta1: 503"},
	} {
		e := healthy(t)
		in := input(t, hopFrame([2]int{34, 35}), e)
		in.Surface.Incomplete = c.lost
		ch, _ := check.ByID("removed-api-in-use")
		var got []string
		for _, g := range ch.Run(in).Gaps {
			got = append(got, g.What+": "+g.Reason)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("got %q, want %q", strings.Join(got, "; "), c.want)
		}
	}
}
