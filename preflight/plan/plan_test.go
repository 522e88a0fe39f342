package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// says returns a check whose outcome depends on the target of the hop.
func says(id string, required bool, phase preflight.Phase, run func(to string) preflight.Outcome) preflight.Check {
	return preflight.Check{
		ID: id, Title: "the title of " + id, Severity: rule.Breaking, Phase: phase, Required: required,
		Run: func(in preflight.Input) preflight.Outcome { return run(in.To.String()) },
	}
}

func item(name string, s rule.Severity) preflight.Item {
	return preflight.Item{Finding: finding.Finding{Rule: "r", Kind: "Thing", Namespace: "n", Name: name, Severity: s, Message: "about " + name}}
}

func one(name string, s rule.Severity) preflight.Outcome {
	return preflight.Conclude([]preflight.Item{item(name, s)}, nil)
}

func pass(string) preflight.Outcome { return preflight.Outcome{Verdict: preflight.Pass} }

func nodes(versions ...string) *evidence.Evidence {
	e := &evidence.Evidence{
		Server:   evidence.Server{Version: "v1.29.4", Release: rel("1.29")},
		Readings: map[evidence.Resource]evidence.Reading{evidence.Nodes: {State: evidence.Read}},
	}
	for i, v := range versions {
		e.Nodes = append(e.Nodes, evidence.Node{Object: evidence.Object{Name: fmt.Sprintf("n%d", i)}, KubeletVersion: v})
	}
	return e
}

func mustMake(t *testing.T, in In) Plan {
	t.Helper()
	p, err := Make(in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// where returns the hops with a step whose title contains a text.
func where(p Plan, text string) (hops []string) {
	for _, h := range p.Hops {
		for _, s := range h.Steps {
			if strings.Contains(s.Title, text) {
				hops = append(hops, h.To.String())
			}
		}
	}
	return hops
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"1.29", "1.28", "cannot be downgraded"}, {"1.29", "2.0", "major"}, {"1.29", "1.200", "1.200 is not plausible"},
		{"", "1.30", "is unknown"}, {"1.29", "", "target is missing"},
	} {
		var in In
		in.Evidence = &evidence.Evidence{}
		if c.from != "" {
			in.From = rel(c.from)
		}
		if c.to != "" {
			in.To = rel(c.to)
		}
		if _, err := Make(in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q to %q: %v", c.from, c.to, err)
		}
	}
	contradicted := &discovery.Surface{Release: rel("1.29")}
	contradicted.Contradict("GET /version reports 1.29, but the OpenAPI documents report 1.30")
	if _, err := Make(In{Evidence: &evidence.Evidence{Surface: contradicted}, To: rel("1.30")}); err == nil || !strings.Contains(err.Error(), "documents report 1.30") {
		t.Errorf("a server that contradicts itself: %v", err)
	}
	if _, err := Make(In{To: rel("1.30")}); err == nil {
		t.Error("it plans for a cluster that was not read")
	}
}

// TestWindow: the step that upgrades nodes is before the hop that would violate the version skew,
// and nowhere else, and names the oldest release that is enough.
func TestWindow(t *testing.T) {
	for _, c := range []struct {
		kubelet, from, to, before, least string
	}{
		{"v1.29.1", "1.29", "1.33", "1.33", "at least 1.30"},
		{"v1.29.1", "1.29", "1.32", "", ""},
		{"v1.26.0", "1.29", "1.33", "1.30 1.33", "at least 1.27"},
		{"v1.21.0", "1.21", "1.23", "", ""},
		{"v1.21.0", "1.21", "1.24", "1.24", "at least 1.22"},
		{"v1.24.0", "1.24", "1.27", "1.27", "at least 1.25"}, // n-2 for kubelets before 1.25
		{"v1.25.0", "1.25", "1.28", "", ""},                  // n-3 from 1.25 on
		{"v1.25.0", "1.25", "1.29", "1.29", "at least 1.26"},
		{"garbage", "1.29", "1.33", "", ""},
		{"v1.19.10-vk-azure-aci-1.6.0", "1.29", "1.33", "", ""}, // a virtual kubelet
	} {
		e := nodes(c.kubelet)
		e.Server.Release = rel(c.from)
		p := mustMake(t, In{Evidence: e, To: rel(c.to), Checks: []preflight.Check{says("a", true, preflight.Either, pass)}})
		if got := strings.Join(where(p, "at least"), " "); got != c.before {
			t.Errorf("kubelet %s on the way %s to %s: the step stands before %q, not %q", c.kubelet, c.from, c.to, got, c.before)
		}
		if c.least != "" && len(where(p, c.least)) != 1 {
			t.Errorf("kubelet %s to %s: no step says %q", c.kubelet, c.to, c.least)
		}
	}
}

