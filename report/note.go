package report

import "github.com/kubedelta/kubedelta/changelog"

// NoteLink leads from a change to a release note.
type NoteLink struct {
	PR int `json:"pr"`
	// Repository of the pull request, where that is not kubernetes/kubernetes.
	Repository string `json:"repository,omitempty"`
	// Release whose notes have the entry.
	Release string `json:"release"`
	// Confidence is "introduced-by" or "probably".
	Confidence string  `json:"confidence"`
	Score      float64 `json:"score"`
	// Why lists the reasons, strongest first, in words.
	Why []string `json:"why"`
}

// Note is one release note with what it is linked to.
type Note struct {
	changelog.Note `json:",inline"`
	// Broad: it concerns so many SIGs that a reader of one may skip it.
	Broad bool `json:"broad"`
	// LinkedChanges are the fingerprints of changes of the report.
	LinkedChanges []string `json:"linkedChanges"`
	// Annotation is what the author of the report adds.
	Annotation *Annotation `json:"annotation,omitempty"`
}

// Annotation is what the author of a report says of an entry. It is not the
// release team's text, and is marked so.
type Annotation struct {
	// Text replaces the entry's text, as a translation does.
	Text string `json:"text,omitempty"`
	// Remark is shown under the entry.
	Remark string `json:"remark,omitempty"`
}

// Unserved is an API change that an entry claims and the comparison does not show.
type Unserved struct {
	PR         int    `json:"pr"`
	Repository string `json:"repository,omitempty"`
	Release    string `json:"release"`
	// Claim in words: "adds storage.k8s.io/v2 Foo".
	Claim string `json:"claim"`
	// Why says what may be behind it: "reverted by #109436", "off by default".
	Why string `json:"why"`
	// RevertedBy is the pull request that reverted the entry; 0 for none.
	RevertedBy int `json:"revertedBy,omitzero"`
}

// NotesScope says which release notes a report has joined, and which it has not.
type NotesScope struct {
	// From is the version whose users upgrade, exclusive; To inclusive.
	From string `json:"from"`
	To   string `json:"to"`
	// Releases are those whose notes were joined, oldest first.
	Releases []string `json:"releases"`
	// Missing are those whose notes nobody has.
	Missing []MissingNotes `json:"missing"`
	// Texts: entries have their texts. Where not, NoTexts says why in one line.
	Texts   bool   `json:"texts"`
	NoTexts string `json:"noTexts,omitempty"`
	// Had counts the entries left out because From has them by cherry-pick.
	Had int `json:"had"`
	// Filtered counts the entries that filters hid.
	Filtered int `json:"filtered"`
	// Unattributed counts the changes that a filter by SIG hid because no entry
	// tells whose they are.
	Unattributed int `json:"unattributed"`
	// The filters.
	SIGs           []string `json:"sigs,omitempty"`
	Kinds          []string `json:"kinds,omitempty"`
	Areas          []string `json:"areas,omitempty"`
	Grep           string   `json:"grep,omitempty"`
	ActionRequired bool     `json:"actionRequired,omitzero"`
	MaxSIGs        int      `json:"maxSIGs,omitzero"`
	// APIDiff is what a report about the notes of some SIGs shows of the API: "all"
	// changes, those of the "sig", or "none". Empty: all where they are few.
	APIDiff string `json:"apiDiff,omitempty"`
	// GroupBy is "kind" (the sections), "sig" or "release".
	GroupBy string `json:"groupBy,omitempty"`
	// WithNotes: a report about the API prints the entries after it.
	WithNotes bool `json:"withNotes"`
	// Warnings are sentences: "2 of 317 entries name a SIG …".
	Warnings []string `json:"warnings"`
}

// MissingNotes are notes that could not be joined.
type MissingNotes struct {
	Release string `json:"release"`
	Reason  string `json:"reason"`
}

// hasNotes: the notes of at least one release were joined.
func (r *Report) hasNotes() bool { return r.NotesScope != nil && len(r.NotesScope.Releases) > 0 }
