package changelog

// Document is the notes of one release as one source has them.
type Document struct {
	// Release is the version: "v1.24.0", "v1.24.0-alpha.1".
	Release string
	Form    Form
	// Texts is the form that the texts of built-in notes were taken from; "" where
	// only facts are built in, and in documents that were read.
	Texts Form
	Notes []Note
	// Prose are the parts that are no entries: themes, known issues, what stands
	// in words above the urgent notes.
	Prose      []Prose
	Advisories []Advisory
	// Dependencies are the lists of Go modules.
	Dependencies Dependencies
	Stats        Stats
}

// Form is how a document was written.
type Form string

// The forms of notes.
const (
	FormMarkdown Form = "markdown"
	FormDraft    Form = "json"
	FormFacts    Form = "facts"
)

// Prose is a part of the notes in words.
type Prose struct {
	// Part is "Major Themes", "Known Issues" or "Urgent Upgrade Notes".
	Part string `json:"part"`
	// Title is the heading below it; may be empty.
	Title string `json:"title"`
	// Text is markdown.
	Text string `json:"text"`
}

// Advisory is a security fix that the notes tell of.
type Advisory struct {
	CVE   string `json:"cve"`
	Title string `json:"title"`
	// Rating as written: "Medium (5.1)".
	Rating string `json:"rating,omitempty"`
	Text   string `json:"text"`
}

// Dependencies are the Go modules that came, changed and went, as printed.
type Dependencies struct {
	Added   []string `json:"added"`
	Changed []string `json:"changed"`
	Removed []string `json:"removed"`
}

// Stats tells what became of the bullets (of JSON: of the keys) of a document,
// so that nothing is lost silently: each is an entry or is skipped, and there is
// a note for each entry that was not merged into another.
type Stats struct {
	// Bullets at the top level, or of a group; Entries those that became notes.
	Bullets int `json:"bullets"`
	Entries int `json:"entries"`
	// WithPR and WithSIG count entries.
	WithPR  int `json:"withPR"`
	WithSIG int `json:"withSIG"`
	// Merged counts entries that say again what another one says.
	Merged int `json:"merged"`
	// Skipped are the bullets that did not become entries, in order.
	Skipped []Skipped `json:"skipped"`
}

// Skipped is a bullet that did not become an entry.
type Skipped struct {
	// Line in the text, from 1; of JSON, 0.
	Line int `json:"line"`
	// Reason in a few words: "in Dependencies", "empty bullet".
	Reason string `json:"reason"`
	// Text is the beginning of the bullet.
	Text string `json:"text"`
}
