package preflight

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Redact returns a report with placeholders for the names of clusters, namespaces, objects, nodes,
// hosts, users and image registries. The same name has the same placeholder everywhere. Kinds,
// versions, checks and names that all clusters have (kube-system, kube-proxy, …) are kept. The
// evidence contains names that can occur in texts; it may be nil.
func Redact(r *Report, e *evidence.Evidence) *Report {
	return RedactFleet(&Fleet{Clusters: []*Report{r}}, []*evidence.Evidence{e}).Clusters[0]
}

// RedactFleet redacts several reports with the same placeholders. all may be nil, or lack evidence
// of some clusters.
func RedactFleet(f *Fleet, all []*evidence.Evidence) *Fleet {
	m := redactionOf(func(m *redaction) {
		for _, r := range f.Clusters {
			m.report(r)
		}
		for _, e := range all {
			m.evidence(e)
		}
		for _, r := range f.Clusters {
			m.redacted(r) // texts contain names that earlier texts may contain too
		}
	})
	out := *f
	out.Clusters = slice.Map(f.Clusters, m.redacted)
	return &out
}

// redacted returns a deep copy with all texts redacted. Fingerprints are computed again, because
// names could be guessed from the hashes.
func (m *redaction) redacted(r *Report) *Report {
	out := *r
	out.Redacted = true
	m.about(&out, r)
	prints := map[string]string{}
	out.Checks = slice.Map(r.Checks, func(c Check) Check {
		c.Why, c.Gaps = m.text(c.Why), slice.Map(c.Gaps, m.gap)
		c.Items = slice.Map(c.Items, func(i preflight.Item) preflight.Item { return m.item(c.ID, r, i, prints) })
		return c
	})
	out.Waived = slice.Map(r.Waived, func(w Waived) Waived {
		w.Item = m.item(w.Check, r, w.Item, prints)
		w.Owner, w.Reason = m.name("owner", w.Owner), m.text(w.Reason)
		return w
	})
	out.Gaps = slice.Map(r.Gaps, m.gap)
	out.Accepted = slice.Map(r.Accepted, func(a plan.Accepted) plan.Accepted { return plan.Accepted{Gap: m.gap(a.Gap), Checks: a.Checks} })
	out.Readings = slice.Map(r.Readings, func(reading evidence.Reading) evidence.Reading {
		reading.Reason, reading.What, reading.Permission = m.text(reading.Reason), m.text(reading.What), m.text(reading.Permission)
		return reading
	})
	out.Known = redactedPrints(r.Known, prints)
	out.Hops = slice.Map(r.Hops, func(h plan.Hop) plan.Hop {
		h.Steps = slice.Map(h.Steps, func(s plan.Step) plan.Step { return m.step(s, prints) })
		return h
	})
	return &out
}

func redactedPrints(list []string, prints map[string]string) []string {
	again := slice.Map(list, func(f string) string { return prints[f] })
	return slices.DeleteFunc(again, func(f string) bool { return f == "" })
}

func (m *redaction) about(out, r *Report) {
	c := r.Cluster
	out.Cluster = Cluster{
		Name: m.name("cluster", c.Name), Server: m.server(c.Server), UID: m.name("uid", c.UID), Version: c.Version, EmulatedBy: c.EmulatedBy, Release: c.Release, EndOfLife: c.EndOfLife, Provider: c.Provider,
	}
	if r.Scope != nil {
		out.Scope = &evidence.Scope{Namespace: m.name("namespace", r.Scope.Namespace), Selector: r.Scope.Selector}
		if r.Scope.Selector != "" {
			out.Scope.Selector = m.name("selector", r.Scope.Selector)
		}
		out.NotCovered = append([]string{notInScope(*out.Scope)}, r.NotCovered[min(1, len(r.NotCovered)):]...)
	}
	out.Unreachable = m.text(r.Unreachable)
	if on := r.Rehearsal; on != nil {
		out.Rehearsal = &Rehearsal{On: on.On, Version: on.Version, Outcomes: on.Outcomes}
		if name, named := strings.CutPrefix(on.On, "context:"); named {
			out.Rehearsal.On = "context:" + m.name("cluster", name)
		}
		if n := len(on.Left); n > 0 { // it contains names, and messages of a server
			out.Rehearsal.Left = []string{rule.Count(n, "object")}
		}
	}
}

func (m *redaction) gap(g evidence.Gap) evidence.Gap {
	return evidence.Gap{What: m.text(g.What), Reason: m.text(redactedReason(g.What, g.Reason)), Permission: m.text(g.Permission)}
}

func (m *redaction) item(id string, r *Report, i preflight.Item, prints map[string]string) preflight.Item {
	before := i.Fingerprint
	i.Namespace, i.Name = m.name("namespace", i.Namespace), m.object(i.Kind, i.Name)
	i.File, i.Field, i.Source = m.file(i.File), keyless(id, m.text(i.Field)), m.text(i.Source)
	if !i.Published {
		if i.Message = m.text(said(id, i.Message)); !i.Word {
			i.Value = m.value(i.Value)
		}
	}
	i.Finding.Source = "" // a line of a manifest
	i.Origin.Chart, i.Origin.Template, i.Origin.Kustomization = m.name("chart", i.Origin.Chart), m.file(i.Origin.Template), m.file(i.Origin.Kustomization)
	i.Migration, i.Commands = slice.Map(i.Migration, m.text), slice.Map(i.Commands, m.text)
	i.Fingerprint = plan.Sealed(id, r.Target.Release, &i)
	prints[before] = cmp.Or(prints[before], i.Fingerprint)
	return i
}

func (m *redaction) step(s plan.Step, prints map[string]string) plan.Step {
	if s.Unknown { // the step of a gap
		s.Migration = slices.Clone(s.Migration)
		for i, reason := range s.Migration {
			s.Migration[i] = redactedReason(strings.TrimPrefix(s.Title, "Check manually: "), reason)
		}
	} else {
		s.Title = said(s.Check, s.Title)
	}
	s.Title, s.Migration, s.Commands, s.Permission = m.text(s.Title), slice.Map(s.Migration, m.text), slice.Map(s.Commands, m.text), m.text(s.Permission)
	s.Objects = slice.Map(s.Objects, func(o plan.Object) plan.Object {
		o.Field = keyless(s.Check, o.Field)
		o.Namespace, o.Name, o.Field, o.Source = m.name("namespace", o.Namespace), m.object(o.Kind, o.Name), m.text(o.Field), m.text(o.Source)
		o.Fingerprint = prints[o.Fingerprint]
		return o
	})
	s.Fingerprints = redactedPrints(s.Fingerprints, prints)
	return s
}

// said removes the message of an API server from a text, because it may contain any name in any
// context.
func said(id, text string) string {
	if !slices.Contains(check.RehearsalChecks(), id) {
		return text
	}
	begin, _, _ := strings.Cut(text, ":")
	return begin + " (its text is omitted)"
}

// redactedReason removes it from the reason of a gap.
func redactedReason(what, reason string) string {
	if strings.HasPrefix(what, check.Rehearsal) {
		reason, _, _ = strings.Cut(reason, ":")
	}
	return reason
}

// keyless removes keys from a field that a server named.
func keyless(id, field string) string {
	if !slices.Contains(check.RehearsalChecks(), id) {
		return field
	}
	return finding.Unindexed(field)
}

func (m *redaction) redact(class string) string {
	for {
		m.counts[class]++
		redact := fmt.Sprintf("%s-%d", class, m.counts[class])
		if _, taken := m.taken[redact]; !taken && m.byName[redact] == "" {
			return redact
		}
	}
}
