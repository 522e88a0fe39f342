package preflight

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/decision"
)

const today = "2026-11-21"

// found is the item of an object.
func found(r *Report, name string) preflight.Item {
	for _, c := range r.Checks {
		for _, i := range c.Items {
			if i.Name == name {
				return i
			}
		}
	}
	panic("there is no item about " + name)
}

func fresh() *Report {
	return New(tool(), sampleEvidence(), planned(sampleEvidence(), "1.33", sampleChecks()), data())
}

func waiver(fingerprint string) decision.Waiver {
	return decision.Waiver{Fingerprint: fingerprint, Owner: "team", Reason: "why", Expires: "2027-03-31", Line: 7}
}

func TestWaiveRefuses(t *testing.T) {
	budget, advice := found(fresh(), "web").Fingerprint, found(fresh(), "api").Fingerprint
	for _, c := range []struct {
		name   string
		change func(*decision.Waiver)
		want   string
	}{
		{"expired", func(w *decision.Waiver) { w.Expires = "2026-11-20" }, "w.yaml:7: the waiver of " + advice + ", owned by team, expired on 2026-11-20"},
		{"unmatched", func(w *decision.Waiver) { w.Fingerprint, w.Check = "000000000000", "single-replica" }, "w.yaml:7: the waiver of 000000000000 matches no finding"},
		{"a blocker", func(w *decision.Waiver) { w.Fingerprint = budget }, "is a blocker (budget-allows-none): to waive it, set allowBlockers: true"},
		{"another check", func(w *decision.Waiver) { w.Check = "x" }, "is a finding of the check single-replica, not of x"},
		{"another target", func(w *decision.Waiver) { w.Target = "1.34" }, "is for the target 1.33, not for 1.34"},
		{"another object", func(w *decision.Waiver) { w.Object = "shop/web" }, "is about shop/api, not about shop/web"},
	} {
		w := &decision.Waivers{Name: "w.yaml", List: []decision.Waiver{waiver(advice)}}
		c.change(&w.List[0])
		r := fresh()
		if err := Waive(w, []*Report{r}, today); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(r.Waived) > 0 {
			t.Errorf("%s: something was waived all the same", c.name)
		}
	}
	w := &decision.Waivers{Name: "w.yaml", List: []decision.Waiver{waiver(advice)}}
	w.List[0].Expires, w.List[0].Check, w.List[0].Object, w.List[0].Target = today, "single-replica", "Deployment shop/api", "1.33"
	r := fresh()
	if err := Waive(w, []*Report{r}, today); err != nil || len(r.Waived) != 1 {
		t.Errorf("on its last day: %v", err)
	}
}

// TestWaiveEverything tests that gaps are still unknown if all items are waived.
func TestWaiveEverything(t *testing.T) {
	r := fresh()
	w := &decision.Waivers{Name: "w.yaml", AllowBlockers: true}
	n := 0
	for _, c := range r.Checks {
		for _, i := range c.Items {
			w.List = append(w.List, waiver(i.Fingerprint))
			n++
		}
	}
	if err := Waive(w, []*Report{r}, today); err != nil {
		t.Fatal(err)
	}
	// The step of the nodes has no item here, so the last hop waits for it.
	if r.Summary.Blockers != 0 || len(r.Waived) != n || r.Verdict != NotReady || r.Summary.Unknown != 2 {
		t.Errorf("%s, %+v", r.Verdict, r.Summary)
	}
	for _, h := range r.Hops {
		for _, s := range h.Steps {
			if len(s.Fingerprints) > 0 && !s.Waived {
				t.Errorf("%s %s is not waived", s.ID, s.Title)
			}
		}
	}
	text := string(render1(t, "text", r, Options{}))
	for _, name := range []string{"batch-users", "shop/web", "shop/cart", "shop/api", "Waived"} {
		if !strings.Contains(text, name) {
			t.Errorf("what is waived is not printed: %s", name)
		}
	}
}

