package catalog

import (
	"embed"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

//go:embed texts
var texts embed.FS

// Text is the texts of one release: those of its notes, in the order of the [Document] with the
// facts, and the parts in words.
type Text struct {
	Release string `json:"release"`
	// Form is the form of the notes that the texts are from.
	Form       changelog.Form       `json:"form"`
	Entries    []Entry              `json:"entries"`
	Prose      []changelog.Prose    `json:"prose"`
	Advisories []changelog.Advisory `json:"advisories"`
}

// Entry is the part of a note that [Document] does not have.
type Entry struct {
	// PR must be that of the facts. Otherwise the two files do not belong together.
	PR            int                       `json:"pr"`
	Text          string                    `json:"text"`
	Authors       []string                  `json:"authors"`
	Documentation []changelog.Documentation `json:"documentation"`
}

func addTexts(documents []changelog.Document, b []byte) error {
	var all []Text
	if err := json.Unmarshal(b, &all); err != nil {
		return unjson.Sentence(err)
	}
	byRelease := map[string]*Text{}
	for t := range slice.Each(all) {
		byRelease[t.Release] = t
	}
	for d := range slice.Each(documents) {
		t := byRelease[d.Release]
		if t == nil || len(t.Entries) != len(d.Notes) {
			return fmt.Errorf("the texts are not those of the facts of %s", d.Release)
		}
		for j, e := range t.Entries {
			n := &d.Notes[j]
			if n.PR != e.PR {
				return fmt.Errorf("the text of #%d stands where %s has #%d", e.PR, d.Release, n.PR)
			}
			n.Text, n.Documentation = e.Text, e.Documentation
			n.Authors = append(n.Authors, e.Authors...)
		}
		d.Texts, d.Prose, d.Advisories = t.Form, t.Prose, t.Advisories
	}
	return nil
}
