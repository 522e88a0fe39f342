package usage

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
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/read"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// New returns the report of logs. With redact, users and addresses are redacted, and the fingerprints
// of their findings are by Settle: decisions are about the names.
func New(tool envelope.Tool, target envelope.Side, result *usage.Result, by GroupBy, redact bool) *Report {
	u := Usage{
		GroupBy: by, First: result.First, Last: result.Last, Events: result.Counts.Events, PassedOver: result.Passed, Unread: result.Counts.Unread,
		Envelopes: result.Envelopes, NotCalled: notCalled(result), NotChecked: result.Unchecked(), Redacted: redact,
		Policy: Policy{Levels: result.Levels(), Stages: result.Stages(), Sums: result.Sums, Omits: result.Omissions()},
		Gaps:   slice.Map(result.Gaps(), func(gap [2]string) Gap { return Gap{From: gap[0], To: gap[1]} }),
	}
	m := &redaction{on: redact, byName: map[string]string{}, prints: map[string]string{}}
	account := finding.NewAccount()
	account.Files, account.Objects = len(result.Accounts), u.Events
	for _, a := range result.Accounts {
		u.Files = append(u.Files, *a)
		account.Documents += a.Records
		account.Unreadable = append(account.Unreadable, unreadable(a, u.Events)...)
	}
	for _, why := range result.Incomplete {
		account.Unreadable = append(account.Unreadable, finding.Unreadable{File: "result of " + result.Engine, Reason: why})
	}
	var list []finding.Finding
	m.learn(result)
	for _, c := range slices.Concat(result.Calls(), result.Fields()) {
		one, f := m.caller(c)
		u.Callers, list = append(u.Callers, one), append(list, f)
	}
	strongestFirst(u.Callers)
	for _, c := range result.Clients() {
		skew := c.Skewed(result.Server)
		if f, tell := m.skewed(c, skew); tell {
			list = append(list, f)
		}
		u.Clients = append(u.Clients, Client{Agent: c.Name, Version: c.Version, Program: c.Known, Kubernetes: c.Release, Events: c.Events, Skew: skew, Others: c.Others})
	}
	r := &Report{Report: *findings.New(Kind, tool, target, account, list), Usage: u, redaction: m}
	r.say()
	return r
}

func strongestFirst(callers []Caller) {
	slices.SortStableFunc(callers, func(a, b Caller) int {
		return cmp.Or(a.Severity.Rank()-b.Severity.Rank(), cmp.Compare(b.Requests(), a.Requests()))
	})
}

// A file without any event is unreadable too, because it shows nothing about callers.
func unreadable(a *read.Account, events int) (list []finding.Unreadable) {
	if a.Failed != "" {
		list = append(list, finding.Unreadable{File: a.File, Reason: a.Failed})
	}
	if a.Unread > 0 {
		u := finding.Unreadable{File: a.File, Reason: rule.Count(a.Unread, "record") + " could not be read"}
		if len(a.Lines) > 0 {
			u.Line = a.Lines[0]
		}
		if len(a.Lines) > 1 {
			u.Reason += fmt.Sprintf("; the first are on lines %s", strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Lines), " ", ", "), "[]"))
		}
		list = append(list, u)
	}
	if events == 0 && len(list) == 0 {
		list = append(list, finding.Unreadable{File: a.File, Reason: "there is no audit event in it"})
	}
	return list
}

