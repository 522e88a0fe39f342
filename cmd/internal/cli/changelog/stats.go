package changelog

import (
	"context"
	"errors"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/gather"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/notes"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/report"
)

// writeStats prints how the bullets of the notes were parsed. It does not count built-in notes,
// which have no bullets.
func (o *options) writeStats(ctx context.Context, s *sources.Session, from, to changelog.Version, a notes.Input) error {
	remote, err := notes.GitHub(s)
	if err != nil {
		return err
	}
	reading := s.Progress.Begin("release notes")
	defer reading.End()
	g, err := gather.Gather(ctx, from, to, gather.Options{Files: a.Given, Remote: remote})
	if err != nil {
		return err
	}
	stats := report.NewNoteStats()
	for _, v := range history.Path(from, to) {
		for _, form := range []changelog.Form{changelog.FormMarkdown, changelog.FormDraft} {
			if d, ok := g.Library.Form(v, form); ok {
				stats.Add(d)
			}
		}
	}
	for _, text := range g.Warnings {
		s.Warn.Warn(text)
	}
	if len(stats.Documents) == 0 {
		return errNoTexts(g)
	}
	return o.output.Write(s.Streams, stats.Writers(), nil)
}

func errNoTexts(g gather.Gathered) error {
	why := g.NoTexts
	if why == "" {
		why = "no release notes were found"
	}
	return errors.New("there are no release notes to count: " + why + "; add files of release notes with --notes-from")
}
