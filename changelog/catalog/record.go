package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog"
)

// Minor is what the catalog holds of one minor: the notes of its releases, and
// the links of the API changes that it brought.
type Minor struct {
	// Documents of x.y.0 and the patch releases, oldest first.
	Documents []Document `json:"documents"`
	// Links by the fingerprint of a change. A change that is here without a link
	// was looked at, and no entry was found.
	Links map[string][]Link `json:"links"`
	// Claims of entries that the comparison with the minor before does not show.
	Claims []Claim `json:"claims"`
}

// Claim is an API change that an entry claims and the release does not have.
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

// Link leads from a change to an entry of the minor's x.y.0.
type Link struct {
	PR         int      `json:"pr"`
	Confidence string   `json:"confidence"`
	Score      float64  `json:"score"`
	Why        []string `json:"why"`
}

// Facts reduces an entry to what the catalog holds: no text, no author, of the
// links only the directories of KEPs, which name the owning SIG.
func Facts(n changelog.Note) changelog.Note {
	n.Text, n.Authors = "", nil
	n.Documentation = slices.DeleteFunc(slices.Clone(n.Documentation), func(d changelog.Documentation) bool {
		return !strings.Contains(d.URL, "keps/sig-")
	})
	for i := range n.Documentation {
		n.Documentation[i].Description = ""
	}
	// Empty lists take no space; FillLists brings them back.
	for _, list := range []*[]string{&n.SIGs, &n.Kinds, &n.Areas, &n.Gates, &n.Flags, &n.Metrics, &n.GroupVersions, &n.APIKinds, &n.Fields, &n.Headings} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	if len(n.PRs) == 1 && n.PRs[0] == n.PR {
		n.PRs = nil
	}
	if len(n.Sections) == 1 {
		n.Sections = nil
	}
	if len(n.AlsoIn) == 0 {
		n.AlsoIn = nil
	}
	n.Release = "" // that of the document
	return n
}

// Encode writes a minor.
func Encode(m Minor) ([]byte, error) {
	return json.Marshal(m, json.Deterministic(true), json.OmitZeroStructFields(true))
}

// decode reads what Encode wrote.
func decode(b []byte) (Minor, error) {
	var m Minor
	if err := json.Unmarshal(b, &m); err != nil {
		return Minor{}, fmt.Errorf("the built-in release notes are damaged: %w", err)
	}
	for _, d := range m.Documents {
		for i := range d.Notes {
			n := &d.Notes[i]
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
