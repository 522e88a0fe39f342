package findings

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// APIVersion names the contract. Fields are added, never changed; what would
// break readers gets a new version.
const APIVersion = "kubedelta.dev/v1"

// The kinds of reports that have this form.
const (
	KindScan      = "Scan"
	KindPreflight = "Preflight"
)

// Report is what `kubedelta scan` or `kubedelta preflight` found, as -o json
// writes it.
type Report struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Tool       Tool   `json:"tool"`
	// Target is what the findings are judged by.
	Target Side `json:"target"`
	// From is what one comes from, where it was given: then only what changes
	// between the two is found.
	From    *Side           `json:"from,omitempty"`
	Account finding.Account `json:"account"`
	Summary Summary         `json:"summary"`
	// Findings are those that count, in the order of files and lines.
	Findings []finding.Finding `json:"findings"`
	// Known are those that the baseline has too; they do not count.
	Known []finding.Finding `json:"known"`
	// Waived are those that a comment or the ignore file covers; they do not count.
	Waived   []finding.Waived `json:"waived"`
	Baseline *Baseline        `json:"baseline,omitempty"`
	// Fixed is what --fix rewrote; these are no findings any more. With --dry-run
	// nothing was written, so they are among Findings too.
	Fixed []Fixed `json:"fixed"`
	// Left are the findings that --fix did not touch, and why.
	Left     []Left            `json:"left"`
	Warnings []finding.Warning `json:"warnings"`
}

// Tool names the program that made the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Side is a surface that manifests are judged by.
type Side struct {
	// Name is the reference as the user gave it.
	Name       string               `json:"name"`
	Version    string               `json:"version"`
	Source     discovery.SourceKind `json:"source"`
	Incomplete []Incomplete         `json:"incomplete"`
}

// Incomplete is a group-version of a side that could not be read.
type Incomplete struct {
	GroupVersion string         `json:"groupVersion"`
	Part         discovery.Part `json:"part"`
	Reason       string         `json:"reason"`
}

// SideOf describes a surface.
func SideOf(s *discovery.Surface) Side {
	side := Side{Name: s.Name, Version: s.Version, Source: s.Source, Incomplete: []Incomplete{}}
	for _, i := range s.Incomplete {
		side.Incomplete = append(side.Incomplete, Incomplete{i.GroupVersion.String(), i.Part, i.Reason})
	}
	return side
}

// Summary counts the findings that count.
type Summary struct {
	BySeverity map[rule.Severity]int `json:"bySeverity"`
	ByRule     map[string]int        `json:"byRule"`
	ByFile     map[string]int        `json:"byFile"`
}

// Fixed is a finding that --fix rewrote.
type Fixed struct {
	finding.Finding `json:",inline"`
	// Wrote is what stands at its place now: "networking.k8s.io/v1".
	Wrote string `json:"wrote"`
	// Written is false where --dry-run only showed it.
	Written bool `json:"written"`
}

// Left is a finding that --fix did not touch.
type Left struct {
	Fingerprint string `json:"fingerprint"`
	Reason      string `json:"reason"`
	// Steps are what a person has to do, in order.
	Steps []string `json:"steps"`
}

// New makes the report of a scan: it puts the findings in order and counts them.
func New(kind string, tool Tool, target Side, account finding.Account, list []finding.Finding) *Report {
	r := &Report{APIVersion: APIVersion, Kind: kind, Tool: tool, Target: target, Account: account, Findings: list}
	r.Arrange()
	return r
}

// Arrange puts everything in its total order and counts again. Who adds to a
// report calls it after.
func (r *Report) Arrange() {
	slices.SortStableFunc(r.Findings, compare)
	slices.SortStableFunc(r.Known, compare)
	slices.SortStableFunc(r.Waived, func(a, b finding.Waived) int { return compare(a.Finding, b.Finding) })
	slices.SortStableFunc(r.Fixed, func(a, b Fixed) int { return compare(a.Finding, b.Finding) })
	slices.SortStableFunc(r.Left, func(a, b Left) int { return strings.Compare(a.Fingerprint, b.Fingerprint) })
	slices.SortStableFunc(r.Account.Unreadable, func(a, b finding.Unreadable) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Document, b.Document), strings.Compare(a.Reason, b.Reason))
	})
	slices.SortStableFunc(r.Warnings, func(a, b finding.Warning) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Text, b.Text))
	})
	r.summarise()
}

// compare orders findings as one reads: file by file, from top to bottom, and at
// the same place the strongest first.
func compare(a, b finding.Finding) int {
	return cmp.Or(
		strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Document, b.Document), cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Field, b.Field),
		strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name),
		cmp.Compare(a.Ordinal, b.Ordinal), strings.Compare(a.Fingerprint, b.Fingerprint),
	)
}

func (r *Report) summarise() {
	r.Summary = Summary{BySeverity: map[rule.Severity]int{}, ByRule: map[string]int{}, ByFile: map[string]int{}}
	for _, s := range rule.Severities() {
		r.Summary.BySeverity[s] = 0
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		r.Summary.BySeverity[f.Severity]++
		r.Summary.ByRule[f.Rule]++
		if f.File != "" {
			r.Summary.ByFile[f.File]++
		}
	}
}

// Unread counts what should have been read and could not be: input, and parts of
// the sides.
func (r *Report) Unread() int {
	n := len(r.Account.Unreadable) + len(r.Target.Incomplete)
	if r.From != nil {
		n += len(r.From.Incomplete)
	}
	return n
}

// Complete reports whether everything that was asked for could be read.
func (r *Report) Complete() bool { return r.Unread() == 0 }
