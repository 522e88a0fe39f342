package report

import (
	"slices"
	"sort"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Joined is what the release notes contribute to a report.
type Joined struct {
	Scope NotesScope
	// Notes are the entries of all releases of the range.
	Notes []changelog.Note
	// Changes are the changes that Result was made for. Result.Links[i] are the links of
	// Changes[i]. There may be more changes than the report shows.
	Changes    []rule.Change
	Result     link.Result
	Prose      []changelog.Prose
	Advisories []changelog.Advisory
	// Filter selects entries and, by SIG, changes.
	Filter NoteFilter
}

// Annotate adds the release notes to the report: the entries behind each change, the entries that
// the report prints, and the claims that the comparison does not confirm. Subject must be set
// before. Waivers may be applied before or after.
func (r *Report) Annotate(j Joined) {
	scope := j.Scope
	j.Filter.write(&scope)
	r.NotesScope = &scope
	r.Prose, r.Advisories = j.Prose, j.Advisories

	links := j.byFingerprint()
	for i := range r.Changes {
		r.Changes[i].annotate(links[r.Changes[i].Fingerprint], j.Notes)
	}
	for i := range r.Waived {
		r.Waived[i].annotate(links[r.Waived[i].Fingerprint], j.Notes)
	}
	r.narrow(&scope)
	r.takeNotes(j, links)
	r.takeClaims(j)
	r.summarise()
}

func (j Joined) byFingerprint() map[string][]link.Match {
	out := map[string][]link.Match{}
	for i, links := range j.Result.Links {
		if i >= len(j.Changes) {
			break
		}
		sure := slices.DeleteFunc(slices.Clone(links), func(l link.Match) bool { return l.Note < 0 || l.Note >= len(j.Notes) })
		sort.SliceStable(sure, func(a, b int) bool {
			return sure[a].Confidence == link.IntroducedBy && sure[b].Confidence != link.IntroducedBy
		})
		out[j.Changes[i].Fingerprint] = sure
	}
	return out
}

// The SIGs of a change are those of the entries with the best confidence.
func (c *Change) annotate(links []link.Match, notes []changelog.Note) {
	c.Notes = nil
	var behind []*changelog.Note
	for _, l := range links {
		n := &notes[l.Note]
		c.Notes = append(c.Notes, NoteLink{
			PR: n.PR, Repository: n.Repository, Release: n.Release, Confidence: string(l.Confidence), Score: l.Score, Why: l.Why,
		})
		if l.Confidence == links[0].Confidence {
			behind = append(behind, n)
		}
	}
	c.SIGs = sigsBehind(behind, ofAPIMachinery(&c.Change))
	c.labels = slice.Unique(append(slice.Flat(behind, func(n *changelog.Note) []string { return n.SIGs }), c.SIGs...))
}

// The values of NotesScope.APIDiff.
const (
	APIDiffAll  = "all"
	APIDiffSIG  = "sig"
	APIDiffNone = "none"
)

// shortDiff is the most API changes that a report about the entries of one SIG shows completely, as
// the blog articles of SIGs do.
const shortDiff = 40

// settleDiff sets NotesScope.APIDiff of a report about some SIGs, unless the user set it.
func (r *Report) settleDiff(s *NotesScope) {
	if s.APIDiff != "" || r.Subject != SubjectNotes || len(s.SIGs) == 0 {
		return
	}
	s.APIDiff = APIDiffSIG
	told := 0
	for i := range r.Changes {
		if r.Changes[i].tellsOfNotes() {
			told++
		}
	}
	if told <= shortDiff {
		s.APIDiff = APIDiffAll
	}
}

// narrow keeps the changes whose notes have a label of the filter's SIGs, also one that is not among the SIGs of
// the change. Changes without a note are counted separately.
func (r *Report) narrow(s *NotesScope) {
	sigs := s.SIGs
	r.settleDiff(s)
	if len(sigs) == 0 || s.APIDiff == APIDiffAll {
		return
	}
	var kept []Change
	for _, c := range r.Changes {
		switch {
		case len(c.Notes) > 0 && sharesSIG(sigs, c.labels):
			kept = append(kept, c)
		case len(c.SIGs) == 0 && c.tellsOfNotes():
			r.NotesScope.Unattributed++
		default:
			r.Filtered++
		}
	}
	r.Changes = kept
	// Reworded descriptions are no longer changes of this report.
	if !r.Descriptions {
		r.Reworded = 0
	}
}

// LeaveOutChanges removes the changes if the user wants none. Entries and highlights are made from them, so it is
// called last.
func (r *Report) LeaveOutChanges() {
	if r.NotesScope.APIDiff != APIDiffNone {
		return
	}
	r.Filtered += len(r.Changes)
	r.Changes = nil
	for n := range slice.Each(r.Notes) {
		n.LinkedChanges = nil
	}
	if g := r.Highlights; g != nil {
		for _, list := range [][]Reached{g.Stable, g.Beta, g.Alpha} {
			for x := range slice.Each(list) {
				x.Changes = nil
			}
		}
		for _, list := range [][]Gone{g.Deprecated, g.Removed} {
			for x := range slice.Each(list) {
				x.Changes = nil
			}
		}
	}
	r.summarise()
}

// Descriptions are often edited without a note, and group-versions change together with their resources.
func (c *Change) tellsOfNotes() bool {
	return c.Rule != rule.DescriptionChanged && c.Rule != rule.GroupVersionAdded && c.Rule != rule.GroupVersionRemoved
}

// takeNotes sets the entries: all that the report prints, or those that changes are linked to.
func (r *Report) takeNotes(j Joined, links map[string][]link.Match) {
	changes, machinery := map[int][]string{}, map[int]bool{}
	for _, c := range r.Changes {
		for _, l := range links[c.Fingerprint] {
			changes[l.Note] = append(changes[l.Note], c.Fingerprint)
			machinery[l.Note] = machinery[l.Note] || ofAPIMachinery(&c.Change)
		}
	}
	all := r.printsEntries()
	r.Notes = nil
	for i := range j.Notes {
		n := j.Notes[i]
		if n.Unpublished || !all && changes[i] == nil {
			continue
		}
		if all && !j.Filter.admits(&n) {
			r.NotesScope.Filtered++
			continue
		}
		n.FillLists()
		r.Notes = append(r.Notes, Note{Note: n, Broad: n.Broad(), LinkedChanges: changes[i], machinery: machinery[i]})
	}
}

func (r *Report) printsEntries() bool {
	return r.NotesScope != nil && (r.Subject == SubjectNotes || r.NotesScope.WithNotes)
}

func (r *Report) takeClaims(j Joined) {
	r.Unserved = nil
	for _, c := range j.Result.Claims {
		if c.Note < 0 || c.Note >= len(j.Notes) {
			continue
		}
		n := &j.Notes[c.Note]
		if n.Unpublished || !j.Filter.admits(n) {
			continue
		}
		r.Unserved = append(r.Unserved, Unserved{PR: n.PR, Repository: n.Repository, Release: n.Release, Claim: c.Text, Why: c.Why, RevertedBy: n.RevertedBy})
	}
}

// sigsBehind returns the SIGs of the enhancements of entries, then their other labels. Labels that many pull requests
// have count only if there is no other; that of SIG API Machinery also with machinery.
func sigsBehind(notes []*changelog.Note, machinery bool) []string {
	var first, some, noise []string
	for _, n := range notes {
		first = append(first, enhancementSIGs(n)...)
		for _, sig := range n.SIGs {
			if noisy(sig) && (!machinery || sig != apiMachinery) {
				noise = append(noise, sig)
			} else {
				some = append(some, sig)
			}
		}
	}
	out := slices.Concat(first, some)
	if len(out) == 0 {
		out = noise
	}
	return each(out, CanonicalSIG)
}
