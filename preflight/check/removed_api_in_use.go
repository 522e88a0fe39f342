package check

import (
	"slices"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func removedAPIInUse() definition {
	return definition{ofMinors: true, perWorkload: true, Check: preflight.Check{
		ID: RemovedAPIInUse, Title: "No client uses an API version that the target does not serve", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "Five sources show who uses a version: `apiserver_requested_deprecated_apis`, the requests that the API server received since its process started; " +
			"managedFields, which record the manager, the version that it wrote, and when; the annotation of kubectl apply, which may be outdated and is therefore " +
			"`likely` and risky only; the manifests of Helm releases; and with `--audit`, audit logs, which name the callers, also those that only read. The last writer of an object counts: an old version written by an earlier writer is " +
			"information, and so is what Kubernetes' own controllers write, which is one line for each resource. That objects can be listed proves nothing, " +
			"because the API server converts them, unless a release on the way cannot decode any version in which they can be stored (scheduling.k8s.io/v1alpha1 " +
			"Workload in 1.36): that release cannot read them, so they must be deleted before the upgrade. kube-controller-manager requests every resource in the preferred " +
			"version of its group: if that is deprecated (v1 Endpoints from 1.33 on), the metric does not show a client. A missing series of the metric is weak " +
			"evidence, because it concerns one process since its start; if that was less than a day ago, and the target does not serve an API that the cluster " +
			"serves, the rest is unknown, unless audit logs that record everything begin a day ago or earlier and last until then. A manager's entry keeps its version until that manager writes again.",
		Migration: "Change the named manager, Helm release or manifest to the replacement; `kubedelta scan` finds the manifests and `--fix` rewrites them.",
		Needs:     []evidence.Resource{evidence.Metrics, evidence.HelmSecrets, evidence.HelmConfigMaps},
	}, check: func(in preflight.Input) found { return apisInUse(in, removed, RemovedAPIInUse) }}
}

func apisInUse(in preflight.Input, want effect, id string) found {
	f := inUse(in, want)
	f.checked(in, id)
	f.watched(in)
	f.uptime(in, want)
	return f
}

// uptime adds a gap if the API server has counted requests for less than a day, unless audit logs
// cover the time before, or the cluster serves no version with the effect, so that nobody can
// request one. Otherwise the absence of a series in the metric is the answer.
func (f *found) uptime(in preflight.Input, want effect) {
	if !in.Reading(evidence.Metrics).OK() {
		return
	}
	const day = 24 * time.Hour
	started := in.Started.UTC().Format(time.DateTime) + " UTC"
	switch needed := anyOf(in, want); {
	case !needed && (in.Started.IsZero() || in.At.IsZero() || in.At.Sub(in.Started) < day):
		f.why = "the cluster serves nothing that clients could request"
	case in.Started.IsZero():
		f.gap("/metrics", "the API server does not report when it started to count requests")
	case in.At.IsZero():
		f.gap("/metrics", "the time at which the cluster was read is unknown, so how long the API server has counted requests is unknown")
	case in.At.Sub(in.Started) < day:
		whole, why := bridged(in)
		if whole {
			f.why = "requests: no others in the " + audited(in) + ", and since " + started + ", according to the API server replica that answered"
			return
		}
		f.gap("/metrics", "the API server replica that answered has counted requests only since "+started+", less than a day: earlier requests to deprecated APIs are unknown; run preflight again later"+why)
	default:
		f.why = "requests: no others since " + started + ", according to the API server replica that answered"
	}
}

// anyOf reports whether the cluster serves a version with an effect, or may, because what it serves
// is not known.
func anyOf(in preflight.Input, want effect) bool {
	if in.Surface == nil || len(in.Surface.Groups) == 0 || len(in.Surface.Incomplete) > 0 || len(in.Lifecycles) == 0 {
		return true
	}
	l := lifecyclesOf(in)
	return slices.ContainsFunc(in.Lifecycles, func(lifecycle discovery.ResourceLifecycle) bool {
		return serves(in, lifecycle.GroupVersion, lifecycle.Resource) && l.check(in, lifecycle.GroupVersion, lifecycle.Resource, lifecycle.Kind, discovery.Release{}).effect == want
	})
}
