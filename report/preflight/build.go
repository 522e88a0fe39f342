package preflight

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/preflight/schedule"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// New returns the report of a plan.
func New(tool envelope.Tool, e *evidence.Evidence, p plan.Plan, data Data) *Report {
	r := blank(tool, p.To, data)
	s := e.Server
	u := unplacedOf(s)
	r.Cluster = Cluster{Name: s.Name, UID: s.UID, Version: s.Version, EmulatedBy: s.Emulator, Release: p.From, EndOfLife: endOfLife(p.From), Provider: providerOf(e, p.From)}
	r.Target.Provider = providerOf(e, p.To)
	r.NotCovered = notCovered(e.Audit)
	if on := e.Rehearsal; on != nil {
		r.Rehearsal = &Rehearsal{On: on.On, Version: on.Version, Outcomes: on.Outcomes, Left: on.Left}
	}
	if !e.Scope.Whole() {
		r.Scope = &e.Scope
		r.NotCovered = append([]string{notInScope(e.Scope)}, r.NotCovered...)
	}
	r.Target.Version, r.Done = p.Version, p.Done
	r.Phase, r.Hops = p.Phase, u.hops(&p)
	r.Gaps = append(r.Gaps, u.gaps(p.Gaps)...)
	for i := range p.Results {
		c := checkOf(&p.Results[i])
		c.Gaps = u.gaps(c.Gaps)
		r.Checks = append(r.Checks, c)
	}
	for _, key := range slices.SortedFunc(maps.Keys(e.Readings), byResource) {
		reading := e.Readings[key]
		reading.What, reading.Reason = cmp.Or(reading.What, key.String()), u.text(reading.Reason)
		r.Readings = append(r.Readings, reading)
	}
	r.accept(u, &p)
	r.settle()
	return r
}

func byResource(a, b evidence.Resource) int {
	return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Name, b.Name))
}

// Unreached returns the report of a cluster that could not be checked because it is unreachable,
// its version is unknown, or there is no upgrade path to the target.
func Unreached(tool envelope.Tool, s evidence.Server, to discovery.Release, data Data, reason string) *Report {
	r := blank(tool, to, data)
	r.Cluster = Cluster{Name: s.Name, UID: s.UID, Version: s.Version, Release: s.Release, EndOfLife: endOfLife(s.Release)}
	r.Unreachable = cmp.Or(unplacedOf(s).text(strings.Join(strings.Fields(reason), " ")), "it could not be reached")
	r.settle()
	return r
}

func blank(tool envelope.Tool, to discovery.Release, data Data) *Report {
	e := envelope.New(Kind, tool)
	e.Data = data
	return &Report{Envelope: e, Target: Target{Release: to, EndOfLife: endOfLife(to)}, NotCovered: notCovered(nil)}
}

func notInScope(s evidence.Scope) string {
	return "Only the " + s.String() + " was checked. Other workloads, their PodDisruptionBudgets and volumes, and writes of other objects at old versions are unknown. The verdict does not cover the whole cluster."
}

// notCovered is in every report, because preflight cannot see everything.
func notCovered(audit *evidence.AuditLog) []string {
	requests := "Requests that leave no trace in the cluster, such as those of a CI job, are visible only in the metrics of one API server replica since it started"
	if audit == nil {
		audit = &evidence.AuditLog{}
	} else {
		requests += ", and in the audit logs that were read"
	}
	if !audit.First.IsZero() {
		requests += ", of " + audit.First.UTC().Format(time.RFC3339) + " to " + audit.Last.UTC().Format(time.RFC3339)
	}
	requests += "." + phrase.With(" The logs are incomplete: ", strings.Join(audit.Lacks, "; "), ".")
	return []string{
		"Cloud accounts are out of scope: quotas, subnets, security groups and node groups are not checked.",
		"Add-ons and operators are checked by the APIs that they use, not by their compatibility lists.",
		requests,
	}
}

func endOfLife(r discovery.Release) string {
	s, _ := schedule.Of(schedule.Kubernetes, r)
	return dayOf(s.End)
}

// providerOf is the support of a release by the provider of a cluster; nil if there is none.
func providerOf(e *evidence.Evidence, r discovery.Release) *Provider {
	s, known := check.SupportOf(e, r)
	if !known || s.By == schedule.Kubernetes {
		return nil
	}
	return &Provider{Name: s.By.Name(), EndOfLife: dayOf(s.End), Extended: dayOf(s.Extended)}
}

func dayOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