// TestKeepsTheWindow runs the check itself over all hops of every plan: if the steps of the plan
// are followed, no kubelet violates the version skew.
func TestKeepsTheWindow(t *testing.T) {
	for from := 19; from < discovery.NewestMinor; from++ {
		for to := from + 1; to <= discovery.NewestMinor; to++ {
			for behind := 0; behind <= 3; behind++ {
				followed(t, discovery.Release{Major: 1, Minor: from}, discovery.Release{Major: 1, Minor: to}, discovery.Release{Major: 1, Minor: from - behind})
			}
		}
	}
}

func followed(t *testing.T, from, to, kubelet discovery.Release) {
	t.Helper()
	if !check.KubeletAllowed(from, kubelet) {
		return
	}
	e := nodes("v" + kubelet.String() + ".0")
	e.Server.Release = from
	p := mustMake(t, In{Evidence: e, To: to, Checks: []preflight.Check{says("a", true, preflight.Either, pass)}})
	for _, h := range p.Hops {
		for _, s := range h.Steps {
			if s.Stage == Before && s.Check == "kubelet-skew" {
				kubelet = h.From
			}
		}
		if !check.KubeletAllowed(h.To, kubelet) || !check.KubeletAllowed(h.From, kubelet) {
			t.Errorf("%s to %s: in the hop %s the kubelet is %s", from, to, h.Name(), kubelet)
		}
	}
}

// TestSkewIsAFinding: the finding about the nodes of a later hop is one step with the plan's own,
// and the cluster is not ready.
func TestSkewIsAFinding(t *testing.T) {
	skew, _ := check.ByID("kubelet-skew")
	p := mustMake(t, In{Evidence: nodes("v1.29.1", "v1.31.0", "v1.29.2"), To: rel("1.33"), Checks: []preflight.Check{skew}})
	if got := p.Results[0]; got.Verdict != preflight.Fail || len(got.Items) == 0 {
		t.Fatalf("%+v", got)
	}
	steps := 0
	for _, h := range p.Hops {
		for _, s := range h.Steps {
			if s.Check == "kubelet-skew" && s.rank == rankMove {
				steps++
				if len(s.Fingerprints) != 2 || len(s.Objects) != 2 || h.To != rel("1.33") {
					t.Errorf("%s: %+v", h.Name(), s)
				}
			}
		}
	}
	if steps != 1 {
		t.Errorf("%d steps move kubelets", steps)
	}
}

// TestOnce: an item that is found for several hops is at the first hop that needs it most.
func TestOnce(t *testing.T) {
	c := says("api", true, preflight.ControlPlane, func(to string) preflight.Outcome {
		if to >= "1.32" {
			return one("web", rule.Breaking)
		}
		return one("web", rule.Deprecation)
	})
	p := mustMake(t, In{Evidence: nodes(), To: rel("1.33"), Checks: []preflight.Check{c}})
	if got := where(p, "about web"); !slices.Equal(got, []string{"1.32"}) {
		t.Errorf("it stands before %v", got)
	}
	items := p.Results[0].Items
	if len(items) != 1 || items[0].Before != "1.31 → 1.32" || items[0].Severity != rule.Breaking {
		t.Errorf("%+v", items)
	}
	for i, want := range []preflight.Verdict{preflight.Pass, preflight.Pass, preflight.Fail, preflight.Pass} {
		if got := p.Hops[i].Verdict; got != want {
			t.Errorf("%s: %s, not %s", p.Hops[i].Name(), got, want)
		}
	}
}

