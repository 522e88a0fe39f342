package findings

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func reportOf(severities ...rule.Severity) *Report {
	r := clean()
	for i, s := range severities {
		r.Findings = append(r.Findings, finding.Finding{Rule: "r", Severity: s, File: "f", Line: i + 1, Fingerprint: fmt.Sprintf("%012d", i)})
	}
	r.Arrange()
	return r
}

func unreadable(r *Report) *Report {
	r.Account.Unreadable = []finding.Unreadable{{File: "bad", Reason: "bad"}}
	return r
}

func TestVerdict(t *testing.T) {
	waived := reportOf()
	waived.Waived = []finding.Waived{{Finding: removedIngress()}}
	waived.Known = []finding.Finding{removedIngress()}
	target, from := reportOf(), reportOf()
	target.Target.Incomplete = []envelope.Incomplete{{GroupVersion: "v1"}}
	from.From = &envelope.Side{Incomplete: []envelope.Incomplete{{GroupVersion: "v1"}}}
	for _, c := range []struct {
		name   string
		r      *Report
		failOn rule.Severity
		allow  bool
		want   int
	}{
		{"clean", reportOf(), rule.Info, false, 0},
		{"at the limit", reportOf(rule.Breaking), rule.Breaking, false, 3},
		{"above the limit", reportOf(rule.Info, rule.Breaking), rule.Deprecation, false, 3},
		{"below the limit", reportOf(rule.Deprecation, rule.Risky), rule.Breaking, false, 0},
		{"never", reportOf(rule.Breaking), envelope.Never, false, 0},
		{"no limit is breaking", reportOf(rule.Breaking), "", false, 3},
		{"no such limit", reportOf(rule.Breaking), "fatal", false, 0},
		{"unreadable", unreadable(reportOf()), rule.Breaking, false, 4},
		{"unreadable is allowed", unreadable(reportOf()), rule.Breaking, true, 0},
		{"unreadable, and a finding crosses", unreadable(reportOf(rule.Breaking)), rule.Breaking, false, 3},
		{"unreadable, and none crosses", unreadable(reportOf(rule.Risky)), rule.Breaking, false, 4},
		{"unreadable with never", unreadable(reportOf(rule.Breaking)), envelope.Never, false, 4},
		{"allowed, and a finding crosses", unreadable(reportOf(rule.Breaking)), rule.Breaking, true, 3},
		{"waived and known", waived, rule.Info, false, 0},
		{"part of the target", target, rule.Info, false, 4},
		{"part of what one comes from", from, rule.Info, false, 4},
	} {
		c.r.Gate = &envelope.Gate{FailOn: c.failOn, AllowIncomplete: c.allow}
		if got, why := c.r.Ends(); got != c.want || (why == "") != (got == 0) {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
}

func prints(list []finding.Finding) (out []string) {
	for _, f := range list {
		out = append(out, f.Fingerprint)
	}
	return out
}

func with(files ...string) *Report {
	r := clean()
	for i, name := range files {
		file, print, _ := strings.Cut(name, "#")
		r.Findings = append(r.Findings, finding.Finding{Rule: "r", Severity: rule.Breaking, File: file, Line: i + 1, Fingerprint: print})
	}
	r.Arrange()
	return r
}

func TestAgainst(t *testing.T) {
	baseline := with("a#1", "a#2", "b#3", "bad#4", "c#5", "c#6")
	baseline.Known, baseline.Findings = baseline.Findings[:1], baseline.Findings[1:]
	now := unreadable(with("a#1", "a#2", "a#2", "d#7"))
	now.Waived = []finding.Waived{{Finding: finding.Finding{Fingerprint: "6", File: "c", Severity: rule.Breaking}}}
	if err := Against(baseline, now, Coverage{}); err != nil {
		t.Fatal(err)
	}
	// 3 and 5 are gone; 4 is in a file that could not be read, 6 is waived.
	if diff := cmp.Diff(&Baseline{New: 2, Known: 2, Gone: 2}, now.Baseline); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"2", "7"}, prints(now.Findings)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"1", "2"}, prints(now.Known)); diff != "" {
		t.Error(diff)
	}
	if now.Summary.BySeverity[rule.Breaking] != 2 {
		t.Errorf("the summary is %v", now.Summary)
	}
}

