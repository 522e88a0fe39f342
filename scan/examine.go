package scan

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
)

// Examination is what is scanned, and how.
type Examination struct {
	Files   files.Options
	Checker *checker.Checker
	// Also checks each object in addition, and those inside others, as validation does; nil for
	// nothing. It is called by several goroutines.
	Also checker.Also
	// Each, if it is not nil, is called for each object that is checked, by several goroutines.
	Each func(o *tree.Object)
	// Filter picks the objects that are checked; nil picks all.
	Filter *Filter
	// Changes, if it is set, restricts the scan to files that changed, charts with a changed file,
	// and kustomizations with a changed file and the files that they use.
	Changes *Changes
	// Opaque reads what Files.Opaque claims: charts and kustomizations. It passes their objects to
	// visit, and returns an account of what it read.
	Opaque func(ctx context.Context, f *files.File, visit func(*tree.Object)) finding.Account
	// Template reads the text of a file that is a template outside of a chart. It passes the
	// objects that the text shows to visit, and returns their number.
	Template func(f *files.File, text []byte, visit func(*tree.Object)) int
	// Known reports whether a rule exists, for waivers that name one.
	Known func(rule string) bool
	// Looks reports whether the scan looks for all findings of a rule; nil if for those of all
	// rules. Comments that waive other rules may be needed by another scan.
	Looks func(rule string) bool
}

// Result is the result of a scan.
type Result struct {
	Account  finding.Account
	Findings []finding.Finding
	Waived   []finding.Waived
	Warnings []finding.Warning
	// Kustomizations are those that the scan found.
	Kustomizations []kustomize.Folder
	Read           Read
}

// Examine reads the paths and checks every object. The result is in the order of the files. The
// error is that of the context; what cannot be read is in the account.
func (e Examination) Examine(ctx context.Context, paths []string) (Result, error) {
	var all Result
	var found [][]finding.Finding // joined at the end, because a growing slice leaves much garbage
	more := finding.NewAccount()
	only, err := e.onlyChanged(ctx, paths)
	if err != nil {
		return Result{}, err
	}
	seen := newNamed(e.Files, paths, only)
	seen.overlays.whole = e.Also != nil || e.Each != nil || e.Filter.byMetadata()
	e.Files.Seen = seen.overlays.seen
	// The memory of a file that was emitted is used for another that is still to be read.
	used := sync.Pool{New: func() any { return &file{examination: &e} }}
	account, err := files.Walk(ctx, paths, e.Files, func(f *files.File) *file {
		one := used.Get().(*file)
		one.read(ctx, f)
		return one
	}, func(one *file) {
		list := one.findings
		if cap(list) <= keptFindings { // then its memory is used for another file
			list = slices.Clone(list)
		}
		if len(list) > 0 {
			found = append(found, list)
		}
		all.Waived = append(all.Waived, one.waived...)
		all.Warnings = append(all.Warnings, one.warnings...)
		more.Add(one.account)
		seen.took(one)
		one.reset()
		used.Put(one)
	})
	if err != nil {
		return Result{}, err
	}
	account.Add(more)
	account.NotChecked, account.FieldsNotChecked = e.Checker.NotChecked(), e.Checker.FieldsNotChecked()
	account.Carried, account.CarriedNotRead, account.CarriedNotValidated = e.Checker.Carried()
	if len(found) == 1 { // a large file, whose findings need not be copied
		all.Findings = found[0]
	} else {
		all.Findings = slices.Concat(found...)
	}
	all.Account = *account
	if account.Shared {
		all.once()
	}
	if len(seen.overlays.invalid) > 0 {
		seen.overlays.incomplete(&all)
	}
	all.Kustomizations = slice.Map(seen.overlays.found, func(x overlay) kustomize.Folder { return kustomize.Folder{Real: x.real, Shown: x.shown} })
	if len(seen.overlays.found) > 0 {
		if err := e.overlays(ctx, &seen.overlays, &all); err != nil {
			return Result{}, err
		}
	}
	all.Read = seen.read
	seen.silent(&all.Account)
	all.Account.Notes = slices.DeleteFunc(all.Account.Notes, func(n finding.Unreadable) bool {
		return n.Reason == files.LinkToFolder && seen.follows(e.Files, n.File)
	})
	for _, n := range all.Account.Notes {
		all.Warnings = append(all.Warnings, finding.Warning{File: n.File, Line: n.Line, Text: noted(n.Reason)})
	}
	return all, nil
}

// once removes equal findings but the first, in the order of the files.
func (r *Result) once() {
	order.Stably(r.Findings, func(a, b finding.Finding) int { return strings.Compare(a.File, b.File) })
	seen := map[string]bool{}
	again := func(fingerprint string) bool {
		had := seen[fingerprint]
		seen[fingerprint] = true
		return had
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return again(f.Fingerprint) })
	r.Waived = slices.DeleteFunc(r.Waived, func(w finding.Waived) bool { return again(w.Fingerprint) })
	said := map[finding.Unreadable]bool{}
	r.Account.Unreadable = slices.DeleteFunc(r.Account.Unreadable, func(u finding.Unreadable) bool {
		had := said[u]
		said[u] = true
		return had
	})
}

// noted is the text of a note as a warning.
func noted(reason string) string {
	if reason == files.LinkToFolder {
		return "it is a " + reason + ", which is not followed: to read it, specify the folder itself"
	}
	return reason
}
