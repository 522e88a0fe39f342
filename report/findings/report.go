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
	r.Findings = ordered(r.Findings, func(f *finding.Finding) *finding.Finding { return f })
	r.Known = ordered(r.Known, func(f *finding.Finding) *finding.Finding { return f })
	r.Waived = ordered(r.Waived, func(w *finding.Waived) *finding.Finding { return &w.Finding })
	r.Fixed = ordered(r.Fixed, func(f *Fixed) *finding.Finding { return &f.Finding })
	slices.SortStableFunc(r.Left, func(a, b Left) int { return strings.Compare(a.Fingerprint, b.Fingerprint) })
	slices.SortStableFunc(r.Account.Unreadable, func(a, b finding.Unreadable) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Document, b.Document), strings.Compare(a.Reason, b.Reason))
	})
	slices.SortStableFunc(r.Account.ByFile, func(a, b finding.FileAccount) int { return strings.Compare(a.File, b.File) })
	slices.SortStableFunc(r.Warnings, func(a, b finding.Warning) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Text, b.Text))
	})
	r.summarise()
}

// ordered puts a list in the order of its findings. They are large, and who scans
// gives them file by file and nearly from top to bottom: so they are compared where
// they stand, those of a file are moved among themselves, and all of them only
// where files are not in order.
func ordered[T any](list []T, of func(*T) *finding.Finding) []T {
	inOrder := func(i int) bool { return compare(of(&list[i-1]), of(&list[i])) <= 0 }
	for begin := 0; begin < len(list); {
		end, sorted := begin+1, true
		for ; end < len(list) && of(&list[end]).File == of(&list[begin]).File; end++ {
			sorted = sorted && inOrder(end)
		}
		if !sorted {
			slices.SortStableFunc(list[begin:end], func(a, b T) int { return compare(of(&a), of(&b)) })
		}
		begin = end
	}
	for i := 1; i < len(list); i++ {
		if !inOrder(i) {
			return moved(list, of)
		}
	}
	return list
}

// moved is a sorted copy, each finding moved once.
func moved[T any](list []T, of func(*T) *finding.Finding) []T {
	order := make([]*T, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(a, b *T) int { return compare(of(a), of(b)) })
	out := make([]T, len(list))
	for i, one := range order {
		out[i] = *one
	}
	return out
}

// compare orders findings as one reads: file by file, from top to bottom, and at
// the same place the strongest first.
func compare(a, b *finding.Finding) int {
	if a.File != b.File {
		return strings.Compare(a.File, b.File)
	}
	if a.Line != b.Line {
		return cmp.Compare(a.Line, b.Line)
	}
	return cmp.Or(
		cmp.Compare(a.Document, b.Document), cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Field, b.Field),
		strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name),
		cmp.Compare(a.Ordinal, b.Ordinal), strings.Compare(a.Fingerprint, b.Fingerprint),
	)
}

func (r *Report) summarise() {
	r.Summary = Summary{BySeverity: map[rule.Severity]int{}, ByRule: map[string]int{}, ByFile: make(map[string]int, len(r.Summary.ByFile))}
	for _, s := range rule.FindingSeverities() {
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