// TestAgainstMoreSevere tests that a finding that is more severe than in the baseline is new.
func TestAgainstMoreSevere(t *testing.T) {
	for had, new := range map[rule.Severity]int{rule.Breaking: 0, rule.Risky: 0, rule.Info: 1} {
		baseline, now := with("a#1"), with("a#1")
		baseline.Findings[0].Severity, now.Findings[0].Severity = had, rule.Risky
		if err := Against(baseline, now, Coverage{}); err != nil || *now.Baseline != (Baseline{New: new, Known: 1 - new}) {
			t.Errorf("%s: %+v, %v", had, now.Baseline, err)
		}
	}
}

func TestAgainstRefuses(t *testing.T) {
	other, preflight := with("a#1"), with("a#1")
	other.Target = envelope.Side{Name: "1.34", Version: "v1.34.0"}
	preflight.Kind = KindPreflight
	for want, baseline := range map[string]*Report{
		"the baseline was created for v1.34.0, but this run is for v1.33.0: create a new baseline for v1.33.0": other,
		"the baseline is incomplete: 1 part could not be read":                                                 unreadable(with("a#1")),
		`the baseline is a report of kind "Preflight"`:                                                         preflight,
	} {
		now := with("a#1")
		if err := Against(baseline, now, Coverage{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("it says %v, not %s", err, want)
		}
		if len(now.Findings) != 1 || now.Baseline != nil {
			t.Error("a refused baseline changes the report")
		}
	}
	same := with("a#1")
	same.Target.Name = "v1.33"
	if err := Against(same, with("a#1"), Coverage{}); err != nil {
		t.Errorf("the same version by another name is refused: %v", err)
	}
}

func isOurs(rule string) bool { return rule != "group-version-removed" && rule != "no-such" }

func TestWaive(t *testing.T) {
	one := removedIngress()
	two := removedIngress()
	two.APIVersion, two.Kind = "policy/v1beta1", "PodSecurityPolicy"
	three := removedIngress()
	three.APIVersion, three.Kind = "v1", "Endpoints"
	four := removedIngress()
	four.Name = "kept"
	for _, f := range []*finding.Finding{&one, &two, &three, &four} {
		f.Seal()
	}
	r := clean()
	r.Findings = []finding.Finding{one, two, three, four}
	r.Waive([]decision.Waiver{
		{Fingerprint: one.Fingerprint, Reason: "a", Expires: "2027-01-01"},
		{Rule: "resource-removed", Resource: "policy/v1beta1/podsecuritypolicies", Reason: "b", Expires: "2027-01-01"},
		{Rule: "resource-removed", Resource: "v1/endpoints", Reason: "c", Expires: "2027-01-01"},
		{Fingerprint: four.Fingerprint, Reason: "d", Expires: "2026-12-30"},
		{Rule: "field-removed", Resource: "v1/pods", Reason: "e", Expires: "2027-01-01"},
		{Rule: "group-version-removed", Resource: "v1/pods", Reason: "of diff", Expires: "2027-01-01"},
		{Fingerprint: "ffffffffffff", Reason: "g", Expires: "2027-01-01"},
	}, "2026-12-31", Coverage{LooksFor: isOurs})
	if diff := cmp.Diff([]string{four.Fingerprint}, prints(r.Findings)); diff != "" {
		t.Error(diff)
	}
	var reasons, warnings []string
	for _, w := range r.Waived {
		reasons = append(reasons, w.Reason)
		if w.By != finding.InIgnoreFile || w.Expires != "2027-01-01" {
			t.Errorf("%+v", w)
		}
	}
	for _, w := range r.Warnings {
		warnings = append(warnings, w.Text)
	}
	if len(reasons) != 3 {
		t.Errorf("waived: %v", reasons)
	}
	if diff := cmp.Diff([]string{
		"the waiver of " + four.Fingerprint + " expired on 2026-12-30 and is not applied: fix the finding or renew the waiver",
		"the waiver of ffffffffffff matches no finding of this report: remove it, unless another run needs it",
		"the waiver of field-removed on v1/pods matches no finding of this report: remove it, unless another run needs it",
	}, sorted(warnings)); diff != "" {
		t.Error(diff)
	}
}

// TestWaiversOfOneFinding tests that the first of several waivers of one finding is applied, and that
// no warning says that the others match nothing.
func TestWaiversOfOneFinding(t *testing.T) {
	f := removedIngress()
	f.Seal()
	r := clean()
	r.Findings = []finding.Finding{f}
	warned := r.Waive([]decision.Waiver{
		{Fingerprint: f.Fingerprint, Reason: "a", Expires: "2027-01-01"},
		{Rule: f.Rule, Resource: f.APIVersion + "/ingresses", Reason: "b", Expires: "2027-01-01"},
	}, "2026-12-31", Coverage{})
	if len(r.Waived) != 1 || r.Waived[0].Reason != "a" || len(warned) > 0 {
		t.Errorf("waived %+v, warned %v", r.Waived, warned)
	}
}

func sorted(list []string) []string {
	// Arrange must have sorted them.
	for i := 1; i < len(list); i++ {
		if list[i] < list[i-1] {
			return append(list, "not in order")
		}
	}
	return list
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		name               string
		source             string
		column, end, first int
		want               string
	}{
		{"plain", "apiVersion: v1", 13, 15, 0, "apiVersion: [v1]"},
		{"a tab", "\tab: c", 2, 4, 0, "    [ab]: c"},
		{"a tab in the middle", "a\tb", 3, 4, 0, "a   [b]"},
		{"wide characters", "名前: x", 5, 6, 0, "名前: [x]"},
		{"a mark that stands on another", "e\u0301: x", 5, 6, 0, "e\u0301: [x]"},
		{"hidden characters", "\u202eab: c", 2, 4, 0, "[ab]: c"},
		{"an emoji", "🚀: x", 4, 5, 0, "🚀: [x]"},
		{"no end", "ab", 2, 0, 0, "a[b]"},
		{"behind the line", "ab", 3, 4, 0, "ab[ ]"},
		{"no column", "ab", 0, 0, 0, "ab"},
		{"a part of a line", "b: c", 103, 104, 100, "…b: [c]"},
		{"CRLF", "ab\r", 1, 3, 0, "[ab]"},
		{"a long line", long + "abc" + long, 301, 304, 0, "…" + strings.Repeat("x", 29) + "[abc]" + strings.Repeat("x", 26) + "…"},
		{"a long value", "a: " + long, 4, 304, 0, "a: [" + strings.Repeat("x", 56) + "…]"},
		{"no UTF-8", "\xff: x", 4, 5, 0, "\uFFFD: [x]"},
	} {
		f := finding.Finding{Line: 1, Column: c.column, EndColumn: c.end, SourceColumn: c.first, Source: c.source}
		e := excerptOf(&f, 60)
		if e == nil {
			t.Errorf("%s: none", c.name)
			continue
		}
		got := e.Before
		if e.At != "" {
			got += "[" + e.At + "]"
		}
		if got += e.Behind; got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
		if n := layout.Columns(e.Before + e.At + e.Behind); n > 60 {
			t.Errorf("%s: %d columns", c.name, n)
		}
	}
	for name, f := range map[string]finding.Finding{
		"no source":       {Line: 1, Column: 1},
		"no line":         {Column: 1, Source: "a"},
		"far behind":      {Line: 1, Column: 9, Source: "a"},
		"far away":        {Line: 1, Column: 1 << 30, Source: "a"},
		"before the part": {Line: 1, Column: 2, SourceColumn: 9, Source: "a"},
	} {
		if e := excerptOf(&f, 60); e != nil {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// TestManyOnOneLine tests that the time for many findings in one long line is linear in their
// number.
func TestManyOnOneLine(t *testing.T) {
	for _, format := range []string{"text", "markdown", "html", "sarif", "github", "csv", "junit"} {
		growth.Linear(t, format, 4_000, func(n int) func() {
			line := strings.Repeat("a", 500*n)
			r := clean()
			for i := range n {
				r.Findings = append(r.Findings, finding.Finding{Rule: "r", Severity: rule.Breaking, File: "f", Line: 1, Column: i*500 + 1, EndColumn: i*500 + 9, Source: line, Message: "m"})
			}
			return func() {
				if n := len(render(t, format, r, Options{})); n > 20_000_000 {
					t.Errorf("%s has %d bytes", format, n)
				}
			}
		})
	}
}

// TestSilenceIsNotClean tests that a run that checked nothing, or not everything, says so.
func TestSilenceIsNotClean(t *testing.T) {
	nothing, foreign := clean(), clean()
	nothing.Account = finding.Account{Files: 3, Other: 3}
	foreign.Account.NotChecked = map[string]int{"x.io/v1 X": 1}
	for want, r := range map[string]*Report{
		"No findings": clean(),
		"Nothing was checked: no API object was read":                      nothing,
		"Nothing was checked: the target has no data about the kinds that": foreign,
		"No findings in what could be read; 1 part could not be read":      unreadable(clean()),
		"1 breaking in 1 file; 1 part could not be read":                   unreadable(reportOf(rule.Breaking)),
		"1 breaking, 1 risky, 1 deprecation, 1 unknown, 2 info in 1 file":  reportOf(rule.Info, rule.Info, rule.Unknown, rule.Deprecation, rule.Risky, rule.Breaking),
	} {
		for _, format := range []string{"text", "markdown", "html", "junit", "sarif"} {
			if format == "html" && len(r.Findings) > 0 {
				continue // its counts have colours
			}
			if text := string(render(t, format, r, Options{})); !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", format, want)
			}
		}
	}
}

func TestAnnotationsAreBounded(t *testing.T) {
	var all []rule.Severity
	for range 15 {
		all = append(all, rule.Info, rule.Deprecation, rule.Breaking, rule.Risky)
	}
	text := string(render(t, "github", reportOf(all...), Options{}))
	for _, kind := range []string{"error", "warning", "notice"} {
		if n := strings.Count("\n"+text, "\n::"+kind+" "); n != 10 {
			t.Errorf("%d annotations of type %s", n, kind)
		}
	}
	if strings.Contains(text, "deprecation") && strings.Contains(text, "title=deprecation") {
		t.Error("a weak warning has the place of a strong one")
	}
	for _, want := range []string{"and 5 more errors", "and 20 more warnings", "and 6 more notices"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q", want)
		}
	}
}

func TestMarkdownLimit(t *testing.T) {
	var all []rule.Severity
	for range 2000 {
		all = append(all, rule.Deprecation)
	}
	r := reportOf(append(all, rule.Breaking)...)
	text := string(render(t, "markdown", r, Options{Limit: 10_000}))
	if len(text) > 10_000 || len(text) < 9000 {
		t.Errorf("%d bytes", len(text))
	}
	for _, want := range []string{"## Breaking: 1", "## What was read", "lines left out to fit the size limit"} {
		if !strings.Contains(text, want) {
			t.Errorf("it has no %q", want)
		}
	}
	if whole := string(render(t, "markdown", r, Options{})); strings.Contains(whole, "to fit the size limit") || strings.Count(whole, "\n| ") < 2000 {
		t.Error("without a limit something is left out")
	}
}

func TestReadJSONRefuses(t *testing.T) {
	good := string(render(t, "json", sample(), Options{}))
	for name, c := range map[string]struct{ text, want string }{
		"nothing":        {"", "not a report of kubedelta scan: "},
		"another report": {`{"apiVersion":"kubedelta.dev/v1","kind":"Report"}`, "not a report of kubedelta scan: expected"},
		"half a report":  {`{"apiVersion":"kubedelta.dev/v1","kind":"Scan"}`, "not a complete report of kubedelta scan: "},
		"a severity":     {strings.ReplaceAll(good, `"severity": "breaking"`, `"severity": "fatal"`), `this version of kubedelta cannot read the report: unknown severity "fatal"`},
		"a gate":         {strings.Replace(good, `"tool":`, `"gate": {"failOn": "not-ready"}, "tool":`, 1), `this version of kubedelta cannot read the report: unknown severity "not-ready" in its gate`},
		"a version":      {strings.Replace(good, "kubedelta.dev/v1", "kubedelta.dev/v2", 1), "not a report of kubedelta scan: expected"},
	} {
		if _, err := ReadJSON(strings.NewReader(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadJSON(strings.NewReader(strings.Replace(good, `"kind": "Scan",`, `"kind": "Scan", "later": 1,`, 1))); err != nil {
		t.Errorf("a field of a later version: %v", err)
	}
}

// TestOrder tests that the order of the input does not matter.
func TestOrder(t *testing.T) {
	a, b := sample(), sample()
	for i, j := 0, len(b.Findings)-1; i < j; i, j = i+1, j-1 {
		b.Findings[i], b.Findings[j] = b.Findings[j], b.Findings[i]
	}
	b.Arrange()
	for _, format := range formats() {
		if !bytes.Equal(render(t, format, a, Options{}), render(t, format, b, Options{})) {
			t.Errorf("%s depends on the order of the findings", format)
		}
	}
}

// TestJoinScope tests that a joined report has the gaps of all its parts.
func TestJoinScope(t *testing.T) {
	gap := envelope.Incomplete{GroupVersion: "apps/v1", Reason: "forbidden"}
	whole, part := clean(), clean()
	part.Target.Incomplete, part.Target.Name = []envelope.Incomplete{gap}, "other"
	whole.From, part.From = &envelope.Side{Name: "now"}, &envelope.Side{Name: "now", Incomplete: []envelope.Incomplete{gap}}
	part.Filters, part.Filtered, part.ChangedSince = []string{"kind Pod"}, 2, &ChangedSince{Revision: "main"}
	part.Severities = []envelope.Level{{Rule: "r", Severity: rule.None, Findings: 1}}
	joined, err := Join(envelope.Tool{}, []Part{{Name: "a", Report: whole}, {Name: "b", Report: part}})
	if err != nil {
		t.Fatal(err)
	}
	if joined.Unread() != 2 || len(joined.unread()) != 2 || joined.unread()[0].Place != "apps/v1 of other" {
		t.Errorf("%d unread, %+v", joined.Unread(), joined.unread())
	}
	if joined.Filtered != 2 || len(joined.Filters) != 1 || len(joined.Severities) != 1 || len(joined.Warnings) != 1 || len(joined.Targets) != 2 {
		t.Errorf("%+v", joined)
	}
	if len(whole.From.Incomplete) > 0 || len(whole.Target.Incomplete) > 0 {
		t.Error("a report that is joined is changed")
	}
}

// TestUnreadObjects: objects that could not be checked for the same reason are one item of a page, and
// each is in the formats for programs.
func TestUnreadObjects(t *testing.T) {
	r := clean()
	add := func(n int, file, reason string) {
		for i := range n {
			r.Account.Unreadable = append(r.Account.Unreadable, finding.Unreadable{File: file, Line: i + 1, Document: i + 1, Object: fmt.Sprintf("v1 ConfigMap %c", 'a'+i), Reason: reason})
		}
	}
	add(8, "many.yaml", "no answer: too late")
	add(1, "other.yaml", "no answer: too late")
	add(2, "few.yaml", "no answer: no namespace")
	r.Arrange()
	text := string(render(t, "text", r, Options{}))
	for _, want := range []string{"9 objects have no answer: too late", "many.yaml:5: v1 ConfigMap e", "4 more objects in -o json", "few.yaml:2: document 2: v1 ConfigMap b has no answer: no namespace"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
	if strings.Contains(text, "many.yaml:6") {
		t.Errorf("all objects are shown:\n%s", text)
	}
	for _, form := range []string{"csv", "json"} {
		if all := render(t, form, r, Options{}); bytes.Count(all, []byte("v1 ConfigMap")) != 11 {
			t.Errorf("%s", all)
		}
	}
}

func TestPath(t *testing.T) {
	part := Part{Name: "shop"}
	for name, want := range map[string]string{"": "shop", "web.yaml": "shop/web.yaml", "/deploy/web.yaml": "shop/deploy/web.yaml"} {
		if got := part.Path(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