// TestAlike: items that are equal, or differ only in numbers, are several items, whatever their
// ordinals are.
func TestAlike(t *testing.T) {
	list := []preflight.Item{item("web", rule.Breaking), item("web", rule.Breaking), item("web", rule.Breaking)}
	list[0].Value, list[1].Value, list[2].Value, list[1].Ordinal = "3 of 5", "3 of 5", "4 of 5", 1
	c := says("api", true, preflight.ControlPlane, func(string) preflight.Outcome { return preflight.Conclude(list, nil) })
	p := mustMake(t, In{Evidence: nodes(), To: rel("1.31"), Checks: []preflight.Check{c}})
	seen := map[string]bool{}
	for _, i := range p.Results[0].Items {
		seen[i.Fingerprint] = true
	}
	if len(seen) != 3 {
		t.Errorf("%+v", p.Results[0].Items)
	}
}

// TestDrains: what concerns drains is at the hop in which nodes are upgraded.
func TestDrains(t *testing.T) {
	c := says("budget", true, preflight.NodeDrain, func(string) preflight.Outcome { return one("web", rule.Breaking) })
	for _, k := range []struct {
		kubelet string
		at      string
		stage   Stage
	}{{"v1.29.0", "1.33", Before}, {"v1.27.0", "1.31", Before}, {"v1.30.0", "1.33", After}} {
		p := mustMake(t, In{Evidence: nodes(k.kubelet), To: rel("1.33"), Checks: []preflight.Check{c}})
		found := ""
		for _, h := range p.Hops {
			for _, s := range h.Steps {
				if s.Check == "budget" {
					found += h.To.String() + string(s.Stage)
				}
			}
		}
		if found != k.at+string(k.stage) {
			t.Errorf("with kubelets of %s it stands at %s", k.kubelet, found)
		}
	}
}

func TestPhase(t *testing.T) {
	checks := []preflight.Check{
		says("plane", true, preflight.ControlPlane, pass),
		says("drain", true, preflight.NodeDrain, func(string) preflight.Outcome { return one("web", rule.Breaking) }),
		says("both", true, preflight.Either, func(string) preflight.Outcome {
			i := item("mixed", rule.Breaking)
			i.Phase = preflight.NodeDrain
			return preflight.Conclude([]preflight.Item{i}, nil)
		}),
	}
	p := mustMake(t, In{Evidence: nodes("v1.29.0"), To: rel("1.30"), Checks: checks, Phase: preflight.ControlPlane})
	if len(p.Results) != 2 || p.Results[1].Verdict != preflight.Pass || len(p.Results[1].Items) != 0 {
		t.Errorf("%+v", p.Results)
	}
	p = mustMake(t, In{Evidence: nodes("v1.29.0"), To: rel("1.30"), Checks: checks, Phase: preflight.NodeDrain})
	if len(p.Results) != 2 || p.Results[0].Check.ID != "drain" || p.Results[1].Verdict != preflight.Fail {
		t.Errorf("%+v", p.Results)
	}
	if got := where(p, "API servers"); len(got) > 0 {
		t.Errorf("the drain's plan upgrades API servers: %v", got)
	}
	checks = []preflight.Check{says("doubt", true, preflight.Either, func(string) preflight.Outcome {
		i := item("mixed", rule.Unknown)
		i.Phase = preflight.ControlPlane
		return preflight.Conclude([]preflight.Item{i}, nil)
	})}
	p = mustMake(t, In{Evidence: nodes("v1.29.0"), To: rel("1.30"), Checks: checks, Phase: preflight.NodeDrain})
	if p.Results[0].Verdict != preflight.Pass || len(where(p, "the title of doubt")) > 0 {
		t.Errorf("what is unknown about the control plane is unknown about drains: %+v", p.Results)
	}
}

