package findings

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// The kinds of reports that have this form.
const (
	KindScan      = "Scan"
	KindPreflight = "Preflight"
)

// Report is what `kubedelta scan` or `kubedelta preflight` found, as -o json
// writes it.
type Report struct {
	envelope.Envelope `json:",inline"`
	// Target is what the findings are checked against.
	Target Side `json:"target"`
	// Targets are those that Target was made of, where there are several.
	Targets []Side `json:"targets,omitempty"`
	// From is what one comes from, where it was given: then only what changes
	// between the two is found.
	From    *Side           `json:"from,omitempty"`
	Account finding.Account `json:"account"`
	// ChangedSince is there where only changed files were read.
	ChangedSince *ChangedSince `json:"changedSince,omitempty"`
	// Filters are the flags that narrowed the scan. Filtered counts the findings that they
	// left out; of the objects that they left out the account tells.
	Filters  []string `json:"filters,omitempty"`
	Filtered int      `json:"filtered,omitzero"`
	// Severities are the rules whose findings have a severity that the user set.
	Severities []envelope.Level `json:"severities,omitempty"`
	Summary    Summary          `json:"summary"`
	// Findings are those that count, in the order of files and lines.
	Findings []finding.Finding `json:"findings"`
	// Known are those that the baseline has too; they do not count.
	Known []finding.Finding `json:"known"`
	// Waived are those that a comment or the file of waivers covers; they do not count.
	Waived   []finding.Waived `json:"waived"`
	Baseline *Baseline        `json:"baseline,omitempty"`
	// Fixed is what --fix rewrote; these are no findings any more. With --dry-run
	// nothing was written, so they are among Findings too.
	Fixed []Fixed `json:"fixed"`
	// Left are the findings that --fix did not touch, and why.
	Left     []Left            `json:"left"`
	Warnings []finding.Warning `json:"warnings"`

	// advice are the fingerprints of findings that fail nothing, whatever their severity:
	// those of checks that are not required.
	advice map[string]bool
	// said is what the command that the findings are of says of itself; nil for scan.
	said *Said
}

// What findings share with the reports of other commands.
type (
	// Tool names the program that made the report.
	Tool = envelope.Tool
	// Side is a surface that manifests are checked against.
	Side = envelope.Side
	// Incomplete is a group-version of a side that could not be read.
	Incomplete = envelope.Incomplete
)

// ChangedSince says which files were read: those that changed since a commit.
type ChangedSince struct {
	Revision string `json:"revision"`
	// Commit is the merge base of the revision and HEAD.
	Commit string `json:"commit"`
	// LeftOut counts the files that did not change.
	LeftOut int `json:"leftOut"`
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
	r := &Report{Envelope: envelope.New(kind, tool), Target: target, Account: account, Findings: list}
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
		strings.Compare(a.Fingerprint, b.Fingerprint),
	)
}

// Encode replaces what is no UTF-8 in names of files, which JSON cannot hold, so that every
// format is what it is when it is rendered from the JSON form. Who opens the files does so
// before.
func (r *Report) Encode() {
	r.Rename(func(name string) string { return strings.ToValidUTF8(name, "\uFFFD") })
	r.Arrange()
}

// Rename gives files other names, wherever the report names one but in the account of all
// files. Who calls it calls Arrange after.
func (r *Report) Rename(to func(file string) string) {
	r.each(func(f *finding.Finding) { f.File = to(f.File) })
	for i := range r.Warnings {
		r.Warnings[i].File = to(r.Warnings[i].File)
	}
	for i := range r.Account.Unreadable {
		r.Account.Unreadable[i].File = to(r.Account.Unreadable[i].File)
	}
	for i := range r.Account.Notes {
		r.Account.Notes[i].File = to(r.Account.Notes[i].File)
	}
}

// each calls do for all that was found, whether it counts or not.
func (r *Report) each(do func(*finding.Finding)) {
	for _, list := range [][]finding.Finding{r.Findings, r.Known} {
		for i := range list {
			do(&list[i])
		}
	}
	for i := range r.Waived {
		do(&r.Waived[i].Finding)
	}
	for i := range r.Fixed {
		do(&r.Fixed[i].Finding)
	}
}

// decided is a finding with what was decided about it.
type decided struct {
	*finding.Finding
	// status is "found" for a finding that counts, "known" for one that the baseline also has, or
	// "waived".
	status string
	// waived is nil for a finding that no waiver covers.
	waived *finding.Waived
}

// decided yields the findings that count, the known ones and the waived ones.
func (r *Report) decided() iter.Seq[decided] {
	return func(yield func(decided) bool) {
		for f := range slice.Each(r.Findings) {
			if !yield(decided{Finding: f, status: "found"}) {
				return
			}
		}
		for f := range slice.Each(r.Known) {
			if !yield(decided{Finding: f, status: "known"}) {
				return
			}
		}
		for w := range slice.Each(r.Waived) {
			if !yield(decided{Finding: &w.Finding, status: "waived", waived: w}) {
				return
			}
		}
	}
}

func (r *Report) summarise() {
	r.Summary = Summary{BySeverity: map[rule.Severity]int{}, ByRule: map[string]int{}, ByFile: make(map[string]int, len(r.Summary.ByFile))}
	for _, s := range rule.FindingSeverities() {
		r.Summary.BySeverity[s] = 0
	}
	for f := range slice.Each(r.Findings) {
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
