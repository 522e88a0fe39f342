package site

import (
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/annotate"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// pair is a comparison of two releases, with the release notes between them.
type pair struct {
	old, new *discovery.Surface
	result   diff.Result
	joined   report.Joined
}

// step is the pair of a release and the previous one.
type step struct {
	pair
	release discovery.Release
	// sigs are the SIGs in the notes that have pages.
	sigs []string
}

func (b *builder) readSteps() error {
	var old *discovery.Surface
	for _, r := range b.Releases {
		new, err := b.Surface(r)
		if err != nil {
			return err
		}
		if old != nil {
			s := &step{pair: b.compare(old, new), release: r}
			s.sigs = slice.Filter(report.Known(s.joined.Notes).SIGs, func(sig string) bool { return len(b.SIGs) == 0 || slices.Contains(b.SIGs, sig) })
			b.steps = append(b.steps, s)
		}
		old = new
	}
	return nil
}

func (b *builder) compare(old, new *discovery.Surface) pair {
	p := pair{old: old, new: new, result: diff.Compare(old, new, diff.Options{})}
	library, known := b.library(old.Release, new.Release)
	from, to := changelog.Version{Release: old.Release}, changelog.Version{Release: new.Release}
	span := library.Between(from, to)
	scope := report.NotesScope{From: from.String(), To: to.String(), Had: span.Had, Texts: true, GroupBy: "kind", Warnings: history.Warnings(span)}
	scope.Releases = slice.Map(span.Releases, changelog.Version.String)
	scope.Missing = slice.Map(span.Missing, func(v changelog.Version) report.MissingNotes {
		return report.MissingNotes{Release: v.String(), Reason: "the built-in catalog has none"}
	})
	p.joined = report.Joined{Scope: scope, Notes: span.Notes, Changes: p.result.Changes, Result: annotate.Annotate(annotate.Input{
		Old: old, New: new, Changes: p.result.Changes, Notes: span.Notes, Minors: known, Texts: map[string]bool{}, Whole: len(scope.Missing) == 0,
	})}
	for _, d := range span.Documents {
		p.joined.Prose, p.joined.Advisories = append(p.joined.Prose, d.Prose...), append(p.joined.Advisories, d.Advisories...)
	}
	return p
}

// The notes are copied, because linking changes them.
func (b *builder) library(old, new discovery.Release) (*history.Library, map[string]catalog.Minor) {
	library, known := &history.Library{}, map[string]catalog.Minor{}
	for r, n := range b.Notes {
		if r.Compare(old) <= 0 || r.Compare(new) > 0 {
			continue
		}
		for _, d := range n.Documents {
			d.Notes = slices.Clone(d.Notes)
			library.Add(d)
		}
		known[changelog.Version{Release: r}.String()] = n.Minor
	}
	return library, known
}

func (v *view) reportOf(p pair) *report.Report {
	r := report.Build(v.Tool, p.old, p.new, diff.Options{}, p.result, report.Filter{})
	r.Language, r.Data, r.Gate = v.tag, v.Data, &envelope.Gate{FailOn: envelope.Never}
	return r
}

func (v *view) api(p pair) *report.Report {
	r := v.reportOf(p)
	if len(p.joined.Scope.Releases) > 0 {
		r.Annotate(p.joined)
	}
	return r
}

// notes returns the report of kubedelta changelog for a pair, for all SIGs or some; nil without notes.
func (v *view) notes(p pair, sigs ...string) *report.Report {
	if len(p.joined.Scope.Releases) == 0 {
		return nil
	}
	r := v.reportOf(p)
	r.Subject = report.SubjectNotes
	j := p.joined
	j.Scope.WithNotes, j.Filter.SIGs = true, sigs
	r.Annotate(j)
	if len(sigs) == 0 {
		r.SummariseRelease()
	}
	return r
}