// TestWaivedBlocker tests that a cluster whose only blocker is waived is ready.
func TestWaivedBlocker(t *testing.T) {
	e := whole()
	r := New(tool(), e, planned(e, "1.30", sampleChecks()[1:2]), data())
	if r.Verdict != NotReady {
		t.Fatal(r.Verdict)
	}
	w := &decision.Waivers{Name: "w", AllowBlockers: true, List: []decision.Waiver{waiver(found(r, "web").Fingerprint), waiver(found(r, "cart").Fingerprint)}}
	if err := Waive(w, []*Report{r}, today); err != nil {
		t.Fatal(err)
	}
	if r.Verdict != Ready || r.code() != 0 || r.Checks[0].Verdict != preflight.Pass || r.Hops[0].Verdict != preflight.Pass {
		t.Errorf("%s, %+v", r.Verdict, r.Checks[0])
	}
	one := New(tool(), e, planned(e, "1.30", sampleChecks()[1:2]), data())
	w.List = w.List[:1]
	if err := Waive(w, []*Report{one}, today); err != nil || one.Verdict != NotReady {
		t.Errorf("with one of two waived: %s, %v", one.Verdict, err)
	}
}

// TestWaiveBare tests that a check that fails without items cannot be waived by items.
func TestWaiveBare(t *testing.T) {
	c := Check{Required: true, Verdict: preflight.Fail, Items: []preflight.Item{found(fresh(), "api")}}
	if c.waived(nil); c.Verdict != preflight.Fail {
		t.Errorf("%s", c.Verdict)
	}
}

// TestWaiveDoubt tests that a check that is unknown only because of waived items passes, whatever it
// says about the rest.
func TestWaiveDoubt(t *testing.T) {
	i := found(fresh(), "api")
	i.Severity = rule.Unknown
	c := Check{Required: true, Verdict: preflight.Unknown, Why: "requests: no others since yesterday", Items: []preflight.Item{i}}
	if c.waived(nil); c.Verdict != preflight.Pass {
		t.Errorf("%s", c.Verdict)
	}
}

// TestWaiveFleet tests that a waiver for a cluster that could not be reached is no error.
func TestWaiveFleet(t *testing.T) {
	w := &decision.Waivers{Name: "w", List: []decision.Waiver{waiver("000000000000")}}
	if err := Waive(w, []*Report{fresh(), dead()}, today); err != nil {
		t.Error(err)
	}
	// It may be for what the run does not check.
	scoped, phase := fresh(), fresh()
	scoped.Scope, phase.Phase = &evidence.Scope{Namespace: "shop"}, preflight.NodeDrain
	for _, r := range []*Report{scoped, phase} {
		if err := Waive(w, []*Report{r}, today); err != nil {
			t.Error(err)
		}
	}
	w.List = []decision.Waiver{waiver(found(fresh(), "api").Fingerprint)}
	a, b := fresh(), fresh()
	if err := Waive(w, []*Report{a, b}, today); err != nil || len(a.Waived) != 1 || len(b.Waived) != 1 {
		t.Errorf("%v", err)
	}
}

// TestWaiveUnread tests that an unmatched waiver is no error if its check, or any check for a waiver
// that names none, lacks data, whether the gap is accepted or not.
func TestWaiveUnread(t *testing.T) {
	whole := New(tool(), whole(), planned(whole(), "1.33", sampleChecks()[3:]), data())
	for _, c := range []struct {
		r     *Report
		check string
		stale bool
	}{
		{fresh(), "", false},
		{fresh(), "feature-gates", false},
		{fresh(), "single-replica", true},
		{accepted(), "", false},
		{accepted(), "feature-gates", false},
		{accepted(), "single-replica", true},
		{whole, "", true},
		{whole, "coredns-plugins", true},
	} {
		w := &decision.Waivers{Name: "w", List: []decision.Waiver{waiver("000000000000")}}
		w.List[0].Check = c.check
		if err := Waive(w, []*Report{c.r}, today); (err != nil) != c.stale {
			t.Errorf("a waiver of %q: %v", c.check, err)
		}
	}
}

