package findings

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// The limits of a file for GitHub's code scanning.
const (
	maxResults = budget.SARIFResults
	maxGzip    = budget.SARIFGzipBytes
)

// SARIF writes the report as SARIF 2.1.0. If code scanning would reject the file, the least severe
// results are left out, and a notification counts them.
func SARIF(w io.Writer, r *Report, o format.Options) error {
	s := newSARIF(r.rooted(), o)
	n := min(len(s.results), maxResults)
	for n > 0 && !s.fits(n) {
		n /= 2
	}
	return format.WriteJSON(w, s.log(n))
}

// fits reports whether the file with the first n results is small enough. To measure it, the file is
// written and discarded, because keeping 8 MB would be most of the memory of a scan.
func (s *sarif) fits(n int) bool {
	var plain counter
	if err := format.WriteJSON(&plain, s.log(n)); err != nil {
		return true // the final write returns the error
	}
	if plain <= maxGzip {
		return true
	}
	var packed counter
	z := gzip.NewWriter(&packed)
	if err := format.WriteJSON(z, s.log(n)); err != nil {
		return true
	}
	return z.Close() == nil && packed <= maxGzip
}

// counter counts the bytes that are written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// sarif is a report during the conversion to SARIF.
type sarif struct {
	r     *Report
	rules []sarifRule
	index map[string]int
	// results are sorted: the most severe findings first, known and waived ones last, so that the
	// least important are left out.
	results []decided
}

func newSARIF(r *Report, o format.Options) *sarif {
	s := &sarif{r: r, index: map[string]int{}}
	for _, one := range o.Rules {
		s.addRule(one)
	}
	s.results = r.decided()
	// Rules come before results, so rules without a description are added first.
	for i := range s.results {
		s.ruleIndex(s.results[i].Finding)
	}
	order.Stably(s.results[:len(r.Findings)], func(a, b decided) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	return s
}

func level(s rule.Severity) string {
	return cmp.Or(map[rule.Severity]string{rule.Breaking: "error", rule.Risky: "warning", rule.Deprecation: "warning"}[s], "note")
}

// ruleIndex is the index of a rule. A rule without a description is added.
func (s *sarif) ruleIndex(f *finding.Finding) int {
	if _, known := s.index[f.Rule]; !known {
		s.addRule(rule.Rule{ID: f.Rule, Title: f.Rule, Severity: f.Severity})
	}
	return s.index[f.Rule]
}

func (s *sarif) addRule(r rule.Rule) {
	if _, known := s.index[r.ID]; known {
		return
	}
	s.index[r.ID] = len(s.rules)
	doc := cmp.Or(r.Doc, r.Title)
	// GitHub shows 1,024 characters of a description. The help has the complete text.
	first, _, _ := strings.Cut(doc, "\n\n")
	s.rules = append(s.rules, sarifRule{
		ID: r.ID, ShortDescription: sarifText{Text: cmp.Or(r.Title, r.ID)}, FullDescription: sarifText{Text: escape.Short(cmp.Or(first, r.ID), 1000)},
		Help:    sarifText{Text: cmp.Or(doc, r.ID), Markdown: cmp.Or(doc, r.ID)},
		HelpURI: r.HelpURI, Default: &sarifDefault{Level: level(r.Severity)},
		Properties: &sarifRuleProperties{Tags: []string{"kubernetes", string(r.Severity)}},
	})
}

func (s *sarif) result(from decided) sarifResult {
	f := from.Finding
	text := told(f)
	if f.Guess {
		text += " (" + guess + ")"
	}
	text += phrase.With(" (", origin(f), ")")
	for _, step := range f.Migration {
		text += "\n→ " + step
	}
	result := sarifResult{
		RuleID: f.Rule, RuleIndex: s.ruleIndex(f), Level: level(f.Severity), Message: message(text),
		Locations:           locations(f),
		PartialFingerprints: map[string]string{"kubedelta/v1": f.Fingerprint},
		BaselineState:       s.state(from.status),
		Properties: sarifProperties{
			Severity: string(f.Severity), Document: f.Document, APIVersion: f.APIVersion, Kind: f.Kind, Namespace: f.Namespace, Name: f.Name, Field: f.Field,
			Deprecated: f.Deprecated.String(), Removed: f.Removed.String(), Replacement: instead(f),
		},
	}
	if w := from.waived; w != nil {
		kind := "external"
		if w.By == finding.InManifest {
			kind = "inSource"
		}
		result.Suppressions = []sarifSuppression{{Kind: kind, Justification: escape.Lines(Until(w))}}
	}
	return result
}

// state is the SARIF baseline state of a finding; "" without a baseline.
func (s *sarif) state(status string) string {
	switch {
	case status == "known":
		return "unchanged"
	case status == "found" && s.r.Baseline != nil:
		return "new"
	default:
		return ""
	}
}

func (s *sarif) log(n int) sarifLog[sarifResults] {
	return sarifLog[sarifResults]{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun[sarifResults]{{
			Tool: sarifTool{Driver: sarifDriver{
				Name: cmp.Or(s.r.Tool.Name, "kubedelta"), Version: s.r.Tool.Version, InformationURI: "https://github.com/kubedelta/kubedelta",
				Rules: s.rules, Notifications: []sarifRule{
					{ID: "unreadable", ShortDescription: sarifText{Text: "Something could not be read"}},
					{ID: "waiver", ShortDescription: sarifText{Text: "A waiver that has expired or matches nothing"}},
					{ID: "left-out", ShortDescription: sarifText{Text: "Results that were left out of this file"}},
				},
			}},
			Invocations:        []sarifInvocation{s.invocation(len(s.results) - n)},
			OriginalURIBaseIDs: map[string]sarifArtifact{baseID: {Description: sarifText{Text: "The folder in which kubedelta was run."}}},
			ColumnKind:         "unicodeCodePoints",
			Results:            sarifResults{s, n},
		}},
	}
}

// MarshalJSONTo writes the results one by one, because there can be many thousands.
func (r sarifResults) MarshalJSONTo(to *jsontext.Encoder) error {
	if err := to.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for _, from := range r.of.results[:r.n] {
		if err := json.MarshalEncode(to, r.of.result(from)); err != nil {
			return err
		}
	}
	return to.WriteToken(jsontext.EndArray)
}

// invocation describes the run: what was read, what could not be, and what the file leaves out.
func (s *sarif) invocation(leftOut int) sarifInvocation {
	i := sarifInvocation{ExecutionSuccessful: s.r.Complete(), Properties: sarifAccount{Verdict: s.r.verdict(), Account: s.r.account()}}
	for _, u := range s.r.unread() {
		i.Notifications = append(i.Notifications, sarifNotification{
			Level: "error", Descriptor: sarifReference{ID: "unreadable"}, Message: message(u.Place + " could not be read: " + u.Reason),
			Locations: locations(&finding.Finding{File: u.File, Line: u.Line}),
		})
	}
	for _, w := range s.r.Warnings {
		i.Notifications = append(i.Notifications, sarifNotification{Level: "warning", Descriptor: sarifReference{ID: "waiver"}, Message: message(warning(w))})
	}
	if leftOut > 0 {
		text := fmt.Sprintf("%s with the lowest severities left out, because GitHub accepts at most %d and 10 MB; -o json contains all", rule.Count(leftOut, "result"), maxResults)
		i.Notifications = append(i.Notifications, sarifNotification{Level: "warning", Descriptor: sarifReference{ID: "left-out"}, Message: message(text)})
	}
	return i
}
