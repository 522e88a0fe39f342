package usage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/usage/totals"
)

func who(c *Caller) string {
	switch {
	case c.Others:
		return "other callers"
	case c.User == "":
		return "an unnamed user"
	case c.ImpersonatedBy != "":
		return c.User + " (impersonated by " + c.ImpersonatedBy + ")"
	default:
		return c.User
	}
}

func client(c *Caller) string {
	name := strings.TrimSpace(c.Agent + " " + c.AgentVersion)
	switch {
	case name == "" && c.Others:
		return ""
	case name == "":
		return "no user agent"
	case c.Program != "":
		return name + " (" + c.Program + ")"
	default:
		return name
	}
}

// called writes "alice with kubectl v1.20 sent 12 requests for podsecuritypolicies (list 10, watch
// 2), the last at 2026-01-02T03:04:05Z".
func called(c *Caller) string {
	verbs := slice.Map(c.Verbs, func(v totals.Verb) string { return fmt.Sprintf("%s %d", v.Verb, v.Requests) })
	text := who(c) + phrase.With(" with ", client(c)) + fmt.Sprintf(" sent %s for %s (%s)", rule.Count(c.Requests(), "request"), resourceName(c), strings.Join(verbs, ", "))
	switch {
	case c.Field != "" && c.Others:
		text += " with fields that the target does not have"
	case c.Field != "":
		text += " with the field " + c.Field
	}
	if c.Refused > 0 {
		text += fmt.Sprintf(", %d of them refused", c.Refused)
	}
	return text + phrase.With(", the last at ", c.Last)
}

func listed(names []string, more bool) string {
	text := strings.Join(names, ", ")
	if more {
		text += " and more"
	}
	return text
}

// Settle updates the callers and the texts of the report. It must be called after its findings
// change, and before a report with placeholders is written.
func (r *Report) Settle() {
	r.redact()
	severities := map[string]rule.Severity{}
	for _, list := range [][]finding.Finding{r.Findings, r.Known} {
		for f := range slice.Each(list) {
			severities[f.Fingerprint] = f.Severity
		}
	}
	for c := range slice.Each(r.Usage.Callers) {
		if s, found := severities[c.Fingerprint]; found {
			c.Severity = s
		}
	}
	strongestFirst(r.Usage.Callers)
	r.Arrange()
	r.say()
}

func (r *Report) counting() map[string]bool {
	return slice.Set(slice.Map(r.Findings, func(f finding.Finding) string { return f.Fingerprint }))
}

func (r *Report) say() {
	r.Report.Say(findings.Said{Verdict: r.verdict(), Account: r.account()})
}

// The verdict never says that nobody calls an API, only that the logs contain no call.
func (r *Report) verdict() string {
	u := &r.Usage
	unread := ""
	if !r.Complete() {
		unread = "; " + rule.Count(r.Unread(), "part") + " could not be read"
	}
	if u.Events == 0 {
		return "Nothing was checked: no audit event was read" + unread
	}
	counts := r.counting()
	removed, deprecated, sending, own, decided := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0, 0
	for c := range slice.Each(u.Callers) {
		key := c.User + "\x00" + c.Agent + "\x00" + c.Report
		switch {
		case !counts[c.Fingerprint]:
			decided++
		case c.Class == totals.ControlPlane:
			own++
		case c.Field != "":
			sending[key] = true
		case c.Rule == checker.APIDeprecated:
			deprecated[key] = true
		default:
			removed[key] = true
		}
	}
	var parts phrase.Parts
	parts.Add(len(removed) > 0, rule.Count(len(removed), "caller")+" of APIs that the target does not serve")
	parts.Add(len(deprecated) > 0, rule.Count(len(deprecated), "caller")+" of deprecated APIs")
	parts.Add(len(sending) > 0, rule.Count(len(sending), "caller")+" of fields that the target does not have")
	if len(parts) == 0 && decided > 0 {
		by := "waived or known"
		if slices.ContainsFunc(r.Severities, func(l envelope.Level) bool { return l.Severity == rule.None }) {
			by = "waived, known or hidden by --severity-config"
		}
		parts = append(parts, "All callers that were found are "+by)
	}
	if len(parts) == 0 {
		parts = append(parts, "The logs contain no calls of removed or deprecated APIs")
		if own > 0 {
			parts[0] += ", except for those of the control plane"
		}
	}
	text := strings.Join(parts, ", ")
	if len(u.Policy.Omits) > 0 {
		text += "; the logs do not record everything"
	}
	return text + unread
}

func (r *Report) account() []string {
	var lines phrase.Parts
	u := &r.Usage
	records, checked, passed, unread := 0, 0, 0, 0
	var bytes int64
	for _, f := range u.Files {
		records, checked, passed, unread, bytes = records+f.Records, checked+f.Checked, passed+f.PassedOver, unread+f.Unread, bytes+f.Bytes
	}
	lines = append(lines, fmt.Sprintf("Read: %s, %s, %s, %s", rule.Count(len(u.Files), "file"), size(bytes), rule.Count(records, "record"), rule.Count(u.Events, "event")))
	lines = append(lines, fmt.Sprintf("Records: %d checked, %d skipped, %d unread", checked, passed, unread))
	for _, part := range []struct {
		what   string
		counts map[string]int
	}{{"Form of the events", u.Envelopes}, {"Skipped", u.PassedOver}, {"Unread", u.Unread}, {"Levels", u.Policy.Levels}, {"Stages", u.Policy.Stages}} {
		lines.Add(len(part.counts) > 0, part.what+": "+findings.Ranked(part.counts))
	}
	p := u.Policy
	lines.Add(u.Events > 0, fmt.Sprintf("Events: %s and %s of resources, %d of discovery, %d of other paths", rule.Count(p.Reads, "read"), rule.Count(p.Writes, "write"), p.Discovery, p.Others))
	lines.Add(len(u.NotChecked) > 0, "Not checked, because the target has no data about the API: "+findings.Ranked(u.NotChecked))
	lines.Add(u.First != "", "Time: "+during(u.First, u.Last)+phrase.With(" (", span(u.First, u.Last), ")"))
	lines.Add(r.Complete(), "Could not be read: none")
	lines.Add(!r.Complete(), fmt.Sprintf("Could not be read: %d", r.Unread()))
	return lines
}

func size(n int64) string {
	const k = 1000
	switch {
	case n < k:
		return rule.Count(int(n), "byte")
	case n < k*k:
		return fmt.Sprintf("%.1f kB", float64(n)/k)
	case n < k*k*k:
		return fmt.Sprintf("%.1f MB", float64(n)/(k*k))
	default:
		return fmt.Sprintf("%.1f GB", float64(n)/(k*k*k))
	}
}
