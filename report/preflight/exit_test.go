package preflight

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// outcomes are all results of a check, including contradictory ones. ok reports whether a required
// check with the result can be that of a ready cluster.
func outcomes() (list []preflight.Outcome, ok []bool) {
	gap := []evidence.Gap{{What: "nodes", Reason: "forbidden", Permission: "list nodes"}}
	blocker := item("x", rule.Breaking, "v1", "Pod", "n", "p", "it blocks")
	risky := item("x", rule.Risky, "v1", "Pod", "n", "p", "it blocks")
	doubt := item("x", rule.Unknown, "v1", "Pod", "n", "p", "it cannot be told")
	soft := item("x", rule.Deprecation, "v1", "Pod", "n", "p", "it is old")
	for _, v := range []preflight.Verdict{preflight.Pass, preflight.Fail, preflight.Unknown, preflight.NotApplicable, ""} {
		for _, items := range [][]preflight.Item{nil, {blocker}, {risky}, {doubt}, {soft}} {
			for _, gaps := range [][]evidence.Gap{nil, gap} {
				list = append(list, preflight.Outcome{Verdict: v, Items: items, Gaps: gaps})
				soft := len(items) == 0 || items[0].Severity == rule.Deprecation
				ok = append(ok, (v == preflight.Pass || v == preflight.NotApplicable) && len(gaps) == 0 && soft)
			}
		}
	}
	return list, ok
}

// TestNeverReady enumerates the results of two required checks and an optional one on two hops. The
// cluster is ready only if both required checks pass or do not apply on both hops.
func TestNeverReady(t *testing.T) {
	list, ok := outcomes()
	good := preflight.Outcome{Verdict: preflight.Pass}
	ready, not := 0, 0
	for i, a := range list {
		for j, b := range list {
			for _, hop := range []string{"1.30", "1.31"} {
				checks := []preflight.Check{
					says("a", "a", true, preflight.ControlPlane, func(to string) preflight.Outcome {
						if to == hop {
							return a
						}
						return good
					}),
					says("b", "b", true, preflight.NodeDrain, always(b)),
					says("c", "c", false, preflight.Either, always(list[(i+j)%len(list)])),
				}
				e := &evidence.Evidence{Server: evidence.Server{Version: "v1.29.0", Release: rel("1.29")}}
				r := New(tool(), e, planned(e, "1.31", checks), data())
				if want := ok[i] && ok[j]; (r.Verdict == Ready) != want {
					t.Fatalf("%+v and %+v make it %s", a, b, r.Verdict)
				}
				code, _ := r.Ends()
				if (code == envelope.CodePass) != (r.Verdict == Ready) {
					t.Fatalf("%s exits with %d", r.Verdict, code)
				}
				if r.Verdict == Ready {
					ready++
				} else {
					not++
				}
			}
		}
	}
	if ready == 0 || not == 0 {
		t.Errorf("%d ready, %d not", ready, not)
	}
}

func TestNothingIsNotReady(t *testing.T) {
	e := whole()
	for name, r := range map[string]*Report{
		"no checks":          New(tool(), e, planned(e, "1.33", nil), data()),
		"advice only":        New(tool(), e, planned(e, "1.33", sampleChecks()[3:4]), data()),
		"no cluster":         dead(),
		"a target beyond us": beyond(),
	} {
		if r.Verdict == Ready || r.code() == envelope.CodePass {
			t.Errorf("%s: %s, exit %d", name, r.Verdict, r.code())
		}
	}
	if NewFleet(tool(), nil).Verdict == Ready {
		t.Error("a fleet of no clusters is ready")
	}
}

