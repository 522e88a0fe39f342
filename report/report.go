package report

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/language"
)

// APIVersion and Kind name the contract.
const (
	APIVersion = envelope.APIVersion
	Kind       = "Report"
)

// Subject is what a report is about first.
type Subject string

// The subjects. A report about the API has the notes as annotations, and after
// it where they were asked for; one about the notes has them in full.
const (
	SubjectAPI   Subject = "api"
	SubjectNotes Subject = "notes"
)

// Report is what `kubedelta diff` and `kubedelta changelog` found, as -o json
// writes it.
type Report struct {
	envelope.Envelope `json:",inline"`
	Subject           Subject `json:"subject"`
	// Language of the fixed text that other formats print: "en", "ja".
	Language string `json:"language"`
	Old      Side   `json:"old"`
	New      Side   `json:"new"`
	// IncludeDisabled: the report speaks of all that the releases have, not of
	// what a default server serves.
	IncludeDisabled bool `json:"includeDisabled"`
	// LeftOut counts the changes of APIs that no default server serves, which
	// --include-disabled would show. Filtered counts those that filters hid.
	LeftOut int `json:"leftOut"`
	// Reworded counts the descriptions that read otherwise; Descriptions tells
	// whether the changes list them.
	Reworded     int  `json:"reworded"`
	Descriptions bool `json:"descriptions"`
	Filtered     int  `json:"filtered"`
	// Severities are the rules whose changes have a severity that the user set.
	Severities []envelope.Level `json:"severities,omitempty"`
	// Uses is set where the report was narrowed to what somebody uses.
	Uses    *Uses   `json:"uses,omitempty"`
	Summary Summary `json:"summary"`
	// Changes, strongest first, in a total order.
	Changes []Change `json:"changes"`
	// Waived are the changes that the file of waivers covers; they do not count.
	Waived []Waived `json:"waived"`
	// Warnings tell of waivers that ended or cover nothing.
	Warnings    []string           `json:"warnings"`
	NotCompared []diff.NotCompared `json:"notCompared"`
	// NotesScope says which notes were joined; nil where the range has none
	// (custom resources, a downgrade) or they were not asked for.
	NotesScope *NotesScope `json:"notesScope,omitempty"`
	// Notes are the entries: of SubjectNotes, and with --with-notes, all that the
	// filters let through; else those that changes are linked to.
	Notes []Note `json:"notes"`
	// Unserved are the API changes that entries claim and the comparison does not
	// show.
	Unserved   []Unserved           `json:"claimedButNotServed"`
	Prose      []changelog.Prose    `json:"prose,omitempty"`
	Advisories []changelog.Advisory `json:"advisories,omitempty"`
	// Highlights is the release in short; only in reports about the notes of a
	// release without a filter.
	Highlights *Highlights `json:"glance,omitempty"`
}

// What changes share with the reports of other commands.
type (
	// Tool names the program that made the report.
	Tool = envelope.Tool
	// Side is one of the two surfaces.
	Side envelope.Side
	// Incomplete is a group-version that could not be read.
	Incomplete = envelope.Incomplete
)

// Summary counts the changes.
type Summary struct {
	BySeverity map[rule.Severity]int `json:"bySeverity"`
	ByRule     map[string]int        `json:"byRule"`
	BySIG      map[string]int        `json:"bySIG"`
}

// Change is a change with what the release notes say of it.
type Change struct {
	rule.Change `json:",inline"`
	// SIGs are those of the notes behind the change.
	SIGs []string `json:"sigs"`
	// Notes, best first; empty where no release note was found.
	Notes []NoteLink `json:"notes"`
}

// Complete reports whether everything that was asked for could be read.
func (r *Report) Complete() bool { return len(r.unread()) == 0 }

// unreadPart is a part of a side that could not be read.
type unreadPart struct {
	Incomplete
	// which is the key of the name of the side, side its reference.
	which language.Key
	side  string
}

func (r *Report) unread() (list []unreadPart) {
	for _, i := range r.Old.Incomplete {
		list = append(list, unreadPart{i, "side-old", r.Old.Name})
	}
	for _, i := range r.New.Incomplete {
		list = append(list, unreadPart{i, "side-new", r.New.Name})
	}
	return list
}
