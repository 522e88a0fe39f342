package usage

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// Evidence returns the logs' data as evidence for the checks of a cluster.
func (r *Result) Evidence() *evidence.AuditLog {
	audit := &evidence.AuditLog{}
	failed, unread := 0, 0 // the names of files are not part of the evidence
	for _, a := range r.Accounts {
		if unread += a.Unread; a.Failed != "" {
			failed++
		}
	}
	for what, n := range map[string]int{"file": failed, "record": unread} {
		if n > 0 {
			audit.Unread = append(audit.Unread, rule.Count(n, what)+" could not be read")
		}
	}
	if r.Events() == 0 {
		audit.Unread = append(audit.Unread, "there is no audit event in them")
	}
	slices.Sort(audit.Unread)
	audit.Lacks = slices.Sorted(slices.Values(append(r.unseen(), audit.Unread...)))
	for _, gap := range r.Gaps() {
		audit.Lacks = append(audit.Lacks, fmt.Sprintf("there is no event from %s to %s", gap[0], gap[1]))
	}
	audit.First, audit.Last = clock(r.First), clock(r.Last)
	for _, c := range r.Calls() {
		verbs := slice.Map(c.Verbs(), func(v totals.Verb) string { return fmt.Sprintf("%s %d", v.Verb, v.Requests) })
		call := evidence.Call{
			Group: c.API.Group, Version: c.API.Version, Resource: c.API.Resource, Subresource: c.Subresource, Kind: c.API.Kind, User: c.User, Agent: c.Agent.String(),
			ControlPlane: totals.ClassOf(c.User) == totals.ControlPlane, Verbs: strings.Join(verbs, ", "), Requests: c.Reads() + c.Writes(), Last: c.Last,
		}
		switch {
		case c.Others:
			call.User, call.ControlPlane = "other callers", false
		case c.Impersonating != "":
			call.User += " (impersonated by " + c.Impersonating + ")"
		}
		audit.Calls = append(audit.Calls, call)
	}
	return audit
}

func clock(text string) time.Time {
	t, _ := time.Parse(time.RFC3339, text) // zero for any other text
	return t
}
