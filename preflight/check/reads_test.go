package check_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestDeclaredReads: if a resource was not read, each check names it as a gap, or its outcome is the
// same as with the resource. The verdict for the cluster depends on that: a resource that no check
// names does not count.
func TestDeclaredReads(t *testing.T) {
	for _, c := range cases.Read(t, casesDir) {
		id := filepath.Base(filepath.Dir(c.Path))
		own, known := check.ByID(id)
		if !known {
			t.Fatalf("there is no check %s", id)
		}
		checks := []preflight.Check{own}
		if thorough.On() {
			checks = check.Every()
		}
		t.Run(id+"/"+c.Name(), func(t *testing.T) {
			t.Parallel()
			var f frame
			var e evidence.Evidence
			decode(t, c.File("input"), &f)
			decode(t, c.File("evidence"), &e)
			declares(t, input(t, f, &e), checks)
		})
	}
	for _, hop := range hops() {
		declares(t, input(t, hopFrame(hop), healthyAt(t, hop[0])), check.Every())
	}
}

// declares runs checks with everything, and without each resource that was read.
func declares(t *testing.T, in preflight.Input, checks []preflight.Check) {
	t.Helper()
	for _, c := range checks {
		whole := c.Run(in)
		for r, reading := range in.Readings {
			if !reading.OK() {
				continue
			}
			lost := in
			lost.Evidence = without(in.Evidence, r)
			o := c.Run(lost)
			named := slices.ContainsFunc(o.Gaps, func(g evidence.Gap) bool { return g.What == r.String() })
			if !named && better(&o, &whole) {
				t.Errorf("%s looks at %s, and does not name it:\n%swith it:\n%s", c.ID, r, outcome(o), outcome(whole))
			}
			if outcome(o) != outcome(whole) && !slices.Contains(slices.Concat(c.Needs, c.MayNeed, in.Watched), r) {
				t.Errorf("%s looks at %s, and does not declare it", c.ID, r)
			}
		}
	}
}

// better reports whether an outcome lacks something of the whole one: its verdict, or an item that
// is more than information, at least as severe.
func better(o, whole *preflight.Outcome) bool {
	worse := slices.Index(preflight.Verdicts(), whole.Verdict) < slices.Index(preflight.Verdicts(), o.Verdict)
	applies := whole.Verdict == preflight.Pass && o.Verdict == preflight.NotApplicable
	return worse || applies || slices.ContainsFunc(whole.Items, func(i preflight.Item) bool {
		return i.Severity != rule.Info && !slices.ContainsFunc(o.Items, func(j preflight.Item) bool {
			return i.Fingerprint == j.Fingerprint && j.Severity.AtLeast(i.Severity)
		})
	})
}

// without returns evidence in which a resource was not read.
func without(in *evidence.Evidence, r evidence.Resource) *evidence.Evidence {
	e := *in
	e.Readings = maps.Clone(in.Readings)
	e.Readings[r] = evidence.Reading{What: r.String(), State: evidence.Forbidden, Reason: "no", Permission: "list " + r.String()}
	kind := map[evidence.Resource]string{evidence.Deployments: "Deployment", evidence.StatefulSets: "StatefulSet", evidence.DaemonSets: "DaemonSet", evidence.ReplicaSets: "ReplicaSet"}[r]
	e.Workloads = drop(in.Workloads, func(w evidence.Workload) bool { return w.Kind == kind })
	e.Webhooks = drop(in.Webhooks, func(w evidence.Webhook) bool {
		return w.Validating && r == evidence.ValidatingWebhooks || !w.Validating && r == evidence.MutatingWebhooks
	})
	e.Policies = drop(in.Policies, func(p evidence.Policy) bool {
		return !p.Mutating && r == evidence.ValidatingPolicies || p.Mutating && r == evidence.MutatingPolicies
	})
	e.PolicyBindings = drop(in.PolicyBindings, func(p evidence.PolicyBinding) bool {
		return !p.Mutating && r == evidence.ValidatingPolicyBindings || p.Mutating && r == evidence.MutatingPolicyBindings
	})
	e.Roles = drop(in.Roles, func(o evidence.Role) bool {
		return o.Kind == "Role" && r == evidence.Roles || o.Kind == "ClusterRole" && r == evidence.ClusterRoles
	})
	helm := r == evidence.HelmSecrets || r == evidence.HelmConfigMaps
	e.Checked = drop(in.Checked, func(f finding.Finding) bool { return f.File != "cluster" && helm })
	watched := slices.Contains(in.Watched, r)
	e.Usage = drop(in.Usage, func(u evidence.Usage) bool {
		return u.By == "helm" && helm || u.By != "helm" && watched && r == evidence.Resource{Group: u.Object.Group, Name: u.Object.Resource}
	})
	e.Unlisted = drop(in.Unlisted, func(u evidence.Unlisted) bool { return watched && u.Resource == r })
	if lose := lists[r]; lose != nil {
		lose(&e)
	}
	return &e
}

func drop[T any](list []T, out func(T) bool) []T { return slices.DeleteFunc(slices.Clone(list), out) }

// lists removes what only one resource has.
var lists = map[evidence.Resource]func(*evidence.Evidence){
	evidence.Namespaces:      func(e *evidence.Evidence) { e.NamespaceLabels = nil },
	evidence.Nodes:           func(e *evidence.Evidence) { e.Nodes = nil },
	evidence.Pods:            func(e *evidence.Evidence) { e.Pods = nil },
	evidence.ComponentPods:   func(e *evidence.Evidence) { e.Components = nil },
	evidence.Services:        func(e *evidence.Evidence) { e.Services = nil },
	evidence.EndpointSlices:  func(e *evidence.Evidence) { e.Endpoints = nil },
	evidence.Budgets:         func(e *evidence.Evidence) { e.Budgets = nil },
	evidence.Volumes:         func(e *evidence.Evidence) { e.Volumes = nil },
	evidence.Claims:          func(e *evidence.Evidence) { e.Claims = nil },
	evidence.Definitions:     func(e *evidence.Evidence) { e.CRDs = nil },
	evidence.APIServices:     func(e *evidence.Evidence) { e.APIServices = nil },
	evidence.KubeadmConfig:   func(e *evidence.Evidence) { e.Settings.ClusterConfiguration = "" },
	evidence.KubeletConfig:   func(e *evidence.Evidence) { e.Settings.KubeletConfiguration = "" },
	evidence.KubeProxyConfig: func(e *evidence.Evidence) { e.Settings.KubeProxy = "" },
	evidence.CoreDNSConfig:   func(e *evidence.Evidence) { e.Settings.Corefile = "" },
	evidence.HelmSecrets:     func(e *evidence.Evidence) { e.Releases = nil },
	evidence.HelmConfigMaps:  func(e *evidence.Evidence) { e.Releases = nil },
	evidence.Configz:         func(e *evidence.Evidence) { e.Kubelets = nil },
	evidence.Metrics: func(e *evidence.Evidence) {
		e.Requested, e.Gates, e.Calls, e.Started = nil, nil, nil, time.Time{}
	},
}
