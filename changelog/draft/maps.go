package draft

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Map is the edit of one note by the release team. A nil field of ReleaseNote does not change the
// note.
type Map struct {
	PR          int
	ReleaseNote Change
	// CVE is the advisory that the pull request fixes, or nil.
	CVE *CVE
}

// Change is the part of a map that edits a note.
type Change struct {
	Text           *string                    `yaml:"text"`
	Author         *string                    `yaml:"author"`
	SIGs           *[]string                  `yaml:"sigs"`
	Kinds          *[]string                  `yaml:"kinds"`
	Areas          *[]string                  `yaml:"areas"`
	ActionRequired *bool                      `yaml:"action_required"`
	DoNotPublish   *bool                      `yaml:"do_not_publish"`
	Documentation  *[]changelog.Documentation `yaml:"documentation"`
}

// CVE is what is read of the data of an advisory. Source: the type CVE in pkg/cve of kubernetes/release.
type CVE struct {
	ID          string  `yaml:"id"`
	Title       string  `yaml:"title"`
	Description string  `yaml:"description"`
	Score       float64 `yaml:"score"`
	Rating      string  `yaml:"rating"`
}

// mapLimit is the maximum size of a file of maps in bytes.
const mapLimit = 16 << 20

// file is one YAML document of a file of maps.
type file struct {
	PR          int                  `yaml:"pr"`
	ReleaseNote Change               `yaml:"releasenote"`
	DataFields  map[string]yaml.Node `yaml:"datafields"`
}

// DecodeMaps parses a file of maps with one or more YAML documents. If a document cannot be read,
// the maps before it are returned with the error.
func DecodeMaps(data []byte) ([]Map, error) {
	if len(data) > mapLimit {
		return nil, fmt.Errorf("the maps are longer than %d MiB, the limit", mapLimit>>20)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var maps []Map
	for i := 1; ; i++ {
		var node yaml.Node
		err := cause.Parser(func() error { return dec.Decode(&node) })
		if errors.Is(err, io.EOF) {
			return maps, nil
		}
		if err != nil {
			return maps, mapSentence(i, err)
		}
		m, ok, err := decodeMap(&node)
		if err != nil {
			return maps, mapSentence(i, err)
		}
		if ok {
			maps = append(maps, m)
		}
	}
}

// decodeMap parses one document. ok is false for an empty document.
func decodeMap(node *yaml.Node) (m Map, ok bool, err error) {
	if len(node.Content) == 1 && node.Content[0].Tag == "!!null" {
		return m, false, nil
	}
	var f file
	if err := cause.Parser(func() error { return node.Decode(&f) }); err != nil {
		return m, false, err
	}
	m = Map{PR: f.PR, ReleaseNote: f.ReleaseNote}
	if f.PR < 0 {
		return m, false, fmt.Errorf("line %d: %d is not a pull request", node.Line, f.PR)
	}
	if field, has := f.DataFields["cve"]; has {
		m.CVE = &CVE{}
		if err := cause.Parser(func() error { return field.Decode(m.CVE) }); err != nil {
			return m, false, fmt.Errorf("the field cve: %w", err)
		}
	}
	if m.PR == 0 && m.CVE == nil {
		return m, false, fmt.Errorf("line %d: the map has no pull request (pr)", node.Line)
	}
	return m, true, nil
}

func mapSentence(document int, err error) error {
	what := strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n", " ")
	return fmt.Errorf("document %d of the release note maps cannot be read: %s", document, phrase.Clip(what, 300))
}

var cveForm = lazy.Regexp(`^CVE-\d{4}-\d{4,7}$`)

// Apply edits the notes of a document with maps, in their order. A map without a note adds no note,
// but its advisory is added.
func Apply(doc *changelog.Document, maps []Map) {
	at := map[int]int{}
	for i, n := range doc.Notes {
		if n.Repository == "" {
			at[n.PR] = i
		}
	}
	for _, m := range maps {
		if m.CVE != nil {
			addAdvisory(doc, *m.CVE)
		}
		if i, ok := at[m.PR]; ok && m.PR != 0 {
			m.edit(&doc.Notes[i])
		}
	}
	doc.Stats.WithSIG = 0
	for _, n := range doc.Notes {
		if len(n.SIGs) > 0 {
			doc.Stats.WithSIG++
		}
	}
}

// edit changes a note. A map publishes the note unless it says otherwise.
func (m Map) edit(n *changelog.Note) {
	c := m.ReleaseNote
	if c.Text != nil {
		n.Text = clean(*c.Text)
	}
	if c.Author != nil {
		n.Authors = authors(*c.Author)
	}
	if c.SIGs != nil {
		n.SIGs, n.SIGSource = labels(*c.SIGs, "sig/"), changelog.SIGFromDraft
		if len(n.SIGs) == 0 {
			n.SIGSource = changelog.SIGUnknown
		}
	}
	if c.Areas != nil {
		n.Areas = labels(*c.Areas, "area/")
	}
	if c.Documentation != nil {
		n.Documentation = links(*c.Documentation)
	}
	m.place(n)
	n.Unpublished = c.DoNotPublish != nil && *c.DoNotPublish || !says(n.Text)
	if !says(n.Text) {
		n.Text = ""
	}
	if m.CVE != nil && cveForm().MatchString(m.CVE.ID) {
		n.CVEs = slice.Unique(append(n.CVEs, m.CVE.ID))
	}
	n.FillLists()
}

// place moves the note to the section of its new kinds.
func (m Map) place(n *changelog.Note) {
	c := m.ReleaseNote
	if c.ActionRequired != nil {
		n.ActionRequired = *c.ActionRequired
	}
	n.ActionRequired = n.ActionRequired || c.Text != nil && c.ActionRequired == nil && changelog.AsksForAction(n.Text)
	if c.Kinds != nil {
		n.Kinds = labels(*c.Kinds, "kind/")
	}
	if c.Kinds == nil && c.ActionRequired == nil {
		return
	}
	urgent := n.Section == changelog.Urgent
	if c.ActionRequired != nil {
		urgent = *c.ActionRequired
	}
	if len(n.Kinds) == 0 && !urgent && n.Section != changelog.Urgent {
		// Markdown has no kinds, only sections.
		return
	}
	n.Section = sectionOf(n.Kinds, len(n.Kinds) > 1, urgent)
	n.Sections = []changelog.Section{n.Section}
}

// addAdvisory adds an advisory once, even if several pull requests fix it.
func addAdvisory(doc *changelog.Document, c CVE) {
	if c.ID == "" || slices.ContainsFunc(doc.Advisories, func(a changelog.Advisory) bool { return a.CVE == c.ID }) {
		return
	}
	a := changelog.Advisory{CVE: c.ID, Title: strings.TrimSpace(c.Title), Rating: c.Rating, Text: strings.TrimSpace(c.Description)}
	if c.Score > 0 {
		a.Rating = strings.TrimSpace(fmt.Sprintf("%s (%.1f)", c.Rating, c.Score))
	}
	doc.Advisories = append(doc.Advisories, a)
}
