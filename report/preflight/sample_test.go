package preflight

import (
	"errors"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func rel(s string) discovery.Release {
	r, err := discovery.ParseRelease(s)
	if err != nil {
		panic(err)
	}
	return r
}

func tool() envelope.Tool { return envelope.Tool{Name: "kubedelta", Version: "v0.3.0"} }

func data() Data { return Data{Newest: rel("1.37"), Date: "2026-08"} }

// says is a check whose result is the same on every hop, or depends on its target.
func says(id, title string, required bool, phase preflight.Phase, run func(to string) preflight.Outcome) preflight.Check {
	return preflight.Check{
		ID: id, Title: title, Severity: rule.Breaking, Phase: phase, Required: required, Migration: "Read the page of " + id + ".",
		Run: func(in preflight.Input) preflight.Outcome { return run(in.To.String()) },
	}
}

func always(o preflight.Outcome) func(string) preflight.Outcome {
	return func(string) preflight.Outcome { return o }
}

func item(id string, s rule.Severity, apiVersion, kind, namespace, name, message string) preflight.Item {
	return preflight.Item{Finding: finding.Finding{Rule: id, Severity: s, APIVersion: apiVersion, Kind: kind, Namespace: namespace, Name: name, Message: message}}
}

func sampleEvidence() *evidence.Evidence {
	return &evidence.Evidence{
		Server: evidence.Server{Name: "prod-1", Address: "https://api.prod.example:6443", UID: "5e1f0c4e-8a3b-4c55-9a57-0a7f4d1c2e90", Version: "v1.29.4", Release: rel("1.29")},
		At:     time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
		Readings: map[evidence.Resource]evidence.Reading{
			evidence.Nodes:       {What: "nodes", State: evidence.Read, Count: 2},
			evidence.Metrics:     {What: "/metrics", State: evidence.Forbidden, Reason: "the server answered 403", Permission: "get /metrics"},
			evidence.HelmSecrets: {What: "secrets", State: evidence.Read, Count: 7},
		},
		Nodes: []evidence.Node{
			{Object: evidence.Object{Name: "ip-10-0-0-1"}, KubeletVersion: "v1.29.4"},
			{Object: evidence.Object{Name: "ip-10-0-0-2"}, KubeletVersion: "v1.32.1"},
		},
	}
}

// whole is the evidence with everything read.
func whole() *evidence.Evidence {
	e := sampleEvidence()
	e.Readings[evidence.Metrics] = evidence.Reading{What: "/metrics", State: evidence.Read, Count: 900}
	return e
}

// sampleChecks are checks with all features.
func sampleChecks() []preflight.Check {
	flow := item("removed-api-in-use", rule.Breaking, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", "", "batch-users", "FlowSchema batch-users was last written as v1beta3, which 1.32 no longer serves")
	flow.Removed, flow.Replacement = rel("1.32"), &discovery.GroupVersionKind{Group: "flowcontrol.apiserver.k8s.io", Version: "v1", Kind: "FlowSchema"}
	flow.Source, flow.Notes, flow.Value = "manager kubectl at 2026-03-01T09:00:00Z", []int{123456}, "flowcontrol.apiserver.k8s.io/v1beta3"
	flow.Commands = []string{"kubectl get flowschemas.v1.flowcontrol.apiserver.k8s.io batch-users -o yaml | kubectl apply -f -"}
	budget := item("budget-allows-none", rule.Risky, "policy/v1", "PodDisruptionBudget", "shop", "web", "the budget allows no disruption, so its pods cannot be evicted")
	waived := item("budget-allows-none", rule.Risky, "policy/v1", "PodDisruptionBudget", "shop", "cart", "the budget allows no disruption, so its pods cannot be evicted")
	single := item("single-replica", rule.Deprecation, "apps/v1", "Deployment", "shop", "api", "the deployment has one replica: it is away while its node is drained")
	single.Likely = true
	gap := []evidence.Gap{{What: "/metrics", Reason: "the server answered 403", Permission: "get /metrics"}}
	return []preflight.Check{
		says("removed-api-in-use", "Nobody uses a version that the target does not serve", true, preflight.ControlPlane, func(to string) preflight.Outcome {
			if to == "1.32" {
				return preflight.Conclude([]preflight.Item{flow}, gap)
			}
			return preflight.Conclude(nil, gap)
		}),
		says("budget-allows-none", "Every budget allows a disruption", true, preflight.NodeDrain, always(preflight.Conclude([]preflight.Item{budget, waived}, nil))),
		says("feature-gates", "No gate is set that the target does not know", true, preflight.Either, always(preflight.Conclude(nil, gap))),
		says("single-replica", "Workloads have more than one replica", false, preflight.NodeDrain, always(preflight.Conclude([]preflight.Item{single}, nil))),
		says("coredns-plugins", "The Corefile names no plugin that goes", true, preflight.ControlPlane, always(preflight.Outcome{Verdict: preflight.Pass})),
		says("crd-name-conflict", "No custom resource takes a name of the target", true, preflight.ControlPlane, always(preflight.Outcome{Verdict: preflight.NotApplicable, Why: "there are no custom resource definitions"})),
	}
}

func planned(e *evidence.Evidence, to string, checks []preflight.Check) plan.Plan {
	p, err := plan.Make(plan.In{Evidence: e, To: rel(to), Checks: checks, Latest: func(r discovery.Release) string {
		return map[string]string{"1.29": "v1.29.15", "1.33": "v1.33.5"}[r.String()]
	}})
	if err != nil {
		panic(err)
	}
	return p
}

// sample returns a report with all features.
func sample() *Report {
	r := New(tool(), sampleEvidence(), planned(sampleEvidence(), "1.33", sampleChecks()), data())
	w := &decision.Waivers{Name: "waivers.yaml", AllowBlockers: true}
	for _, i := range r.Checks[1].Items {
		if i.Name == "cart" {
			w.List = []decision.Waiver{{Fingerprint: i.Fingerprint, Owner: "team-cart", Reason: "it is scaled to zero in the window", Expires: "2027-03-31", Line: 3}}
		}
	}
	if err := Waive(w, []*Report{r}, "2026-11-21"); err != nil {
		panic(err)
	}
	baseline := New(tool(), whole(), planned(whole(), "1.33", sampleChecks()[3:]), data())
	if err := Against(baseline, r); err != nil {
		panic(err)
	}
	return r
}

// clean returns a report of a ready cluster.
func clean() *Report {
	e := whole()
	e.Server.Version, e.Server.Release = "v1.32.1", rel("1.32")
	e.Nodes[0].KubeletVersion = "v1.32.1"
	return New(tool(), e, planned(e, "1.33", sampleChecks()[4:]), data())
}

func dead() *Report {
	return Unreached(tool(), evidence.Server{Name: "dev", Address: "https://10.1.2.3:6443"}, rel("1.33"), data(), "dial tcp 10.1.2.3:6443: connection refused")
}

// beyond returns a report for a target that kubedelta has no data about.
func beyond() *Report {
	e := sampleEvidence()
	e.Server.Version, e.Server.Release, e.Nodes = "v1.37.0", rel("1.37"), nil
	p, err := plan.Make(plan.In{Evidence: e, To: rel("1.38"), Checks: sampleChecks()[4:], Facts: func(_, _ discovery.Release) (preflight.Input, error) {
		return preflight.Input{}, errors.New("this kubedelta knows the releases up to 1.37")
	}})
	if err != nil {
		panic(err)
	}
	return New(tool(), e, p, data())
}

func fleet() *Fleet { return NewFleet(tool(), []*Report{sample(), dead(), clean()}) }

func rules() (list []rule.Rule) {
	for _, c := range sampleChecks() {
		list = append(list, rule.Rule{ID: c.ID, Title: c.Title, Doc: c.Title + ".\n\nThe page.", Severity: c.Severity})
	}
	return list
}
