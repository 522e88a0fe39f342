package catalog

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Minor is the data of one minor: the notes of its releases, and the links of its API changes.
type Minor struct {
	// Documents are those of x.y.0 and the patch releases, oldest first.
	Documents []Document `json:"documents"`
	// Links are by the fingerprint of a change. An empty list means that no note describes the
	// change.
	Links map[string][]Link `json:"links"`
	// Claims are those of notes that the comparison with the previous minor does not show.
	Claims []Claim `json:"claims"`
}

// Claim is an API change that a note describes and the release does not have.
type Claim struct {
	PR   int    `json:"pr"`
	Text string `json:"text"`
	Why  string `json:"why"`
}

// Document is the notes of one release.
type Document struct {
	Release string           `json:"release"`
	Notes   []changelog.Note `json:"notes"`
}

// Link is a link from a change to a note of the minor's x.y.0.
type Link struct {
	PR int `json:"pr"`
	// Entry is the text of a note without a pull request.
	Entry      string   `json:"entry,omitzero"`
	Confidence string   `json:"confidence"`
	Score      float64  `json:"score"`
	Why        []string `json:"why"`
}

// decode parses the encoding that cmd/catalog writes.
func decode(b []byte) (Minor, error) {
	var m Minor
	if err := json.Unmarshal(b, &m); err != nil {
		return Minor{}, fmt.Errorf("the built-in release notes are damaged: %w", err)
	}
	for _, d := range m.Documents {
		for n := range slice.Each(d.Notes) {
			n.Release = d.Release
			if n.PRs == nil && n.PR != 0 {
				n.PRs = []int{n.PR}
			}
			if n.Sections == nil {
				n.Sections = []changelog.Section{n.Section}
			}
			n.FillLists()
		}
	}
	return m, nil
}
