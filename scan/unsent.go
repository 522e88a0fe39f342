package scan

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
)

// unsent has what kustomizations make of the objects in their resource files: one can delete an
// object of another that it uses, or place it in another namespace.
type unsent struct {
	// uses counts the kustomizations that use a file, and builds those of which it is known which of
	// the objects in the file they build.
	uses, builds map[string]int
	// sent are the documents with an object that is built, and picked those with one that the filter
	// picks as it is built. Their line is the number of the document.
	sent, picked map[position]bool
	// elsewhere are objects that the filter picks only as their file has them, with their documents.
	elsewhere map[position]position
}

// build adds what one kustomization builds. If the file of a built object is not known, as of one whose
// metadata a patch replaces, it can be in each of the files.
func (u *unsent) build(resources []string, built []kustomize.Built) {
	if slices.ContainsFunc(built, func(b kustomize.Built) bool { return !b.Generated && !slices.Contains(resources, b.File) }) {
		return
	}
	places, unknown := map[position]bool{}, map[string]bool{}
	for b := range slice.Each(built) {
		at := position{b.File, b.Line}
		unknown[b.File] = unknown[b.File] || b.Line == 0 || places[at]
		places[at], u.sent[position{b.File, b.Document}] = true, true
	}
	for _, file := range resources {
		if !unknown[file] {
			u.builds[file]++
		}
	}
}

// known reports whether it is known what all kustomizations that use a file build of it.
func (u *unsent) known(file string) bool { return u.uses[file] > 0 && u.uses[file] == u.builds[file] }

// lower makes what was found in objects that no kustomization builds information.
func (u *unsent) lower(list []finding.Finding) {
	for f := range slice.Each(list) {
		if u.known(f.File) && !u.sent[position{f.File, f.Document}] && f.Severity != rule.Info {
			f.Severity = rule.Info
			f.Message += "; none of the kustomizations that use the file builds the object, so they do not send it to a server"
			f.Seal()
		}
	}
}

// filter removes what was found in objects that the filter picks as their file has them, and not as
// any kustomization builds them. It counts these objects.
func (u *unsent) filter(all *Result) {
	other := func(at position) bool { return u.known(at.file) && u.sent[at] && !u.picked[at] }
	for _, document := range u.elsewhere {
		if other(document) {
			all.Account.Filtered++
		}
	}
	all.Findings = slices.DeleteFunc(all.Findings, func(f finding.Finding) bool { return other(position{f.File, f.Document}) })
	all.Waived = slices.DeleteFunc(all.Waived, func(w finding.Waived) bool { return other(position{w.File, w.Document}) })
}
