package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Part is a report among those that are joined: that of a repository.
type Part struct {
	Name   string
	Report *Report
}

// Join makes one report of several, of the same target and gate. The files of each stand
// under its name, and its findings have fingerprints of their own, in the parts, too.
func Join(tool Tool, parts []Part) (*Report, error) {
	first := parts[0].Report
	out := New(first.Kind, tool, first.Target, finding.NewAccount(), nil)
	out.From, out.Gate, out.Data = first.From, first.Gate, first.Data
	for p := range slice.Each(parts) {
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
	r.Rename(p.Path)
	r.each(func(f *finding.Finding) { f.Fingerprint = Within(p.Name, f.Fingerprint) })
	for i := range r.Left {
		r.Left[i].Fingerprint = Within(p.Name, r.Left[i].Fingerprint)
	}
	out.Account.Add(r.Account)
	out.Findings, out.Known = append(out.Findings, r.Findings...), append(out.Known, r.Known...)
	out.Waived, out.Fixed = append(out.Waived, r.Waived...), append(out.Fixed, r.Fixed...)
	out.Left, out.Warnings = append(out.Left, r.Left...), append(out.Warnings, r.Warnings...)
	out.Baseline = out.Baseline.Add(r.Baseline)
}

// Path is a file of the report, among those of others.
func (p *Part) Path(name string) string {
	return p.Name + phrase.With("/", name)
}

// Within is a fingerprint that tells the findings of one report from those of others.
func Within(name, fingerprint string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s", name, fingerprint))
	return hex.EncodeToString(sum[:6])
}
