package gather

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/draft"
	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// addFiles parses the files of the user. A file that has the name of notes and cannot be parsed is
// an error, because the report would be incomplete.
func (g *Gathered) addFiles(given []files.File, wanted func(release string) bool) error {
	var maps []files.File
	var drafts []*changelog.Document // a release may have several
	for _, f := range given {
		if f.Release != "" && !wanted(f.Release) {
			continue
		}
		switch f.Form {
		case files.Changelog, files.Body:
			for _, d := range markdown.Parse(f.Data, f.Release) {
				g.Library.Add(d)
			}
		case files.Draft:
			d, err := draft.Decode(f.Data, f.Release)
			if err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
			drafts = append(drafts, &d)
		case files.Map:
			maps = append(maps, f)
		case files.PassedOver:
			g.Warnings = append(g.Warnings, fmt.Sprintf("%s contains no release notes that can be read: %s", f.Path, f.Reason))
		}
	}
	if err := applyMaps(maps, drafts); err != nil {
		return err
	}
	for _, d := range drafts {
		g.Library.Add(*d)
	}
	return nil
}

// applyMaps edits the drafts with maps, as the release team does. A map without a release applies
// to all drafts: it finds its note by the pull request.
func applyMaps(maps []files.File, drafts []*changelog.Document) error {
	order.By(maps, func(a, b files.File) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range maps {
		list, err := draft.DecodeMaps(f.Data)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		for _, d := range drafts {
			if f.Release == "" || f.Release == d.Release {
				draft.Apply(d, list)
			}
		}
	}
	return nil
}
