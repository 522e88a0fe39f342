package report

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
)

// TestAPIDiffBesideSIG tests which part of the API diff is shown with the entries of a SIG: all of
// a short one, that of the SIG, or none.
func TestAPIDiffBesideSIG(t *testing.T) {
	with := func(what string, more int) *Report {
		r := sampleReport(SubjectNotes, "en")
		for range more {
			r.Changes = append(r.Changes, r.Changes[0])
		}
		j := sampleJoined(NoteFilter{SIGs: []string{"network"}})
		j.Scope.APIDiff = what
		r.Annotate(j)
		return r
	}
	whole, sig, none := with(APIDiffAll, 0), with(APIDiffSIG, 0), with(APIDiffNone, 0)
	if len(whole.Changes) <= len(sig.Changes) || len(sig.Changes) == 0 {
		t.Errorf("%d changes of all, %d of the SIG", len(whole.Changes), len(sig.Changes))
	}
	if md := render(t, whole, "md"); strings.Contains(md, "only SIG Network") || !strings.Contains(md, "CSIStorageCapacity") {
		t.Errorf("the whole diff:\n%s", md)
	}
	if md := render(t, none, "md"); strings.Contains(md, "## API Changes") {
		t.Errorf("the diff is there:\n%s", md)
	}
	if got := with("", 0).NotesScope.APIDiff; got != APIDiffAll {
		t.Errorf("a short diff is shown as %q", got)
	}
	if got := with("", shortDiff).NotesScope.APIDiff; got != APIDiffSIG {
		t.Errorf("a long diff is shown as %q", got)
	}
}

// TestWithoutSIG tests that entries without a known SIG are at the end of a report about a SIG,
// with a title of their own.
func TestWithoutSIG(t *testing.T) {
	j := sampleJoined(NoteFilter{SIGs: []string{"network"}})
	j.Notes = append(j.Notes, changelog.Note{PR: 106803, PRs: []int{106803}, Release: "v1.24.0", Section: changelog.Feature, Text: "Nobody labelled it."})
	r := sampleReport(SubjectNotes, "en")
	r.Annotate(j)
	md := render(t, r, "md")
	_, last, found := strings.Cut(md, "## Without a SIG")
	if !found || !strings.Contains(last, "Nobody labelled it.") {
		t.Errorf("the entry is not at the end:\n%s", md)
	}
	for i := range r.Notes {
		if n := &r.Notes[i]; len(n.SIGs) > 0 && !sharesSIG([]string{"network"}, n.SIGs) {
			t.Errorf("#%d is of %v", n.PR, n.SIGs)
		}
	}
}
