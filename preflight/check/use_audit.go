package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// mostCallers is how many callers of an API get an item of their own.
const mostCallers = 100

// AuditLogs is the gap of audit logs that could not be read completely.
const AuditLogs = "audit logs"

// calledAPI identifies an API that was called.
type calledAPI struct{ group, version, resource, subresource string }

func apiOf(c *evidence.Call) calledAPI {
	return calledAPI{c.Group, c.Version, c.Resource, c.Subresource}
}

// called adds items for the callers in audit logs. The calls are in a total order.
func (f *found) called(q inquiry) {
	if q.Audit == nil {
		return
	}
	callers := map[calledAPI][]*evidence.Call{}
	for c := range slice.Each(q.Audit.Calls) {
		callers[apiOf(c)] = append(callers[apiOf(c)], c)
	}
	for _, calls := range callers {
		c := calls[0]
		u, tell := q.use(discovery.GroupVersion{Group: c.Group, Version: c.Version}, c.Resource, c.Kind, discovery.Release{})
		if !tell {
			continue
		}
		shown := min(len(calls), mostCallers)
		for _, c := range calls[:shown] {
			f.caller(q, u, c)
		}
		requests := 0
		for _, c := range calls[shown:] {
			requests += c.Requests
		}
		if more := len(calls) - shown; more > 0 {
			it := f.add(ofCluster(u.severity, "%s of %s sent %s for %s%s", rule.Count(more, "more caller"), u.gv, rule.Count(requests, "request"), what(c), u.becomes()))
			u.fill(it)
			it.Field, it.Value, it.Source = what(c), "more callers", audited(q.Input)
		}
	}
}

// what returns "pods/eviction".
func what(c *evidence.Call) string { return c.Resource + phrase.With("/", c.Subresource) }

func audited(in preflight.Input) string {
	return fmt.Sprintf("audit log of %s to %s", in.Audit.First.UTC().Format(time.RFC3339), in.Audit.Last.UTC().Format(time.RFC3339))
}

func (f *found) caller(q inquiry, u used, c *evidence.Call) {
	who, with := cmp.Or(c.User, "an unnamed user"), phrase.With(" with ", c.Agent)
	it := f.add(ofCluster(u.severity, "%s%s sent %s for %s of %s (%s)%s%s", who, with, rule.Count(c.Requests, "request"), what(c), u.gv, c.Verbs, phrase.With(", the last at ", c.Last), u.becomes()))
	u.fill(it)
	it.Field, it.Value, it.Source = what(c), who+with, audited(q.Input)
	if c.ControlPlane {
		it.Severity = rule.Info
		it.Message += "; the control plane sends it, and is upgraded with it"
		it.Replacement = nil
	} else if u.lifecycle.Replacement != nil {
		it.Migration = []string{fmt.Sprintf("change %s to call %s", who, u.lifecycle.Replacement)}
	}
}

// namedCaller reports whether audit logs name who sent the requests that a series of the metric
// counts.
func namedCaller(in preflight.Input, r evidence.Requested) bool {
	return in.Audit != nil && slices.ContainsFunc(in.Audit.Calls, func(c evidence.Call) bool {
		return apiOf(&c) == calledAPI{r.Group, r.Version, r.Resource, r.Subresource} && !c.ControlPlane
	})
}

// bridged reports whether audit logs cover the time before the API server started to count: they
// are complete, begin a day ago or earlier, and end after the start. Otherwise why is what they
// lack.
func bridged(in preflight.Input) (ok bool, why string) {
	const day = 24 * time.Hour
	switch a := in.Audit; {
	case a == nil:
		return false, ""
	case len(a.Lacks) > 0:
		return false, "; the audit logs are incomplete: " + strings.Join(a.Lacks, "; ")
	case a.First.IsZero() || a.Last.Before(in.Started):
		return false, "; the audit logs end before that"
	case in.At.Sub(a.First) < day:
		return false, "; the audit logs begin less than a day ago"
	default:
		return true, ""
	}
}
