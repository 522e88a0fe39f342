package findings

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// The kinds of reports with only this contract.
const (
	KindScan      = "Scan"
	KindPreflight = "Preflight"
)

// Report is the result of `kubedelta scan`, as -o json writes it. Other commands convert or embed
// their reports.
type Report struct {
	envelope.Envelope `json:",inline"`
	// Target is the release or cluster that the findings are for.
	Target envelope.Side `json:"target"`
	// Targets are the parts of Target, if there are several.
	Targets []envelope.Side `json:"targets,omitempty"`
	// From is the release to upgrade from, if given. Then only findings about changes between the
	// two are reported.
	From    *envelope.Side  `json:"from,omitempty"`
	Account finding.Account `json:"account"`
	// WorkTree is where the files are in the git work tree; nil outside of one, and in reports of
	// older versions, whose fingerprints contain the shown paths.
	WorkTree finding.WorkTree `json:"workTree,omitempty"`
	// ChangedSince is set if only changed files were read.
	ChangedSince *ChangedSince `json:"changedSince,omitempty"`
	// Filters are the flags that limited the scan. Filtered counts the findings that they left out.
	// The objects that they left out are in the account.
	Filters  []string `json:"filters,omitempty"`
	Filtered int      `json:"filtered,omitzero"`
	// Severities are the rules whose severity the user set.
	Severities []envelope.Level `json:"severities,omitempty"`
	Summary    Summary          `json:"summary"`
	// Findings are those that count, sorted by file and line.
	Findings []finding.Finding `json:"findings"`
	// Known are findings that are also in the baseline. They do not count.
	Known []finding.Finding `json:"known"`
	// Waived are findings that a comment or a waiver covers. They do not count.
	Waived   []finding.Waived `json:"waived"`
	Baseline *Baseline        `json:"baseline,omitempty"`
	// Fixed are the findings that --fix fixed. With --dry-run nothing was written, and they are
	// also in Findings.
	Fixed []Fixed `json:"fixed"`
	// Left are the findings that --fix did not change, with the reason.
	Left     []Left            `json:"left"`
	Warnings []finding.Warning `json:"warnings"`

	// advice are the fingerprints of findings that do not fail the run, whatever their severity:
	// those of checks that are not required.
	advice map[string]bool
	// said are the texts of another command; nil for scan.
	said *Said
}

// ChangedSince is the commit since which files must have changed to be read.
type ChangedSince struct {
	Revision string `json:"revision"`
	// Commit is the merge base of the revision and HEAD; "" if there is no commit yet.
	Commit string `json:"commit"`
	// LeftOut counts the unchanged files.
	LeftOut int `json:"leftOut"`
}

// Summary counts the findings that count.
type Summary struct {
	BySeverity map[rule.Severity]int `json:"bySeverity"`
	ByRule     map[string]int        `json:"byRule"`
	ByFile     map[string]int        `json:"byFile"`
}

// Fixed is a finding that --fix fixed.
type Fixed struct {
	finding.Finding `json:",inline"`
	// Wrote is the new value: "networking.k8s.io/v1".
	Wrote string `json:"wrote"`
	// Written is false with --dry-run.
	Written bool `json:"written"`
}

// Left is a finding that --fix did not change.
type Left struct {
	Fingerprint string `json:"fingerprint"`
	Reason      string `json:"reason"`
	// Steps are the manual steps, in order.
	Steps []string `json:"steps"`
}

// New returns a report, with its findings sorted and counted.
func New(kind string, tool envelope.Tool, target envelope.Side, account finding.Account, list []finding.Finding) *Report {
	r := &Report{Envelope: envelope.New(kind, tool), Target: target, Account: account, Findings: list}
	r.Arrange()
	return r
}

// Arrange sorts and counts everything. It must be called after a report is changed.
func (r *Report) Arrange() {
	r.Findings = ordered(r.Findings, func(f *finding.Finding) *finding.Finding { return f })
	r.Known = ordered(r.Known, func(f *finding.Finding) *finding.Finding { return f })
	r.Waived = ordered(r.Waived, func(w *finding.Waived) *finding.Finding { return &w.Finding })
	r.Fixed = ordered(r.Fixed, func(f *Fixed) *finding.Finding { return &f.Finding })
	slices.SortStableFunc(r.Left, func(a, b Left) int { return strings.Compare(a.Fingerprint, b.Fingerprint) })
	slices.SortStableFunc(r.Account.Unreadable, func(a, b finding.Unreadable) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Document, b.Document), strings.Compare(a.Reason, b.Reason), strings.Compare(a.Object, b.Object))
	})
	slices.SortStableFunc(r.Account.ByFile, func(a, b finding.FileAccount) int { return strings.Compare(a.File, b.File) })
	slices.SortStableFunc(r.Warnings, func(a, b finding.Warning) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Text, b.Text))
	})
	r.summarise()
}

// ordered sorts a list by its findings. Findings are large, and scan returns them by file and
// nearly sorted. So they are compared in place, sorted within their file, and moved between files
// only if the files are not in order.
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

// moved returns a sorted copy and moves each finding once.
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

// compare sorts findings by file, by place, and at the same place by severity.
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

// Encode replaces invalid UTF-8 in names of files, because JSON cannot contain it, so that every
// format is the same when it is rendered from JSON. Files must be opened before.
func (r *Report) Encode() {
	r.Rename(func(name string) string { return strings.ToValidUTF8(name, "\uFFFD") })
	r.Arrange()
}

// Rename renames the files everywhere in the report, except in the account of all files. Arrange
// must be called after it.
func (r *Report) Rename(to func(file string) string) {
	r.Each(func(f *finding.Finding) { f.File = to(f.File) })
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

// rooted is the report with files as they are in the git work tree, for formats whose reader knows only
// the repository.
func (r *Report) rooted() *Report {
	if r.WorkTree == nil || len(r.WorkTree) == 1 && r.WorkTree["."] == "." {
		return r
	}
	c := *r
	c.Findings, c.Known, c.Waived, c.Fixed = slices.Clone(r.Findings), slices.Clone(r.Known), slices.Clone(r.Waived), slices.Clone(r.Fixed)
	c.Warnings, c.Account.Unreadable, c.Account.Notes = slices.Clone(r.Warnings), slices.Clone(r.Account.Unreadable), slices.Clone(r.Account.Notes)
	c.Rename(r.WorkTree.Path)
	c.Arrange()
	return &c
}

// Each calls do for all findings, whether they count or not.
func (r *Report) Each(do func(*finding.Finding)) {
	for _, f := range r.decided() {
		do(f.Finding)
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

// decided returns the findings that count, the known ones and the waived ones.
func (r *Report) decided() []decided {
	list := make([]decided, 0, len(r.Findings)+len(r.Known)+len(r.Waived))
	for f := range slice.Each(r.Findings) {
		list = append(list, decided{Finding: f, status: "found"})
	}
	for f := range slice.Each(r.Known) {
		list = append(list, decided{Finding: f, status: "known"})
	}
	for w := range slice.Each(r.Waived) {
		list = append(list, decided{Finding: &w.Finding, status: "waived", waived: w})
	}
	return list
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

// Unread counts the input and the parts of the sides that could not be read.
func (r *Report) Unread() int {
	n := len(r.Account.Unreadable) + len(r.Target.Incomplete)
	if r.From != nil {
		n += len(r.From.Incomplete)
	}
	return n
}

// Complete reports whether everything that was requested could be read.
func (r *Report) Complete() bool { return r.Unread() == 0 }