// TestUnknown: each gap is one step, and so are the facts that a hop lacks.
func TestUnknown(t *testing.T) {
	gap := evidence.Gap{What: "nodes", Reason: "forbidden", Permission: "list nodes"}
	blind := func(string) preflight.Outcome { return preflight.Conclude(nil, []evidence.Gap{gap}) }
	p := mustMake(t, In{
		Evidence: nodes(), To: rel("1.31"), Checks: []preflight.Check{says("a", true, preflight.Either, blind), says("b", false, preflight.Either, blind)},
		Facts: func(_, to discovery.Release) (preflight.Input, error) {
			if to == rel("1.31") {
				return preflight.Input{}, errors.New("this kubedelta knows the releases up to 1.30")
			}
			return preflight.Input{}, nil
		},
	})
	if got := where(p, "Grant the permission to list nodes, which a and 1 more check need"); !slices.Equal(got, []string{"1.30"}) {
		t.Errorf("%v", got)
	}
	if got := where(p, "the release 1.31"); !slices.Equal(got, []string{"1.31"}) || len(p.Gaps) != 1 {
		t.Errorf("%v, %v", got, p.Gaps)
	}
	for _, h := range p.Hops {
		if h.Verdict != preflight.Unknown {
			t.Errorf("%s is %s", h.Name(), h.Verdict)
		}
	}
}

// TestContradictions: if a verdict contradicts its items or gaps, the worse one counts.
func TestContradictions(t *testing.T) {
	gaps := []evidence.Gap{{What: "x"}}
	for name, c := range map[string]struct {
		o    preflight.Outcome
		want preflight.Verdict
	}{
		"a pass with a gap":           {preflight.Outcome{Verdict: preflight.Pass, Gaps: gaps}, preflight.Unknown},
		"not applicable with a gap":   {preflight.Outcome{Verdict: preflight.NotApplicable, Gaps: gaps}, preflight.Unknown},
		"a pass with a blocker":       {preflight.Outcome{Verdict: preflight.Pass, Items: []preflight.Item{item("x", rule.Risky)}}, preflight.Fail},
		"unknown with a blocker":      {preflight.Outcome{Verdict: preflight.Unknown, Items: []preflight.Item{item("x", rule.Breaking)}}, preflight.Fail},
		"a pass with a doubt":         {preflight.Outcome{Verdict: preflight.Pass, Items: []preflight.Item{item("x", rule.Unknown)}}, preflight.Unknown},
		"no answer":                   {preflight.Outcome{}, preflight.Unknown},
		"a word that is none":         {preflight.Outcome{Verdict: "fine"}, preflight.Unknown},
		"a failure without a finding": {preflight.Outcome{Verdict: preflight.Fail, Why: "so"}, preflight.Fail},
		"a pass":                      {preflight.Outcome{Verdict: preflight.Pass}, preflight.Pass},
	} {
		p := mustMake(t, In{Evidence: nodes(), To: rel("1.30"), Checks: []preflight.Check{says("a", true, preflight.Either, func(string) preflight.Outcome { return c.o })}})
		if got := p.Results[0].Verdict; got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
		if ready := p.Hops[0].Verdict == preflight.Pass; ready != (c.want == preflight.Pass) {
			t.Errorf("%s: the hop is %s", name, p.Hops[0].Verdict)
		}
	}
	p := mustMake(t, In{Evidence: nodes(), To: rel("1.30"), Checks: []preflight.Check{{ID: "a", Required: true}}})
	if p.Results[0].Verdict != preflight.Unknown {
		t.Error("a check that cannot be run passes")
	}
}

// TestOverall enumerates the verdicts of required checks: the cluster is ready only without fail
// and unknown.
func TestOverall(t *testing.T) {
	words := []preflight.Verdict{preflight.Pass, preflight.Fail, preflight.Unknown, preflight.NotApplicable, "", "nonsense"}
	for _, a := range words {
		for _, b := range words {
			for _, c := range words {
				list := []preflight.Verdict{a, b, c}
				bad := slices.ContainsFunc(list, func(v preflight.Verdict) bool { return v != preflight.Pass && v != preflight.NotApplicable })
				want := preflight.Pass
				switch {
				case slices.Contains(list, preflight.Fail):
					want = preflight.Fail
				case bad:
					want = preflight.Unknown
				}
				if got := Overall(list); got != want {
					t.Errorf("%v: %s, not %s", list, got, want)
				}
			}
		}
	}
	if Overall(nil) != preflight.Unknown {
		t.Error("nothing was checked, and it passes")
	}
}