func checkOf(r *plan.Result) Check {
	c := Check{
		ID: r.Check.ID, Title: r.Check.Title, Severity: r.Check.Severity, Phase: r.Check.Phase, Required: r.Check.Required,
		Verdict: r.Verdict, Why: r.Why, Items: slices.Clone(r.Items), Gaps: slices.Clone(r.Gaps),
	}
	if !slices.Contains(preflight.Verdicts(), c.Verdict) { // a plan without hops
		c.Verdict, c.Why = preflight.Unknown, "the check was not run"
	}
	return c
}

// settle sets the verdict and the counts. It must be called after items are removed.
func (r *Report) settle() {
	r.Summary = Summary{ByVerdict: map[preflight.Verdict]int{}, BySeverity: map[rule.Severity]int{}}
	for _, v := range preflight.Verdicts() {
		r.Summary.ByVerdict[v] = 0
	}
	for _, s := range rule.Severities() {
		r.Summary.BySeverity[s] = 0
	}
	for c := range slice.Each(r.Checks) {
		r.Summary.ByVerdict[c.Verdict]++
		for j := range c.Items {
			r.Summary.BySeverity[c.Items[j].Severity]++
		}
		r.Summary.Blockers += len(c.Blockers())
		if c.Required && c.unsure() {
			r.Summary.Unknown++
		}
	}
	r.Summary.Unread = len(r.unread())
	r.Verdict = r.verdict()
}

// unread are the failed readings, also those that no check uses, so that an incomplete report is never ready. In a report
// of one phase, the checks report theirs.
func (r *Report) unread() []evidence.Reading {
	if r.Phase != "" {
		return nil
	}
	accepted := slice.Set(slice.Map(r.Accepted, func(a plan.Accepted) string { return a.What }))
	return slice.Filter(r.Readings, func(reading evidence.Reading) bool { return failed(reading) && !accepted[reading.What] })
}

// ofServer reports whether a gap is about what the server serves. Such gaps have no reading, and make a report
// incomplete like those that have one.
func (r *Report) ofServer(g evidence.Gap) bool {
	return r.Phase == "" && !r.Done && (strings.HasPrefix(g.What, "discovery of ") || strings.HasPrefix(g.What, "schemas of "))
}

// failed reports whether a resource was requested and not read completely.
func failed(reading evidence.Reading) bool {
	return reading.State != evidence.Read && reading.State != evidence.NotServed && reading.State != evidence.NotAsked
}

// A cluster is ready only if every required check passes or does not apply, and no data is missing.
func (r *Report) verdict() Verdict {
	if r.Done && r.Unreachable == "" && r.Cluster.Release == r.Target.Release {
		return Ready
	}
	var required []preflight.Verdict
	for c := range slice.Each(r.Checks) {
		if slices.ContainsFunc(c.Gaps, r.ofServer) {
			required = append(required, preflight.Unknown)
		}
		if c.Required {
			required = append(required, c.Verdict)
			if c.unsure() {
				required = append(required, preflight.Unknown)
			}
			if len(c.Blockers()) > 0 {
				required = append(required, preflight.Fail)
			}
		}
	}
	if len(required) == 0 || len(r.Gaps) > 0 || len(r.Hops) == 0 || r.Summary.Unread > 0 || r.Unreachable != "" {
		required = append(required, preflight.Unknown)
	}
	required = append(required, slice.Map(r.Hops, func(h plan.Hop) preflight.Verdict { return h.Verdict })...)
	return ofHop(plan.Overall(required))
}

// unsure reports whether the check did not see everything that it needs.
func (c *Check) unsure() bool {
	return c.Verdict == preflight.Unknown || len(c.Gaps) > 0 || slices.ContainsFunc(c.Items, preflight.Item.Doubts)
}

// Blockers returns the items because of which a required check fails. A check that fails without
// items is one blocker.
func (c *Check) Blockers() (list []*preflight.Item) {
	if !c.Required {
		return nil
	}
	for i := range c.Items {
		if c.Items[i].Blocks() {
			list = append(list, &c.Items[i])
		}
	}
	if len(list) == 0 && c.Verdict == preflight.Fail {
		list = append(list, c.bare())
	}
	return list
}

func (c *Check) bare() *preflight.Item {
	i := &preflight.Item{Phase: c.Phase}
	i.Rule, i.Severity, i.Message = c.ID, c.Severity, cmp.Or(c.Why, c.Title)
	if !i.Blocks() {
		i.Severity = rule.Risky
	}
	i.Fingerprint = plan.Sealed(c.ID, discovery.Release{}, i)
	return i
}
