package changelog

// Document is the notes of one release from one source.
type Document struct {
	// Release is the version: "v1.24.0", "v1.24.0-alpha.1".
	Release string
	Form    Form
	// Texts is the form from which the texts of built-in notes were taken. It is "" if only facts
	// are built in, and for documents that were parsed.
	Texts Form
	Notes []Note
	// Prose is the parts in words: themes, known issues, and text between the urgent notes.
	Prose      []Prose
	Advisories []Advisory
	// Dependencies are the lists of Go modules.
	Dependencies Dependencies
	Stats        Stats
}

// FillLists replaces nil with empty lists, for the lists that the JSON contract always has.
func (d *Document) FillLists() {
	for i := range d.Notes {
		d.Notes[i].FillLists()
	}
	fill(&d.Dependencies.Added, &d.Dependencies.Changed, &d.Dependencies.Removed)
	fill(&d.Stats.Skipped)
}

// Form is the form of a document.
type Form string

// The forms of notes.
const (
	FormMarkdown Form = "markdown"
	FormDraft    Form = "json"
	FormFacts    Form = "facts"
)

// Prose is a part in words.
type Prose struct {
	// Part is "Major Themes", "Known Issues" or "Urgent Upgrade Notes".
	Part string `json:"part"`
	// Title is the heading below it. It may be empty.
	Title string `json:"title"`
	// Text is markdown.
	Text string `json:"text"`
}

// Advisory is a security advisory in the notes.
type Advisory struct {
	CVE   string `json:"cve"`
	Title string `json:"title"`
	// Rating is as written: "Medium (5.1)".
	Rating string `json:"rating,omitempty"`
	Text   string `json:"text"`
}

// Dependencies are the added, changed and removed Go modules, as printed.
type Dependencies struct {
	Added   []string `json:"added"`
	Changed []string `json:"changed"`
	Removed []string `json:"removed"`
}

// Stats counts the bullets of a document, or the keys of a JSON document. Each bullet is an entry
// or is skipped. There is a note for each entry that was not merged into another.
type Stats struct {
	// Bullets are those at the top level or in a group. Entries are those that became notes.
	Bullets int `json:"bullets"`
	Entries int `json:"entries"`
	// WithPR and WithSIG count entries.
	WithPR  int `json:"withPR"`
	WithSIG int `json:"withSIG"`
	// Merged counts entries that were merged into another one.
	Merged int `json:"merged"`
	// Skipped are the bullets that are not entries, in order.
	Skipped []Skipped `json:"skipped"`
}

// Count counts the entry of a note.
func (s *Stats) Count(n *Note) {
	s.Entries++
	if n.PR != 0 {
		s.WithPR++
	}
	if len(n.SIGs) > 0 {
		s.WithSIG++
	}
}

// Skipped is a bullet that is not an entry.
type Skipped struct {
	// Line is the line number, from 1, or 0 for JSON.
	Line int `json:"line"`
	// Reason is a short text: "in Dependencies", "empty bullet".
	Reason string `json:"reason"`
	// Text is the beginning of the bullet.
	Text string `json:"text"`
}
