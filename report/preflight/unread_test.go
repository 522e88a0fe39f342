package preflight

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// unreadCorefile returns the report of a cluster that is ready except that its Corefile was not
// read. Its only check has an outcome.
func unreadCorefile(required bool, state evidence.State, o preflight.Outcome) *Report {
	e := whole()
	e.Server.Version, e.Server.Release = "v1.32.1", rel("1.32")
	e.Nodes[0].KubeletVersion = "v1.32.1"
	e.Readings[evidence.CoreDNSConfig] = evidence.Reading{What: "configmaps/coredns", State: state, Reason: "the server answered 403", Permission: "get configmaps/coredns"}
	checks := append(sampleChecks()[4:], says("cgroup-version", "No node uses cgroup v1", required, preflight.NodeDrain, always(o)))
	return New(tool(), e, planned(e, "1.33", checks), data())
}

// TestUnneeded tests that data that could not be read counts only if a check needs it, or if it
// could not be read for another reason than a missing permission, and that every format contains it.
func TestUnneeded(t *testing.T) {
	gap := []evidence.Gap{{What: "configmaps/coredns", Reason: "the server answered 403", Permission: "get configmaps/coredns"}}
	for _, c := range []struct {
		name              string
		required bool
		state    evidence.State
		gaps     []evidence.Gap
		want     Verdict
	}{
		{name: "no check needs it", state: evidence.Forbidden, want: Ready},
		{name: "advice needs it", state: evidence.Forbidden, gaps: gap, want: Unknown},
		{name: "a required check needs it", required: true, state: evidence.Forbidden, gaps: gap, want: Unknown},
		{name: "the server does not answer", state: evidence.Failed, want: Unknown},
		{name: "a part", state: evidence.Partial, want: Unknown},
		{name: "a new state", state: "new", want: Unknown},
	} {
		r := unreadCorefile(c.required, c.state, preflight.Conclude(nil, c.gaps))
		code := 4
		if c.want == Ready {
			code = 0
		}
		if r.Verdict != c.want || r.code() != code || r.Summary.Unread != 1 {
			t.Errorf("%s: %s, %d, %+v", c.name, r.Verdict, r.code(), r.Summary)
		}
		for _, format := range formats() {
			switch text := string(render1(t, format, r, Options{Rules: rules()})); format {
			case "csv": // findings only
			case "prometheus":
				if !strings.Contains(text, `kubedelta_preflight_unread{cluster="prod-1",target="1.33"} 1`) {
					t.Errorf("%s: prometheus does not count it", c.name)
				}
			default:
				if !strings.Contains(text, "configmaps/coredns") {
					t.Errorf("%s: %s does not contain it:\n%s", c.name, format, text)
				}
			}
		}
	}
}