func (m *redaction) caller(c *totals.Call) (Caller, finding.Finding) {
	checked := c.Found()
	one := Caller{
		Rule: checked.Rule, Severity: checked.Severity, APIVersion: c.API.GroupVersion.String(), Kind: c.API.Kind, Resource: c.API.Resource, Subresource: c.Subresource,
		Removed: checked.Removed, User: m.user(c.User), ImpersonatedBy: m.user(c.Impersonating), Class: totals.ClassOf(c.User), Groups: m.each("group", c.Groups.List), Agent: c.Agent.Name, AgentVersion: c.Agent.Version,
		Program: c.Agent.Known, Verbs: c.Verbs(), Reads: c.Reads(), Writes: c.Writes(), Refused: c.Refused(), First: c.First, Last: c.Last,
		Sources: m.each("address", c.Sources.List), Namespaces: m.each("namespace", c.Namespaces.List), More: c.Groups.More || c.Sources.More || c.Namespaces.More, Others: c.Others,
	}
	if c.Others {
		one.Class = ""
	}
	if c.Field != nil {
		one.Field = c.Field.Field
	}
	f := *checked
	f.File, f.Line, f.Column, f.EndColumn, f.Document, f.Source, f.SourceColumn, f.Namespace, f.Offset = "", 0, 0, 0, 0, "", 0, "", -1
	f.Fixable = false
	if c.Field == nil {
		f.Field, f.Migration = resourceName(&one), nil
	}
	switch {
	case one.Class == totals.ControlPlane && c.Field != nil:
		f.Severity, f.Migration = rule.Info, nil
		f.Message += "; the control plane sends it, and is upgraded with it"
	case one.Class == totals.ControlPlane:
		f.Severity = rule.Info
		f.Message += "; the control plane calls it, and is upgraded with it"
	case c.Field == nil && f.Replacement != nil:
		f.Migration = []string{fmt.Sprintf("change %s to call %s", who(&one), f.Replacement)}
	}
	f.Message = called(&one) + ": " + f.Message
	m.seal(&f, c, &one)
	one.Severity, one.Fingerprint = f.Severity, f.Fingerprint
	return one, f
}

func resourceName(c *Caller) string { return c.Resource + phrase.With("/", c.Subresource) }

// skewed returns the finding of a client outside the skew policy. kube-controller-manager and
// kube-scheduler are upgraded with the control plane. cloud-controller-manager is often a workload
// that users must upgrade.
func (m *redaction) skewed(c *totals.Client, why string) (f finding.Finding, tell bool) {
	severity := rule.Risky
	switch c.Name {
	case "kubectl", "cloud-controller-manager":
		severity = rule.Info
	case "kubelet", "kube-proxy":
	default:
		return f, false
	}
	if why == "" {
		return f, false
	}
	users := ""
	if len(c.Users.List) > 0 {
		names := slice.Map(c.Users.List, m.user)
		users = " (" + listed(names, c.Users.More) + ")"
	}
	f = finding.Finding{Rule: ClientSkew().ID, Severity: severity, Name: c.Agent.String(), Value: c.Release.String(), Offset: -1, Message: why + users + ", according to its user agent"}
	f.Seal()
	return f, true
}

// recent is the number of minors before the target whose removed APIs are listed if nobody calls
// them. Older clusters are not upgraded to the target directly.
const recent = 6

func notCalled(result *usage.Result) (list []NotCalled) {
	called := slice.Set(slice.Map(result.Calls(), func(c *totals.Call) string { return c.API.Name() }))
	for _, a := range result.Table.Affected() {
		gone := a.Found.Removed
		old := gone.Known() && result.Server.Known() && gone.Compare(discovery.Release{Major: result.Server.Major, Minor: result.Server.Minor - recent}) < 0
		if called[a.Name()] || old || discovery.StabilityOf(a.Version) == discovery.Alpha || a.Found.Rule != checker.ResourceRemoved && a.Found.Rule != checker.APIDeprecated {
			continue
		}
		r := result.Resource(a.Group, a.Resource)
		list = append(list, NotCalled{APIVersion: a.GroupVersion.String(), Resource: a.Resource, Reads: r.Reads, Writes: r.Writes})
	}
	return list
}

func during(first, last string) string {
	if first == last {
		return first
	}
	return first + " to " + last
}

// span is the duration of a log: "3 days", "5 hours"; "" for the time of one event.
func span(first, last string) string {
	from, err1 := time.Parse(time.RFC3339, first)
	to, err2 := time.Parse(time.RFC3339, last)
	if err1 != nil || err2 != nil || first == last {
		return ""
	}
	const day = 24 * time.Hour
	switch d := to.Sub(from); {
	case d >= 2*day:
		return rule.Count(int(d/day), "day")
	case d >= 2*time.Hour:
		return rule.Count(int(d/time.Hour), "hour")
	default:
		return rule.Count(int(d/time.Minute), "minute")
	}
}
