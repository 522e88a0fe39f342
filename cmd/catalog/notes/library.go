package notes

import (
	"fmt"

	"github.com/kubedelta/kubedelta/changelog/draft"
	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/discovery"
)

// readNotes reads the notes in a folder, up to those of the newest release. Notes can be published
// before other data of a release.
func readNotes(dir string) (*history.Library, error) {
	read, err := files.Read(dir)
	if err != nil {
		return nil, err
	}
	library := &history.Library{}
	for _, f := range read {
		if r, err := discovery.ParseRelease(f.Release); err == nil && r.Compare(discovery.Newest()) > 0 {
			fmt.Printf("left out, as the newest release is %s: %s\n", discovery.Newest(), f.Path)
			continue
		}
		switch f.Form {
		case files.Changelog, files.Body:
			for _, d := range markdown.Parse(f.Data, f.Release) {
				library.Add(d)
			}
		case files.Draft:
			d, err := draft.Decode(f.Data, f.Release)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Path, err)
			}
			library.Add(d)
		default:
			return nil, fmt.Errorf("%s is not release notes: %s", f.Path, f.Reason)
		}
	}
	return library, nil
}
