package report

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// NoteLink is a link from a change to a release note.
type NoteLink struct {
	PR int `json:"pr"`
	// Repository is the repository of the pull request, if it is not kubernetes/kubernetes.
	Repository string `json:"repository,omitempty"`
	// Release is the release whose notes contain the entry.
	Release string `json:"release"`
	// Confidence is "introduced-by" or "probably".
	Confidence string  `json:"confidence"`
	Score      float64 `json:"score"`
	// Why lists the reasons as text, strongest first.
	Why []string `json:"why"`
}

// Note is a release note with its links.
type Note struct {
	changelog.Note `json:",inline"`
	// Broad is set if the entry has so many SIGs that readers of one SIG may skip it.
	Broad bool `json:"broad"`
	// LinkedChanges are fingerprints of changes of the report.
	LinkedChanges []string `json:"linkedChanges"`
	// machinery is set if one of the changes is the work of SIG API Machinery.
	machinery bool
	// Annotation is added by the author of the report.
	Annotation *Annotation `json:"annotation,omitempty"`
}

// Annotation is a text of the author of a report about an entry. The report marks it as such,
// because it is not from the release team.
type Annotation struct {
	// Text replaces the text of the entry, such as a translation.
	Text string `json:"text,omitempty"`
	// Remark is shown under the entry.
	Remark string `json:"remark,omitempty"`
}

// Unserved is an API change that an entry claims and the comparison does not show.
type Unserved struct {
	PR         int    `json:"pr"`
	Repository string `json:"repository,omitempty"`
	Release    string `json:"release"`
	// Claim is a text such as "adds storage.k8s.io/v2 Foo".
	Claim string `json:"claim"`
	// Why is a possible reason, such as "reverted by #109436" or "off by default".
	Why string `json:"why"`
	// RevertedBy is the pull request that reverted the entry; 0 for none.
	RevertedBy int `json:"revertedBy,omitzero"`
}

// NotesScope is the release notes that a report contains, and those that it lacks.
type NotesScope struct {
	// From is the version to upgrade from, exclusive; To is inclusive.
	From string `json:"from"`
	To   string `json:"to"`
	// Releases are the releases with notes, oldest first.
	Releases []string `json:"releases"`
	// Missing are the releases whose notes are not available.
	Missing []MissingNotes `json:"missing"`
	// Texts is set if the entries have texts. Otherwise NoTexts is the reason.
	Texts   bool   `json:"texts"`
	NoTexts string `json:"noTexts,omitempty"`
	// Had counts the entries left out because From already has them through a cherry-pick.
	Had int `json:"had"`
	// Filtered counts the entries left out by filters.
	Filtered int `json:"filtered"`
	// Unattributed counts the changes left out by a filter for SIGs because no entry tells their
	// SIG.
	Unattributed int `json:"unattributed"`
	// The filters.
	SIGs           []string `json:"sigs,omitempty"`
	Kinds          []string `json:"kinds,omitempty"`
	Areas          []string `json:"areas,omitempty"`
	Grep           string   `json:"grep,omitempty"`
	ActionRequired bool     `json:"actionRequired,omitzero"`
	MaxSIGs        int      `json:"maxSIGs,omitzero"`
	// APIDiff is the part of the API changes that a report about the notes of some SIGs shows:
	// "all", those of the "sig", or "none". If it is empty, a short diff is shown completely, and a
	// long one for the SIGs only.
	APIDiff string `json:"apiDiff,omitempty"`
	// GroupBy is "kind" (the sections), "sig" or "release".
	GroupBy string `json:"groupBy,omitempty"`
	// WithNotes is set if a report about the API prints the entries after it.
	WithNotes bool `json:"withNotes"`
	// Warnings are sentences, such as "2 of 317 entries name a SIG …".
	Warnings []string `json:"warnings"`
}

// MissingNotes are release notes that are not available.
type MissingNotes struct {
	Release string `json:"release"`
	Reason  string `json:"reason"`
}

// notes is the scope of the notes, empty in a report without notes.
func (r *Report) notes() *NotesScope { return cmp.Or(r.NotesScope, &NotesScope{}) }

func (r *Report) hasNotes() bool { return len(r.notes().Releases) > 0 }

var enhancementFolder = lazy.Regexp(`keps/sig-([a-z-]+)/`)

// enhancementSIGs returns the SIGs in whose folders the enhancements of an entry are, if the entry
// has their labels. They are the SIGs that lead the enhancement.
func enhancementSIGs(n *changelog.Note) (sigs []string) {
	for _, d := range n.Documentation {
		if m := enhancementFolder().FindStringSubmatch(d.URL); m != nil && slices.Contains(n.SIGs, m[1]) {
			sigs = slice.Add(sigs, m[1])
		}
	}
	return sigs
}
