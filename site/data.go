package site

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// header begins the JSON of a page.
type header struct {
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind,omitempty"`
}

// list is the JSON of a page with links to others.
type list[T any] struct {
	header `json:",inline"`
	Items  []T `json:"items"`
}

func listOf[T any](kind string, items ...T) list[T] {
	return list[T]{header{report.APIVersion, kind}, items}
}

// releaseData is a release, in the list of releases and as the JSON of its own page. Only the
// latter has SIGs.
type releaseData struct {
	header     `json:",inline"`
	Release    discovery.Release     `json:"release"`
	Previous   discovery.Release     `json:"previous"`
	Released   string                `json:"released,omitempty"`
	BySeverity map[rule.Severity]int `json:"bySeverity"`
	Entries    int                   `json:"entries"`
	Page       string                `json:"page"`
	SIGs       []sigEntries          `json:"sigs,omitempty"`
}

// sigEntries is the number of notes of a SIG in a release.
type sigEntries struct {
	SIG     string `json:"sig"`
	Release string `json:"release"`
	Entries int    `json:"entries"`
	Page    string `json:"page"`
}

// kindItem is a resource in the list of resources.
type kindItem struct {
	discovery.ResourceLifecycle `json:",inline"`
	Page                        string `json:"page"`
}

type gateItem struct {
	Name      string `json:"name"`
	gateState `json:",inline"`
	Page      string `json:"page"`
}

type sigItem struct {
	SIG  string `json:"sig"`
	Page string `json:"page"`
}

// aboutData is what the site was made from, and what is not known.
type aboutData struct {
	header    `json:",inline"`
	Tool      envelope.Tool `json:"tool"`
	DataSet   string        `json:"dataSet"`
	DatesAsOf string        `json:"datesAsOf"`
	Releases  history.Span  `json:"releases"`
	Fields    history.Span  `json:"fields"`
	Gates     history.Span  `json:"gates"`
	Missing   []string      `json:"missingNotes"`
	Gaps      []history.Gap `json:"notCompared"`
}

func address(at string) string { return at + ".html" }

func (v *view) releaseData(s *step, api *report.Report) releaseData {
	return releaseData{
		Release: s.release, Previous: s.old.Release, Released: v.Dates[s.release], BySeverity: api.Summary.BySeverity,
		Entries: len(s.joined.Notes), Page: address(releasePage(s.release)),
	}
}

func (v *view) sigEntries(s *step, sig string) sigEntries {
	return sigEntries{sig, s.release.String(), entriesOf(s, sig), address(sigNotesPage(s.release, sig))}
}

func (v *view) aboutData() aboutData {
	data := aboutData{
		header: header{report.APIVersion, "About"}, Tool: v.Tool, DataSet: v.Set, DatesAsOf: v.AsOf, Releases: history.Span{First: v.oldest(), Last: v.last()},
		Fields: history.Span{First: v.Types.First, Last: v.Types.Last}, Gates: history.Span{First: v.Gates.Oldest, Last: v.Gates.Newest},
	}
	for _, s := range v.steps {
		for _, m := range s.joined.Scope.Missing {
			data.Missing = append(data.Missing, m.Release)
		}
		for _, n := range s.result.NotCompared {
			data.Gaps = append(data.Gaps, history.Gap{Release: s.release, What: n.What, Why: n.Why})
		}
	}
	return data
}