func TestBaselineRefuses(t *testing.T) {
	good := func() *Report { return New(tool(), whole(), planned(whole(), "1.33", sampleChecks()[3:]), data()) }
	if err := Against(good(), fresh()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(baseline, now *Report)
		want   string
	}{
		{"another cluster", func(b, _ *Report) { b.Cluster.UID = "other" }, "the baseline is of a different cluster"},
		{"a cluster that is not known", func(b, _ *Report) { b.Cluster.UID = "" }, "does not identify its cluster"},
		{"this is not known", func(_, n *Report) { n.Cluster.UID = "" }, "whether the baseline is of this cluster is unknown"},
		{"another target", func(b, _ *Report) { b.Target.Release = rel("1.32") }, "was created for 1.32, but this run is for 1.33"},
		{"another phase", func(b, _ *Report) { b.Phase = preflight.NodeDrain }, "the phase node-drain"},
		{"incomplete", func(b, _ *Report) { *b = *fresh() }, "the baseline is incomplete: 2 required checks"},
		{"not all read", func(b, _ *Report) {
			*b = *New(tool(), sampleEvidence(), planned(sampleEvidence(), "1.33", sampleChecks()[3:]), data())
		}, "the baseline is incomplete: 1 resource could not be read"},
		{"a target beyond us", func(b, n *Report) {
			*b = *beyond()
			b.Target, b.Checks = n.Target, nil
			b.Readings = nil
			b.settle()
		}, "the baseline is incomplete: some checks were unknown"},
		{"unreachable", func(b, _ *Report) { b.Unreachable = "gone" }, "could not be checked (gone)"},
		{"now unreachable", func(_, n *Report) { n.Unreachable = "gone" }, "the cluster could not be checked (gone)"},
		{"redacted", func(b, _ *Report) { *b = *Redact(b, nil) }, "the baseline was redacted"},
	} {
		b, n := good(), fresh()
		c.change(b, n)
		if err := Against(b, n); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestBaseline tests that only new items fail the run, and that the verdict does not change.
func TestBaseline(t *testing.T) {
	e := whole()
	make1 := func() *Report { return New(tool(), e, planned(e, "1.30", sampleChecks()[1:2]), data()) }
	now := make1()
	if err := Against(make1(), now); err != nil {
		t.Fatal(err)
	}
	if now.Verdict != NotReady || now.code() != 0 || now.Baseline.Known != 2 || now.Baseline.New != 0 {
		t.Errorf("%s, exit %d, %+v", now.Verdict, now.code(), now.Baseline)
	}
	before := make1()
	before.Checks[0].Items = before.Checks[0].Items[:1]
	now = make1()
	if err := Against(before, now); err != nil {
		t.Fatal(err)
	}
	if now.code() != 3 || now.Baseline.New != 1 {
		t.Errorf("exit %d, %+v", now.code(), now.Baseline)
	}
	gone := make1()
	gone.Checks[0].Items, gone.Checks[0].Verdict, gone.Hops = nil, preflight.Pass, []plan.Hop{}
	if err := Against(make1(), gone); err != nil || gone.Baseline.Gone != 2 {
		t.Errorf("%+v, %v", gone.Baseline, err)
	}
	// A check that could not see everything does not tell what is gone.
	gone.Checks[0].Gaps = []evidence.Gap{{}}
	if err := Against(make1(), gone); err != nil || gone.Baseline.Gone != 0 {
		t.Errorf("%+v, %v", gone.Baseline, err)
	}
}

// TestBaselineMoreSevere tests that a finding is new if it is more severe than in the baseline, or
// if its waiver has ended since.
func TestBaselineMoreSevere(t *testing.T) {
	e := whole()
	make1 := func() *Report { return New(tool(), e, planned(e, "1.30", sampleChecks()[1:2]), data()) }
	before, now := make1(), make1()
	before.Checks[0].Items[0].Severity = rule.Info
	if err := Against(before, now); err != nil || now.code() != 3 || now.Baseline.New != 1 || now.Baseline.Gone != 0 {
		t.Errorf("exit %d, %+v, %v", now.code(), now.Baseline, err)
	}
	before, now = make1(), make1()
	before.Waived = []Waived{{Item: before.Checks[0].Items[0]}}
	before.Checks[0].Items = before.Checks[0].Items[1:]
	if err := Against(before, now); err != nil || now.code() != 3 || now.Baseline.New != 1 {
		t.Errorf("exit %d, %+v, %v", now.code(), now.Baseline, err)
	}
}
