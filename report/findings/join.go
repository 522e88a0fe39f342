package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Part is a report among those that are joined: that of a repository.
type Part struct {
	Name   string
	Report *Report
}

// Join makes one report of several, of the same target and gate. The files of each stand
// under its name, and its findings have fingerprints of their own.
func Join(tool Tool, parts []Part) (*Report, error) {
	first := parts[0].Report
	out := New(first.Kind, tool, first.Target, finding.NewAccount(), nil)
	out.From, out.Gate, out.Data = first.From, first.Gate, first.Data
	for i := range parts {
		p := &parts[i]
		switch r := p.Report; {
		case target(r.Target) != target(first.Target) || from(r) != from(first):
			return nil, fmt.Errorf("%s is for %s, but %s is for %s: join reports with the same target", p.Name, p.Report.way(), parts[0].Name, first.way())
		case !sameGate(r.Gate, first.Gate):
			return nil, fmt.Errorf("%s and %s were created with different values of --fail-on or --allow-incomplete: set these flags to apply one gate to all reports", parts[0].Name, p.Name)
		}
		p.into(out)
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

// way names what a report is for: "v1.33.0, coming from v1.29.0".
func (r *Report) way() string {
	if r.From == nil {
		return target(r.Target)
	}
	return target(r.Target) + ", upgrade from " + from(r)
}

func sameGate(a, b *envelope.Gate) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// into adds a report to the joined one.
func (p *Part) into(out *Report) {
	r := p.Report
	out.Account.Add(r.Account)
	// What was added last is what is of this report.
	for i := len(out.Account.Unreadable) - len(r.Account.Unreadable); i < len(out.Account.Unreadable); i++ {
		out.Account.Unreadable[i].File = p.Path(out.Account.Unreadable[i].File)
	}
	for i := len(out.Account.Notes) - len(r.Account.Notes); i < len(out.Account.Notes); i++ {
		out.Account.Notes[i].File = p.Path(out.Account.Notes[i].File)
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, p.own(r.Findings[i]))
	}
	for i := range r.Known {
		out.Known = append(out.Known, p.own(r.Known[i]))
	}
	for _, w := range r.Waived {
		w.Finding = p.own(w.Finding)
		out.Waived = append(out.Waived, w)
	}
	for _, f := range r.Fixed {
		f.Finding = p.own(f.Finding)
		out.Fixed = append(out.Fixed, f)
	}
	for _, l := range r.Left {
		l.Fingerprint = Within(p.Name, l.Fingerprint)
		out.Left = append(out.Left, l)
	}
	for _, w := range r.Warnings {
		w.File = p.Path(w.File)
		out.Warnings = append(out.Warnings, w)
	}
	out.Baseline = out.Baseline.Add(r.Baseline)
}

// own is a finding of the report, among those of others.
func (p *Part) own(f finding.Finding) finding.Finding {
	f.File, f.Fingerprint = p.Path(f.File), Within(p.Name, f.Fingerprint)
	return f
}

// Path is a file of the report, among those of others.
func (p *Part) Path(name string) string {
	if name == "" {
		return p.Name
	}
	return p.Name + "/" + name
}

// Within is a fingerprint that tells the findings of one report from those of others.
func Within(name, fingerprint string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s", name, fingerprint))
	return hex.EncodeToString(sum[:6])
}
