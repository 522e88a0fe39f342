package preflight

import (
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
	a := adapter{format: name, fleet: v.fleet != nil, advice: map[string]bool{}}
	side, from := findings.Side{Name: "the target", Incomplete: []findings.Incomplete{}}, findings.Side{Incomplete: []findings.Incomplete{}}
	a.from = &from
	for r := range v.reports() {
		if from.Name == "" {
			side.Name, side.Source = r.Target.Release.String(), discovery.SourceCatalog
			from.Name = r.name()
			from.Version = r.Cluster.Version
		}
		a.report(r)
	}
	if a.fleet {
		from.Name, from.Version = rule.Count(len(v.heads()), "cluster"), ""
	}
	out := findings.New(findings.KindPreflight, v.tool, side, a.account, a.list)
	out.From, out.Known, out.Waived, out.Warnings, out.Baseline = a.from, a.known, a.waived, a.warnings, a.baseline
	out.Gate = &envelope.Gate{FailOn: a.limit}
	out.Advise(a.advice)
	out.Arrange()
	return out
}

type adapter struct {
	format  string
	fleet   bool
	from    *findings.Side
	account finding.Account
	list    []finding.Finding
	known   []finding.Finding
	waived  []finding.Waived

	// limit is the limit of the gate. For NotReady it is the severity from which a required check
	// fails.
	limit rule.Severity
	// advice are the fingerprints of findings that do not fail the run.
	advice map[string]bool

	warnings []finding.Warning
	baseline *findings.Baseline
}

func (a *adapter) report(r *Report) {
	if a.limit = r.limit(); a.limit == envelope.NotReady {
		a.limit = rule.Risky
	}
	known := r.known()
	for c := range slice.Each(r.Checks) {
		for i := range slice.Each(c.found()) {
			f := a.finding(r, c, i)
			if known[i.Fingerprint] {
				a.known = append(a.known, f)
			} else {
				a.list = append(a.list, f)
			}
		}
	}
	for w := range slice.Each(r.Waived) {
		a.waived = append(a.waived, finding.Waived{
			Finding: a.finding(r, &Check{ID: w.Check, Required: true}, &w.Item), By: finding.InIgnoreFile, Reason: w.Owner + ": " + w.Reason, Expires: w.Expires,
		})
	}
	for _, reading := range r.Readings {
		a.account.Objects += reading.Count
	}
	a.unseen(r)
	a.accepted(r)
	a.baseline = a.baseline.Add(r.Baseline)
}

// unseen adds what could not be read. If a required check needs it, the run is incomplete;
// otherwise it is a warning.
func (a *adapter) unseen(r *Report) {
	list := r.unseen()
	for u := range slice.Each(list) {
		what := a.within(r, u.What)
		if u.required {
			a.from.Incomplete = append(a.from.Incomplete, findings.Incomplete{GroupVersion: what, Reason: u.why()})
		} else {
			a.warnings = append(a.warnings, finding.Warning{Text: what + " could not be read: " + u.why()})
		}
	}
}

// within adds the name of the cluster to something that could not be read, in the report of a
// fleet.
func (a *adapter) within(r *Report, what string) string {
	if a.fleet {
		return what + " in " + r.name()
	}
	return what
}

// accepted adds the accepted gaps, as warnings.
func (a *adapter) accepted(r *Report) {
	for i := range r.Accepted {
		what := a.within(r, r.Accepted[i].What)
		a.warnings = append(a.warnings, finding.Warning{Text: what + " could not be read, accepted: " + acceptedWhy(&r.Accepted[i])})
	}
}

// finding converts an item.
func (a *adapter) finding(r *Report, c *Check, i *preflight.Item) finding.Finding {
	f := i.Finding
	f.Rule = c.ID
	f.Message = phrase.With("before ", i.Before, ": ") + f.Message
	if i.Likely {
		f.Message += " (likely: the evidence is weak)"
	}
	f.Message += phrase.With(" (from ", i.Source, ")")
	f.Migration = append([]string{}, f.Migration...)
	for _, command := range i.Commands {
		f.Migration = append(f.Migration, "$ "+command)
	}
	for _, pr := range i.Notes {
		f.Migration = append(f.Migration, "release note: "+noteURL(pr))
	}
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
	for _, one := range viewOf(r, fleet).heads() {
		for s, n := range one.Summary.BySeverity {
			counts[s] += n
		}
	}
	return counts
}