// TestLater: a check that fails for a later hop only fails.
func TestLater(t *testing.T) {
	for _, bad := range []preflight.Verdict{preflight.Fail, preflight.Unknown} {
		for _, at := range []string{"1.30", "1.31", "1.32"} {
			c := says("a", true, preflight.Either, func(to string) preflight.Outcome {
				if to == at {
					return preflight.Outcome{Verdict: bad, Why: "so"}
				}
				return preflight.Outcome{Verdict: preflight.Pass}
			})
			p := mustMake(t, In{Evidence: nodes(), To: rel("1.32"), Checks: []preflight.Check{c}})
			if got := p.Results[0].Verdict; got != bad {
				t.Errorf("%s at %s: %s", bad, at, got)
			}
		}
	}
}

// TestEvidenceIsNotChanged: a plan changes only its copy of the evidence.
func TestEvidenceIsNotChanged(t *testing.T) {
	e := recent()
	_ = mustMake(t, In{Evidence: e, To: rel("1.33"), Checks: []preflight.Check{says("a", true, preflight.Either, pass)}})
	for i, n := range recent().Nodes {
		if e.Nodes[i].KubeletVersion != n.KubeletVersion {
			t.Errorf("%s became %s", n.Name, e.Nodes[i].KubeletVersion)
		}
	}
	for i, c := range recent().Components {
		if e.Components[i].Version != c.Version {
			t.Errorf("%s became %s", c.Pod, e.Components[i].Version)
		}
	}
}

// TestFingerprint: a waiver stays valid if a number changes, and only for one target.
func TestFingerprint(t *testing.T) {
	a, b, c := item("web", rule.Breaking), item("web", rule.Breaking), item("api", rule.Breaking)
	a.Value, b.Value, b.Message = "3 of 5", "4 of 5", "another text"
	if Sealed("x", rel("1.30"), &a) != Sealed("x", rel("1.30"), &b) {
		t.Error("a count is in the fingerprint")
	}
	for name, other := range map[string]string{
		"target": Sealed("x", rel("1.31"), &a), "check": Sealed("y", rel("1.30"), &a), "object": Sealed("x", rel("1.30"), &c),
	} {
		if other == Sealed("x", rel("1.30"), &a) {
			t.Errorf("another %s has the same fingerprint", name)
		}
	}
}

func TestPatch(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"v1.29.4-eks-036c24b", "v1.29.15", true}, {"v1.29.15", "v1.29.15", false}, {"v1.29", "v1.29.1", false}, {"", "v1.29.1", false}, {"v1.29.4+k3s1", "v1.29.5", true}} {
		if got := older(c.a, c.b); got != c.want {
			t.Errorf("%s before %s: %v", c.a, c.b, got)
		}
	}
}

// TestPlaceOfProxy: what must be done before kube-proxy is upgraded is placed at the hop before
// which kube-proxy must be upgraded, even if no kubelet must be. What concerns drains is not.
func TestPlaceOfProxy(t *testing.T) {
	e := nodes("v1.29.1")
	e.Components = []evidence.Component{{Name: kubeProxy, Pod: "kp", Node: "n0", Version: "v1.26.3"}}
	found := func(name, component string) preflight.Check {
		return says(name, true, preflight.NodeDrain, func(string) preflight.Outcome {
			i := item(name, rule.Breaking)
			i.Component = component
			return preflight.Conclude([]preflight.Item{i}, nil)
		})
	}
	p := mustMake(t, In{Evidence: e, To: rel("1.31"), Checks: []preflight.Check{found("mode", "kube-proxy"), found("kubelet", "kubelet"), found("budget", "")}})
	for name, want := range map[string]string{"mode": "1.30", "kubelet": "1.31", "budget": "1.31"} {
		if got := where(p, "about "+name); len(got) != 1 || got[0] != want {
			t.Errorf("%s is placed at %v, not %s", name, got, want)
		}
	}
	if got := where(p, "Upgrade kube-proxy"); len(got) == 0 || got[0] != "1.30" {
		t.Errorf("kube-proxy is upgraded at %v", got)
	}
}
