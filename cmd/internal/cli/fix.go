package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/fix"
	"github.com/kubedelta/kubedelta/scan/judge"
)

// fixOptions say how files are rewritten.
type fixOptions struct {
	dryRun, backup bool
	// diffs gets what a dry run would rewrite.
	diffs io.Writer
}

// fixFiles rewrites what is safe in the files of a report, and tells in it what
// was done and what was left.
func fixFiles(r *findings.Report, j *judge.Judge, o fixOptions) error {
	spared := map[string]bool{}
	for _, w := range r.Waived {
		spared[w.Fingerprint] = true
	}
	for _, f := range r.Known {
		spared[f.Fingerprint] = true
	}
	want := func(f *finding.Finding) bool { return !spared[f.Fingerprint] }
	for _, name := range filesOf(r.Findings) {
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("cannot fix %s: %w", name, err)
		}
		result := fix.Fix(name, data, j, want)
		if o.dryRun {
			text, notShown := fix.Unified(name, data, result.Out, fix.Hidden(data))
			for _, line := range notShown {
				r.Warnings = append(r.Warnings, finding.Warning{File: name, Line: line, Text: "what would be rewritten here is not shown: this line, or one beside it that would be rewritten too, holds values of a Secret or the like"})
			}
			if terminal(o.diffs) {
				text = escape.Lines(text)
			}
			fmt.Fprint(o.diffs, text)
		} else if result.Changed {
			if err := rewrite(name, data, result.Out, o.backup); err != nil {
				return err
			}
		}
		record(r, result, !o.dryRun)
	}
	return nil
}

// filesOf are the files that findings stand in, as far as they can be rewritten:
// not standard input, and nothing that was made of another text.
func filesOf(list []finding.Finding) (names []string) {
	for _, f := range list {
		if f.File != "-" && !f.Guess && f.Origin == (finding.Finding{}).Origin && !slices.Contains(names, f.File) {
			names = append(names, f.File)
		}
	}
	return names
}

// rewrite puts the new text in the place of the old one.
func rewrite(name string, old, new []byte, backup bool) error {
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("cannot fix %s: %w", name, err)
	}
	if backup {
		if err := os.WriteFile(name+".orig", old, info.Mode().Perm()); err != nil { //nolint:gosec // the user named the file
			return fmt.Errorf("cannot keep %s as it was: %w", name, err)
		}
	}
	return replaceFile(name, func(w io.Writer) error {
		_, err := w.Write(new)
		return err
	})
}

// record tells in the report what a fix did. What was written is no finding any
// more.
func record(r *findings.Report, result fix.Result, written bool) {
	type place struct {
		rule, file   string
		line, column int
	}
	done := map[place]bool{}
	for _, d := range result.Done {
		done[place{d.Finding.Rule, d.Finding.File, d.Finding.Line, d.Finding.Column}] = true
		var wrote []string
		for _, c := range d.Changes {
			wrote = append(wrote, c.New)
		}
		r.Fixed = append(r.Fixed, findings.Fixed{Finding: d.Finding, Wrote: strings.Join(wrote, ", "), Written: written})
		for _, note := range d.Notes {
			r.Warnings = append(r.Warnings, finding.Warning{File: d.Finding.File, Line: d.Finding.Line, Text: note})
		}
	}
	for _, l := range result.Left {
		steps := l.Steps
		if steps == nil {
			steps = []string{}
		}
		r.Left = append(r.Left, findings.Left{Fingerprint: l.Finding.Fingerprint, Reason: l.Why, Steps: steps})
	}
	if written {
		r.Findings = slices.DeleteFunc(r.Findings, func(f finding.Finding) bool {
			return done[place{f.Rule, f.File, f.Line, f.Column}]
		})
	}
}
