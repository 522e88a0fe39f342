package scan

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/fix"
	"github.com/kubedelta/kubedelta/scan/form"
	"github.com/kubedelta/kubedelta/scan/kustomize"
)

// fixOptions are the settings of a run that rewrites files.
type fixOptions struct {
	dryRun, backup bool
	// diffs is where a dry run writes its patch.
	diffs io.Writer
	// paths are the paths that the user named. No file outside them is written.
	paths []string
	// chosen reports whether the filters left a finding; nil without filters.
	chosen func(*finding.Finding) bool
	// kustomizations are those that the scan found.
	kustomizations []kustomize.Folder
	// before has the old content of each rewritten file, by its real path: a link and its target
	// are one file, and are rewritten once.
	before map[string][]byte
	// cleaned are the folders from which the temporary files of killed runs are removed.
	cleaned map[string]bool
}

// fixFiles applies the safe fixes to the files of a report, and adds to the report what was done
// and what is left.
func fixFiles(ctx context.Context, r *findings.Report, j *checker.Checker, o fixOptions) error {
	spared := map[string]bool{}
	for _, w := range r.Waived {
		spared[w.Fingerprint] = true
	}
	for _, f := range r.Known {
		spared[f.Fingerprint] = true
	}
	o.before, o.cleaned = map[string][]byte{}, map[string]bool{}
	want := func(f *finding.Finding) bool { return !spared[f.Fingerprint] && (o.chosen == nil || o.chosen(f)) }
	names, left := o.filesOf(r.Findings)
	selections := kustomize.NewSelections(o.kustomizations)
	r.Left = append(r.Left, left...)
	now := newRewritten()
	for _, name := range names {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		choice := fix.Choice{Want: want, Against: func(e form.Effect) string { return selections.Against(name, e) }}
		result, err := o.fix(name, func(data []byte) fix.Result { return choice.Fix(name, data, j) })
		if err != nil {
			return err
		}
		if o.dryRun && !result.again {
			r.Warnings = append(r.Warnings, o.show(name, result)...)
		}
		now.record(r, result.Result, !o.dryRun)
	}
	now.apply(r)
	return nil
}

type fixed struct {
	fix.Result
	old []byte
	// again reports that the file was rewritten under another path.
	again bool
}

// fix rewrites one file, if it may be written.
func (o *fixOptions) fix(name string, rewritten func(data []byte) fix.Result) (fixed, error) {
	t, err := openTarget(o.paths, name)
	if err != nil {
		return fixed{}, fmt.Errorf("cannot fix %s: %w", name, cause.Of(err))
	}
	defer t.root.Close() //nolint:errcheck // its files are closed
	old, again := o.before[t.real]
	if again {
		return fixed{old: old, Result: rewritten(old), again: true}, nil
	}
	f := fixed{old: t.data, Result: rewritten(t.data)}
	if !f.Changed {
		return f, nil
	}
	why := t.refused
	if why == "" && o.backup {
		why, err = t.keep(o.dryRun, o.cleaned)
	}
	if err == nil && why == "" && !o.dryRun {
		err = t.write(t.name, f.Out, o.cleaned)
	}
	if err != nil {
		return f, fmt.Errorf("cannot fix %s: %w", name, cause.Of(err))
	}
	if why != "" {
		f.Out, f.Changed = f.old, false
		for _, d := range f.Done {
			f.Left = append(f.Left, fix.Left{Finding: d.Finding, Why: why})
		}
		f.Done = nil
	} else {
		o.before[t.real] = f.old
	}
	return f, nil
}

// show writes the patch of a dry run. It returns warnings for the parts that are not shown.
func (o *fixOptions) show(name string, f fixed) (warnings []finding.Warning) {
	text, notShown := fix.Unified(name, f.old, f.Out, fix.Hidden(f.old))
	for i, line := range notShown {
		if i == 0 || line != notShown[i-1]+1 { // the first line of a part
			warnings = append(warnings, finding.Warning{File: name, Line: line, Text: "this part of the patch is not shown, because this line or one next to it contains values of a Secret or similar data"})
		}
	}
	if terminal.IsTerminal(o.diffs) {
		text = escape.Lines(text)
	}
	fmt.Fprint(o.diffs, text)
	return warnings
}

// rewritten is what the written files change in the findings of a report: those that were fixed, and
// those that moved, because a line above them was fixed.
type rewritten struct {
	fixed map[place]bool
	moved map[place]finding.Finding
}

// place identifies a finding by where it was: by its line, or by its fingerprint, if lines moved.
type place struct {
	rule, file   string
	line, column int
	fingerprint  string
}

func newRewritten() *rewritten {
	return &rewritten{map[place]bool{}, map[place]finding.Finding{}}
}

func byLine(f *finding.Finding) place {
	return place{rule: f.Rule, file: f.File, line: f.Line, column: f.Column}
}

func byFingerprint(f *finding.Finding) place { return place{file: f.File, fingerprint: f.Fingerprint} }

func (w *rewritten) record(r *findings.Report, result fix.Result, written bool) {
	for _, d := range result.Done {
		w.fixed[byLine(&d.Finding)] = written
		wrote := slice.Map(d.Changes, func(c fix.Change) string { return c.New })
		r.Fixed = append(r.Fixed, findings.Fixed{Finding: d.Finding, Wrote: strings.Join(wrote, ", "), Written: written})
		for _, note := range d.Notes {
			r.Warnings = append(r.Warnings, finding.Warning{File: d.Finding.File, Line: d.Finding.Line, Text: note})
		}
	}
	for _, l := range result.Left {
		if written && result.Changed {
			w.moved[byFingerprint(&l.Finding)] = l.Finding
		}
		r.Left = append(r.Left, findings.Left{Fingerprint: l.Finding.Fingerprint, Reason: l.Why, Steps: slices.Concat([]string{}, l.Steps)})
	}
}

// apply removes the fixed findings from the report and moves the others, once for all files.
func (w *rewritten) apply(r *findings.Report) {
	r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool { return w.fixed[byLine(&f)] })
	for f := range slice.Each(r.Findings) {
		if now, ok := w.moved[byFingerprint(f)]; ok {
			f.Line, f.Column, f.EndColumn, f.Offset = now.Line, now.Column, now.EndColumn, now.Offset
		}
	}
}
