package preflight

import (
	"errors"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// placedReasons are reasons as Go, client-go and API servers write them, with the address of the
// server and others of its network.
func placedReasons() []string {
	return []string{
		`Get "https://api.zebra.example:6443/api/v1/nodes?limit=500": dial tcp 10.20.30.40:6443: connect: connection refused`,
		`cannot read context:a (https://api.zebra.example:6443): GET /api: the connection was refused (dial tcp 10.20.30.40:6443: connect: connection refused)`,
		`dial tcp: lookup api.zebra.example on 10.20.30.53:53: no such host`,
		`dial tcp [fd00:20::40]:6443: i/o timeout`,
		`read tcp 10.20.30.1:51234->10.20.30.40:6443: read: connection reset by peer`,
		`x509: certificate is valid for kubernetes, other.zebra.example, 10.20.30.40, not api.zebra.example`,
		`tls: failed to verify certificate: x509: certificate is not valid for any names, but wanted to match API.zebra.example`,
		`https://login:pass@api.zebra.example:6443/k8s/clusters/c-zebra answered 502`,
		`dial tcp api.zebra.example:6443: i/o timeout`,
		`proxyconnect tcp: dial tcp 10.20.30.99:3128: connect: no route to host; token from https://sso.zebra.example/token?code=zebra`,
	}
}

// TestNoAddress tests that no format contains the address of the API server, whatever the errors
// contain.
func TestNoAddress(t *testing.T) {
	for _, reason := range placedReasons() {
		e := &evidence.Evidence{
			Server: evidence.Server{Name: "prod-1", Address: "https://api.zebra.example:6443", UID: "5e1f0c4e", Version: "v1.29.4", Release: rel("1.29")},
			Readings: map[evidence.Resource]evidence.Reading{
				evidence.Nodes: {What: "nodes", State: evidence.Failed, Reason: reason},
			},
		}
		gap := evidence.Gap{What: "nodes", Reason: reason}
		checks := []preflight.Check{
			says("rule-x", "A title", true, preflight.Either, always(preflight.Outcome{Verdict: preflight.Unknown, Gaps: []evidence.Gap{gap}})),
		}
		made, err := plan.Make(plan.In{Evidence: e, To: rel("1.31"), Checks: checks, Facts: func(_, _ discovery.Release) (preflight.Input, error) {
			return preflight.Input{}, errors.New(reason)
		}})
		if err != nil {
			t.Fatal(err)
		}
		r := New(tool(), e, made, data())
		r.Gate = &envelope.Gate{FailOn: rule.Info}
		lost := Unreached(tool(), e.Server, rel("1.31"), data(), reason)
		for _, format := range formats() {
			for what, text := range map[string][]byte{
				"a report": render1(t, format, r, Options{}), "a lost cluster": render1(t, format, lost, Options{}),
				"a fleet": renderFleet(t, format, NewFleet(tool(), []*Report{r, lost})),
			} {
				for _, told := range []string{"zebra", "10.20.30", "fd00", "pass@", "51234"} {
					if strings.Contains(strings.ToLower(string(text)), told) {
						t.Errorf("%s as %s tells %q of %q", what, format, told, reason)
					}
				}
			}
		}
	}
}

// TestReasonsStay tests that the rest of a reason is kept.
func TestReasonsStay(t *testing.T) {
	u := unplacedOf(evidence.Server{Address: "https://api.zebra.example:6443"})
	for reason, want := range map[string]string{
		"the server answered 403":                     "the server answered 403",
		"3 of 5 kubelets did not answer; node-1: EOF": "3 of 5 kubelets did not answer; node-1: EOF",
		"dial tcp 10.1.2.3:6443: connect: refused":    "dial tcp [address]: connect: refused",
		"lookup a.example on 10.0.0.1:53: no host":    "lookup [address]: no host",
		`see "https://x.example/y", then retry`:       `see "[address]", then retry`,
		"no route to API.zebra.example (timeout)":     "no route to [address] (timeout)",
		"İ: no route to API.zebra.example (timeout)":  "İ: no route to [address] (timeout)",
		"it has 1.2 of 3.4 parts, v1.29.4":            "it has 1.2 of 3.4 parts, v1.29.4",
	} {
		if got := u.text(reason); got != want {
			t.Errorf("%q: got %q, want %q", reason, got, want)
		}
	}
}
