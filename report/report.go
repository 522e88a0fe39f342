package report

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/language"
)

// APIVersion and Kind name the contract.
const (
	APIVersion = envelope.APIVersion
	Kind       = "Report"
)

// Subject is the main subject of a report.
type Subject string

// The subjects. A report about the API has the notes as annotations, and in full after it if they
// are requested. A report about the notes has them in full.
const (
	SubjectAPI   Subject = "api"
	SubjectNotes Subject = "notes"
)

// Report is the result of `kubedelta diff` and `kubedelta changelog`, as -o json writes it.
type Report struct {
	envelope.Envelope `json:",inline"`
	Subject           Subject `json:"subject"`
	// Language is the language of the fixed texts of other formats: "en", "ja".
	Language string `json:"language"`
	Old      Side   `json:"old"`
	New      Side   `json:"new"`
	// IncludeDisabled is set if the report covers all APIs of the releases, not only those that a
	// server serves by default.
	IncludeDisabled bool `json:"includeDisabled"`
	// LeftOut counts the changes of APIs that no server serves by default; --include-disabled shows
	// them. Filtered counts the changes left out by filters.
	LeftOut int `json:"leftOut"`
	// Reworded counts the descriptions that changed. Descriptions is set if the changes contain
	// them.
	Reworded     int  `json:"reworded"`
	Descriptions bool `json:"descriptions"`
	Filtered     int  `json:"filtered"`
	// Severities are the rules whose severity the user set.
	Severities []envelope.Level `json:"severities,omitempty"`
	// Uses is set if the report is limited to what given objects use.
	Uses    *Uses   `json:"uses,omitempty"`
	Summary Summary `json:"summary"`
	// Changes are in a total order, the most severe first.
	Changes []Change `json:"changes"`
	// Waived are the changes that waivers cover. They do not count.
	Waived []Waived `json:"waived"`
	// Warnings are about waivers that expired or match nothing.
	Warnings    []string           `json:"warnings"`
	NotCompared []diff.NotCompared `json:"notCompared"`
	// NotesScope is nil if the range has no notes (custom resources, a downgrade), or if they were
	// not requested.
	NotesScope *NotesScope `json:"notesScope,omitempty"`
	// Notes are the entries: all that the filters select in a report about notes or with
	// --with-notes, otherwise those that changes are linked to.
	Notes []Note `json:"notes"`
	// Unserved are API changes that entries claim and the comparison does not show.
	Unserved   []Unserved           `json:"claimedButNotServed"`
	Prose      []changelog.Prose    `json:"prose,omitempty"`
	Advisories []changelog.Advisory `json:"advisories,omitempty"`
	// Highlights is set in reports about the notes of one release without a filter.
	Highlights *Highlights `json:"glance,omitempty"`
}

// Side is one of the two compared surfaces.
type Side envelope.Side

// Summary counts the changes.
type Summary struct {
	BySeverity map[rule.Severity]int `json:"bySeverity"`
	ByRule     map[string]int        `json:"byRule"`
	BySIG      map[string]int        `json:"bySIG"`
}

// Change is a change with its release notes.
type Change struct {
	rule.Change `json:",inline"`
	// SIGs are the SIGs of the notes.
	SIGs []string `json:"sigs"`
	// Notes are the best first; empty if no release note was found.
	Notes []NoteLink `json:"notes"`
	// labels are SIGs and the other SIG labels of the notes, for filters.
	labels []string
}

// Complete reports whether everything that was requested could be read.
func (r *Report) Complete() bool { return len(r.unread()) == 0 }

// unreadPart is a part of a side that could not be read.
type unreadPart struct {
	envelope.Incomplete
	// which is the key of the text for the side; side is its reference.
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

func (r *Report) limit() rule.Severity { return r.Gate.Limit(envelope.Never) }

// Ends returns the exit code of a report, and the reason. Changes take precedence over what could
// not be read, because they are certain.
func (r *Report) Ends() (code int, why string) {
	n := 0
	for i := range r.Changes {
		if envelope.Crosses(r.Changes[i].Severity, r.limit()) {
			n++
		}
	}
	if n > 0 {
		return envelope.CodeFindings, fmt.Sprintf("%s at or above %s", rule.Count(n, "finding"), r.limit())
	}
	if r.Gate != nil && r.Gate.AllowIncomplete {
		return envelope.CodePass, ""
	}
	if r.Subject == SubjectNotes && len(r.notes().Missing) > 0 {
		releases := slice.Map(r.NotesScope.Missing, func(m MissingNotes) string { return m.Release })
		return envelope.CodeIncomplete, fmt.Sprintf("the notes of %s are missing, so the result is incomplete: add them with --notes-from, or use --allow-incomplete", strings.Join(releases, ", "))
	}
	if unread := len(r.unread()); unread > 0 {
		return envelope.CodeIncomplete, fmt.Sprintf("%s could not be read, so the result is incomplete; see \"Could not be read\" in the report, or use --allow-incomplete", rule.Count(unread, "part"))
	}
	return envelope.CodePass, ""
}
