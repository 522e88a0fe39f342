package preflight

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// asFindings converts reports for the formats that preflight shares with scan.
func asFindings(v *view, name string) *findings.Report {
	out := findings.New(findings.KindPreflight, v.Tool, envelope.Side{Name: "the target"}, finding.Account{}, nil)
	out.From = &envelope.Side{}
	a := adapter{out: out, format: name, fleet: !v.alone, advice: map[string]bool{}}
	for r := range v.reports() {
		if out.From.Name == "" {
			out.Target.Name, out.Target.Source = r.Target.Release.String(), discovery.SourceCatalog
			out.From.Name, out.From.Version = r.name(), r.Cluster.Version
		}
		a.report(r)
	}
	if a.fleet {
		out.From.Name, out.From.Version = rule.Count(len(v.Clusters), "cluster"), ""
	}
	out.Advise(a.advice)
	out.Arrange()
	return out
}

type adapter struct {
	out    *findings.Report
	format string
	fleet  bool
	// advice are the fingerprints of findings that do not fail the run.
	advice map[string]bool
}

func (a *adapter) report(r *Report) {
	a.out.Gate = &envelope.Gate{FailOn: r.limit()}
	if a.out.Gate.FailOn == envelope.NotReady {
		a.out.Gate.FailOn = rule.Risky // the severity from which a required check fails
	}
	known := slice.Set(r.Known)
	for c := range slice.Each(r.Checks) {
		for i := range slice.Each(c.found()) {
			f := a.finding(r, c, i)
			if known[i.Fingerprint] {
				a.out.Known = append(a.out.Known, f)
			} else {
				a.out.Findings = append(a.out.Findings, f)
			}
		}
	}
	for w := range slice.Each(r.Waived) {
		a.out.Waived = append(a.out.Waived, finding.Waived{
			Finding: a.finding(r, &Check{ID: w.Check, Required: true}, &w.Item), By: finding.InIgnoreFile, Reason: w.Owner + ": " + w.Reason, Expires: w.Expires,
		})
	}
	for _, reading := range r.Readings {
		a.out.Account.Objects += reading.Count
	}
	a.unseen(r)
	a.out.Baseline = a.out.Baseline.Add(r.Baseline)
}

// unseen adds what could not be read. If a required check needs it, the run is incomplete;
// otherwise, and if the gap is accepted, it is a warning.
func (a *adapter) unseen(r *Report) {
	in := ""
	if a.fleet {
		in = " in " + r.name()
	}
	for u := range slice.Each(r.unseen()) {
		if u.required {
			a.out.From.Incomplete = append(a.out.From.Incomplete, envelope.Incomplete{GroupVersion: u.What + in, Reason: why(u.Gap, u.checks)})
		} else {
			a.out.Warnings = append(a.out.Warnings, finding.Warning{Text: u.What + in + " could not be read: " + why(u.Gap, u.checks)})
		}
	}
	for g := range slice.Each(r.Accepted) {
		a.out.Warnings = append(a.out.Warnings, finding.Warning{Text: g.What + in + " could not be read, accepted: " + why(g.Gap, g.Checks)})
	}
}

func (a *adapter) finding(r *Report, c *Check, i *preflight.Item) finding.Finding {
	f := i.Finding
	f.Rule = c.ID
	f.Message = phrase.With("before ", i.Before, ": ") + f.Message
	if i.Likely {
		f.Message += " (likely: the evidence is weak)"
	}
	f.Message += phrase.With(" (from ", i.Source, ")")
	f.Migration = slices.Concat(
		f.Migration,
		slice.Map(i.Commands, func(command string) string { return "$ " + command }),
		slice.Map(i.Notes, func(pr int) string { return "release note: " + noteURL(pr) }),
	)
	if a.fleet {
		name := r.name()
		f.Fingerprint = findings.Within(name, f.Fingerprint)
		if a.format == format.JUnit {
			f.File = name // a suite for each cluster
		} else {
			f.Message = name + ": " + f.Message
		}
	}
	if r.limit() == envelope.NotReady && !c.Required {
		a.advice[f.Fingerprint] = true
	}
	return f
}

// WorkflowAnnotations returns the annotations of a fleet, or of a report if fleet is nil.
func WorkflowAnnotations(r *Report, fleet *Fleet) annotation.List {
	return findings.Annotations(asFindings(viewOf(r, fleet), ""))
}

// BySeverity counts the items of a fleet, or of a report if fleet is nil.
func BySeverity(r *Report, fleet *Fleet) map[rule.Severity]int {
	counts := map[rule.Severity]int{}
	for _, one := range viewOf(r, fleet).Clusters {
		for s, n := range one.Summary.BySeverity {
			counts[s] += n
		}
	}
	return counts
}