func TestCode(t *testing.T) {
	unknown := New(tool(), sampleEvidence(), planned(sampleEvidence(), "1.32", sampleChecks()[2:3]), data())
	both := New(tool(), sampleEvidence(), planned(sampleEvidence(), "1.33", sampleChecks()), data())
	risky := New(tool(), whole(), planned(whole(), "1.32", sampleChecks()[1:2]), data())
	advice := New(tool(), whole(), planned(whole(), "1.32", sampleChecks()[3:5]), data())
	unread := New(tool(), sampleEvidence(), planned(sampleEvidence(), "1.32", sampleChecks()[4:]), data())
	for _, c := range []struct {
		name   string
		r      *Report
		failOn rule.Severity
		allow  bool
		want   int
	}{
		{"ready", clean(), "", false, 0},
		{"unreachable", dead(), "", false, 1},
		{"unreachable, incomplete allowed", dead(), "", true, 1},
		{"unknown", unknown, "", false, 4},
		{"unknown, allowed", unknown, "", true, 0},
		{"blockers and unknown", both, "", false, 3},
		{"blockers and unknown, allowed", both, "", true, 3},
		{"blockers and unknown, never", both, envelope.Never, false, 4},
		{"blockers, never", risky, envelope.Never, false, 0},
		{"a risky blocker", risky, "", false, 3},
		{"a risky blocker at risky", risky, rule.Risky, false, 3},
		{"a risky blocker below breaking", risky, rule.Breaking, false, 0},
		{"all pass, something unread", unread, "", false, 4},
		{"all pass, something unread, allowed", unread, "", true, 0},
		{"advice", advice, "", false, 0},
		{"advice at its severity", advice, rule.Deprecation, false, 3},
		{"a target beyond us", beyond(), "", false, 4},
	} {
		c.r.Gate = &envelope.Gate{FailOn: c.failOn, AllowIncomplete: c.allow}
		if got, why := c.r.Ends(); got != c.want || (why == "") != (got == 0) {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
}

// TestUnread tests that a cluster with a failed reading is never ready, even if no check uses it.
// In a report of one phase, only the readings of its checks count.
func TestUnread(t *testing.T) {
	for _, state := range []evidence.State{evidence.Read, evidence.NotServed, evidence.NotAsked, evidence.Forbidden, evidence.Failed, evidence.Partial, "", "new"} {
		e := whole()
		e.Readings[evidence.Volumes] = evidence.Reading{What: "persistentvolumes", State: state}
		r := New(tool(), e, planned(e, "1.30", sampleChecks()[4:]), data())
		want := Unknown
		if state == evidence.Read || state == evidence.NotServed || state == evidence.NotAsked {
			want = Ready
		}
		if r.Verdict != want {
			t.Errorf("%q: %s", state, r.Verdict)
		}
		if told := strings.Contains(string(render1(t, "text", r, Options{})), "persistentvolumes"); told != (want == Unknown) {
			t.Errorf("%q: told is %v", state, told)
		}
	}
	e := sampleEvidence()
	p := planned(e, "1.30", sampleChecks()[4:5])
	p.Phase = preflight.ControlPlane
	if r := New(tool(), e, p, data()); r.Verdict != Ready {
		t.Errorf("of one phase: %s", r.Verdict)
	}
}

func TestFleetCode(t *testing.T) {
	unknown := New(tool(), sampleEvidence(), planned(sampleEvidence(), "1.32", sampleChecks()[2:3]), data())
	for _, c := range []struct {
		name  string
		list  []*Report
		allow bool
		want  int
	}{
		{"ready", []*Report{clean(), clean()}, false, 0},
		{"one dead", []*Report{clean(), dead()}, false, 4},
		{"one dead, allowed", []*Report{clean(), dead()}, true, 0},
		{"all dead", []*Report{dead(), dead()}, false, 1},
		{"all dead, allowed", []*Report{dead()}, true, 1},
		{"one blocked, one dead", []*Report{dead(), sample()}, false, 3},
		{"one unknown", []*Report{clean(), unknown}, false, 4},
		{"none", nil, false, 1},
	} {
		for _, r := range c.list {
			r.Gate = &envelope.Gate{AllowIncomplete: c.allow}
		}
		if got, why := NewFleet(tool(), c.list).Ends(); got != c.want || (why == "") != (got == 0) {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
	var verdicts []Verdict
	for _, list := range [][]*Report{{clean()}, {clean(), dead()}, {dead(), sample(), clean()}} {
		verdicts = append(verdicts, NewFleet(tool(), list).Verdict)
	}
	if !slices.Equal(verdicts, []Verdict{Ready, Unknown, NotReady}) {
		t.Errorf("%v", verdicts)
	}
}
