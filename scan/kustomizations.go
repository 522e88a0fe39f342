package scan

import (
	"context"

	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
	"github.com/kubedelta/kubedelta/scan/reader"
	"github.com/kubedelta/kubedelta/scan/tree"
)

// Kustomization builds the kustomization of a folder and judges what comes of it.
// The findings have the places and names of the resource files, so that those
// which a scan of the files shows too have the same fingerprints; [Result.With]
// leaves them out.
func (e Examination) Kustomization(ctx context.Context, dir string) (Result, error) {
	out := Result{Account: finding.Account{Skipped: map[string]int{}, NotJudged: map[string]int{}}}
	built, err := kustomize.Build(ctx, dir)
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err != nil {
		out.Account.Unreadable = []finding.Unreadable{{File: dir, Reason: "the kustomization cannot be built: " + err.Error()}}
		return out, nil //nolint:nilerr // it is in the account
	}
	f := &file{examination: &e}
	var rd reader.Reader
	for _, b := range built {
		result := rd.Read(b.File, b.Data, func(o *tree.Object) {
			o.Name, o.Namespace = b.Name, b.Namespace
			o.Origin.Kustomization = dir
			o.Document = max(b.Document, 1)
			o.Place = func(int, int) (int, int) { return b.Line, b.Column }
			f.object(o)
			out.Account.Objects++
		})
		f.endDocument()
		for _, p := range result.Problems {
			out.Account.Unreadable = append(out.Account.Unreadable, finding.Unreadable{File: b.File, Line: b.Line, Document: b.Document, Reason: p.Reason})
		}
	}
	f.tellApart()
	out.Findings, out.Waived, out.Warnings = f.findings, f.waived, f.warnings
	return out, nil
}

// With adds what the build of a kustomization shows to a scan of the files. What
// the files show too, or let pass by a comment, which a build drops, is not said
// again.
func (r *Result) With(built Result) {
	seen := map[string]bool{}
	for i := range r.Findings {
		seen[r.Findings[i].Fingerprint] = true
	}
	for i := range r.Waived {
		seen[r.Waived[i].Fingerprint] = true
	}
	for i := range built.Findings {
		if !seen[built.Findings[i].Fingerprint] {
			r.Findings = append(r.Findings, built.Findings[i])
		}
	}
	r.Account.Unreadable = append(r.Account.Unreadable, built.Account.Unreadable...)
}
