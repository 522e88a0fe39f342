package findings

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// What GitHub's code scanning takes of one file; it refuses the whole file above.
const (
	maxResults = 25000
	maxGzip    = 10 << 20
)

// SARIF writes the report as SARIF 2.1.0. Where there is more than code scanning
// takes, the weakest results are left out and a notification says how many.
func SARIF(w io.Writer, r *Report, o Options) error {
	s := newSARIF(r, o)
	for n := min(len(s.results), maxResults); ; n /= 2 {
		var text bytes.Buffer
		if err := writeJSON(&text, s.log(n)); err != nil {
			return err
		}
		if n > 0 && !fitsGzip(text.Bytes()) {
			continue
		}
		_, err := w.Write(text.Bytes())
		return err
	}
}

// fitsGzip tells whether a text is small enough after compression.
func fitsGzip(text []byte) bool {
	if len(text) <= maxGzip {
		return true
	}
	var size counter
	z := gzip.NewWriter(&size)
	if _, err := z.Write(text); err != nil {
		return false
	}
	return z.Close() == nil && size <= maxGzip
}

// counter counts the bytes that are written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// sarif is a report on its way to SARIF.
type sarif struct {
	r     *Report
	rules []sarifRule
	index map[string]int
	// results, strongest first, those that do not count last: so what is left out
	// is what matters least.
	results []sarifResult
}

func newSARIF(r *Report, o Options) *sarif {
	s := &sarif{r: r, rules: []sarifRule{}, index: map[string]int{}}
	for _, rule := range o.Rules {
		s.addRule(rule)
	}
	state := ""
	if r.Baseline != nil {
		state = "new"
	}
	for i := range r.Findings {
		s.results = append(s.results, s.result(&r.Findings[i], state))
	}
	slices.SortStableFunc(s.results, func(a, b sarifResult) int { return cmp.Compare(a.rank, b.rank) })
	for i := range r.Known {
		s.results = append(s.results, s.result(&r.Known[i], "unchanged"))
	}
	for i := range r.Waived {
		result := s.result(&r.Waived[i].Finding, "")
		result.Suppressions = []sarifSuppression{suppression(&r.Waived[i])}
		s.results = append(s.results, result)
	}
	return s
}

// suppression tells where a waiver stands: in the file itself, or beside it.
func suppression(w *finding.Waived) sarifSuppression {
	s := sarifSuppression{Kind: "external", Justification: escape.Lines(until(w))}
	if w.By == finding.InManifest {
		s.Kind = "inSource"
	}
	return s
}

// level is what SARIF calls a severity.
func level(s rule.Severity) string {
	switch s {
	case rule.Breaking:
		return "error"
	case rule.Risky, rule.Deprecation:
		return "warning"
	default:
		return "note"
	}
}

// ruleIndex is the place of a rule; one that nobody described is added.
func (s *sarif) ruleIndex(f *finding.Finding) int {
	if _, known := s.index[f.Rule]; !known {
		s.addRule(Rule{ID: f.Rule, Title: f.Rule, Severity: f.Severity})
	}
	return s.index[f.Rule]
}

func (s *sarif) addRule(r Rule) {
	if _, known := s.index[r.ID]; known {
		return
	}
	s.index[r.ID] = len(s.rules)
	doc := cmp.Or(r.Doc, r.Title)
	// GitHub shows 1,024 characters of a description; the help has the whole page.
	first, _, _ := strings.Cut(doc, "\n\n")
	s.rules = append(s.rules, sarifRule{
		ID: r.ID, ShortDescription: sarifText{Text: cmp.Or(r.Title, r.ID)}, FullDescription: sarifText{Text: escape.Short(cmp.Or(first, r.ID), 1000)},
		Help:    sarifHelp{Text: cmp.Or(doc, r.ID), Markdown: cmp.Or(doc, r.ID)},
		HelpURI: r.HelpURI, Default: sarifDefault{Level: level(r.Severity)},
		Properties: sarifRuleProperties{Tags: []string{"kubernetes", string(r.Severity)}},
	})
}

func (s *sarif) result(f *finding.Finding, state string) sarifResult {
	text := f.Message
	if o := object(f); o != "" {
		text = o + ": " + text
	}
	if f.Guess {
		text += " (a guess: the object was not seen whole)"
	}
	if o := origin(f); o != "" {
		text += " (" + o + ")"
	}
	for _, step := range f.Remedy {
		text += "\n→ " + step
	}
	return sarifResult{
		RuleID: f.Rule, RuleIndex: s.ruleIndex(f), Level: level(f.Severity), Message: message(text),
		Locations:           locations(f),
		PartialFingerprints: map[string]string{"kubedelta/v1": f.Fingerprint},
		BaselineState:       state,
		Properties:          resultProperties(f),
		rank:                f.Severity.Rank(),
	}
}

// log is the file with the first n results.
func (s *sarif) log(n int) sarifLog {
	results := append([]sarifResult{}, s.results[:n]...)
	return sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{Driver: sarifDriver{
				Name: cmp.Or(s.r.Tool.Name, "kubedelta"), Version: s.r.Tool.Version, InformationURI: "https://github.com/kubedelta/kubedelta",
				Rules: s.rules, Notifications: notificationRules(),
			}},
			Invocations:        []sarifInvocation{s.invocation(len(s.results) - n)},
			OriginalURIBaseIDs: map[string]sarifBase{baseID: {Description: sarifText{Text: "The folder that kubedelta was run in."}}},
			ColumnKind:         "unicodeCodePoints",
			Results:            results,
		}},
	}
}

// invocation tells how the run went: what was read, what could not be, and what
// was left out of this file.
func (s *sarif) invocation(shed int) sarifInvocation {
	i := sarifInvocation{ExecutionSuccessful: s.r.Complete(), Properties: sarifAccount{Verdict: s.r.verdict(), Account: s.r.account()}}
	for _, u := range s.r.unread() {
		n := sarifNotification{Level: "error", Descriptor: sarifReference{ID: "unreadable"}, Message: message(u.Place + " could not be read: " + u.Reason)}
		n.Locations = locations(&finding.Finding{File: u.File, Line: u.Line})
		i.Notifications = append(i.Notifications, n)
	}
	for _, w := range s.r.Warnings {
		i.Notifications = append(i.Notifications, sarifNotification{Level: "warning", Descriptor: sarifReference{ID: "waiver"}, Message: message(warning(w))})
	}
	if shed > 0 {
		text := fmt.Sprintf("%s left out, the weakest, because GitHub takes no more than %d and 10 MB; -o json has all", count(shed, "result"), maxResults)
		i.Notifications = append(i.Notifications, sarifNotification{Level: "warning", Descriptor: sarifReference{ID: "left-out"}, Message: message(text)})
	}
	return i
}

func notificationRules() []sarifNotificationRule {
	return []sarifNotificationRule{
		{ID: "unreadable", ShortDescription: sarifText{Text: "Something that should have been read could not be"}},
		{ID: "waiver", ShortDescription: sarifText{Text: "A waiver that does not count, or covers nothing"}},
		{ID: "left-out", ShortDescription: sarifText{Text: "Results that had no place in this file"}},
	}
}
