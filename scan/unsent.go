package scan

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
)

// unsent has what kustomizations make of the objects in their resource files: one can delete an
// object of another that it uses.
type unsent struct {
	// uses counts the kustomizations that use a file, and builds those of which it is known which of
	// the objects in the file they build.
	uses, builds map[string]int
	// sent are the documents with an object that is built. Their line is the number of the document.
	sent map[position]bool
}

func (u *unsent) use(resources []string) {
	for _, file := range resources {
		u.uses[file]++
	}
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

// lower makes what was found in objects that no kustomization builds information.
func (u *unsent) lower(list []finding.Finding) {
	for f := range slice.Each(list) {
		if n := u.uses[f.File]; n > 0 && n == u.builds[f.File] && !u.sent[position{f.File, f.Document}] && f.Severity != rule.Info {
			f.Severity = rule.Info
			f.Message += "; none of the kustomizations that use the file builds the object, so they do not send it to a server"
			f.Seal()
		}
	}
}
