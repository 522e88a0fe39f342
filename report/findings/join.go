package findings

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Part is one of several reports to join, such as that of a repository.
type Part struct {
	Name   string
	Report *Report
}

// Join joins reports with the same target and gate. Files get the name of their part as prefix, and
// findings get new fingerprints. It also changes the reports of the parts.
func Join(tool envelope.Tool, parts []Part) (*Report, error) {
	first := parts[0].Report
	out := New(first.Kind, tool, first.Target, finding.NewAccount(), nil)
	out.Gate, out.Data = first.Gate, first.Data
	for p := range slice.Each(parts) {
		switch r := p.Report; {
		case target(r.Target) != target(first.Target) || from(r) != from(first):
			return nil, fmt.Errorf("%s is for %s, but %s is for %s: join reports with the same target", p.Name, p.Report.way(), parts[0].Name, first.way())
		case !reflect.DeepEqual(r.Gate, first.Gate):
			return nil, fmt.Errorf("%s and %s were created with different values of --fail-on or --allow-incomplete: set these flags to apply one gate to all reports", parts[0].Name, p.Name)
		}
		p.into(out)
		p.scopeInto(out)
	}
	if len(out.Targets) == 1 && len(first.Targets) == 0 {
		out.Targets = nil
	}
	out.Arrange()
	return out, nil
}

func from(r *Report) string {
	if r.From == nil {
		return ""
	}
	return target(*r.From)
}

// way is the target of a report: "v1.33.0, upgrade from v1.29.0".
func (r *Report) way() string {
	if r.From == nil {
		return target(r.Target)
	}
	return target(r.Target) + ", upgrade from " + from(r)
}

func (p *Part) into(out *Report) {
	r := p.Report
	r.Rename(p.Path)
	r.Each(func(f *finding.Finding) { f.Fingerprint = Within(p.Name, f.Fingerprint) })
	for i := range r.Left {
		r.Left[i].Fingerprint = Within(p.Name, r.Left[i].Fingerprint)
	}
	out.Account.Add(r.Account)
	out.Findings, out.Known = append(out.Findings, r.Findings...), append(out.Known, r.Known...)
	out.Waived, out.Fixed = append(out.Waived, r.Waived...), append(out.Fixed, r.Fixed...)
	out.Left, out.Warnings = append(out.Left, r.Left...), append(out.Warnings, r.Warnings...)
	out.Baseline = out.Baseline.Add(r.Baseline)
}

// scopeInto adds the targets, filters and gaps: the joined report has the gaps of all its parts.
func (p *Part) scopeInto(out *Report) {
	r := p.Report
	for t := range slice.Each(r.targets()) {
		out.Targets = withSide(out.Targets, t)
	}
	out.Target.Incomplete = slice.Add(slices.Clone(out.Target.Incomplete), r.Target.Incomplete...)
	if r.From != nil {
		from := *cmp.Or(out.From, r.From)
		unread := slices.Clone(r.From.Incomplete)
		for i := range unread {
			if r.From.Name != from.Name {
				unread[i].Reason = r.From.Name + ": " + unread[i].Reason
			}
		}
		from.Incomplete = slice.Add(slices.Clone(from.Incomplete), unread...)
		out.From = &from
	}
	out.Filters, out.Filtered = slice.Unique(slices.Concat(out.Filters, r.Filters)), out.Filtered+r.Filtered
	for _, l := range r.Severities {
		i := slices.IndexFunc(out.Severities, func(o envelope.Level) bool { return o.Rule == l.Rule && o.Severity == l.Severity })
		if i < 0 {
			out.Severities = append(out.Severities, l)
		} else {
			out.Severities[i].Findings += l.Findings
		}
	}
	if s := r.ChangedSince; s != nil {
		out.Warnings = append(out.Warnings, finding.Warning{Text: p.Name + ": only files changed since " + s.Revision + " were read"})
	}
}

// withSide adds a side, or its gaps if the list already has the side.
func withSide(list []envelope.Side, s *envelope.Side) []envelope.Side {
	i := slices.IndexFunc(list, func(o envelope.Side) bool { return o.Name == s.Name })
	if i < 0 {
		return append(list, *s)
	}
	list[i].Incomplete = slice.Add(slices.Clone(list[i].Incomplete), s.Incomplete...)
	return list
}

// Path is the name of a file of the part in the joined report.
func (p *Part) Path(name string) string {
	return p.Name + phrase.With("/", strings.TrimPrefix(name, "/"))
}

// Within is a fingerprint of a finding of the named report, which differs from those of other
// reports.
func Within(name, fingerprint string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s", name, fingerprint))
	return hex.EncodeToString(sum[:6])
}
