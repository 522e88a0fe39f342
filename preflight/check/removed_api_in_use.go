package check

import (
	"slices"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func apisInUse(in preflight.Input, want effect, id string) found {
	f := inUse(in, want)
	f.checked(in, id)
	f.watched(in)
	f.uptime(in, want)
	if in.Audit != nil && len(in.Audit.Unread) > 0 {
		f.gap(AuditLogs, strings.Join(in.Audit.Unread, "; "))
	}
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

func fieldsInUse(in preflight.Input, id string) (f found) {
	if in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about the fields of Kubernetes "+in.To.String())
	}
	f.checked(in, id)
	f.watched(in)
	return f
}
