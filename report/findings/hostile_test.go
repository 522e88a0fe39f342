package findings

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/junit"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// hostile is a text that a manifest or the name of a file can contain.
const hostile = "=cmd|'/c calc'!A1\n::error file=x::y\r\n##[error]z\x1b[31m\u202e\u2028]]><script>alert(1)</script>" +
	"<img src=x onerror=alert(1)>|`x`\n# h\n- [a](javascript:b) ![i](u) **b** @team $x$ %0A,:{0}\xff\x00\t\"'&"

func hostileFinding() finding.Finding {
	f := finding.Finding{
		Rule: hostile, Severity: rule.Breaking, File: hostile, Line: 2, Column: 3, EndColumn: 9, Document: 1,
		APIVersion: hostile, Kind: hostile, Namespace: hostile, Name: hostile, Field: hostile, Value: hostile,
		Replacement: &discovery.GroupVersionKind{Group: hostile, Version: hostile, Kind: hostile},
		Message:     hostile, Migration: []string{hostile, hostile}, Guess: true, Origin: tree.Origin{Chart: hostile, Template: hostile}, Source: hostile,
	}
	f.Fingerprint = "0123456789ab"
	return f
}

func hostileReport() *Report {
	f := hostileFinding()
	plain := f
	plain.Migration = nil
	r := New(KindScan, envelope.Tool{Name: hostile, Version: hostile},
		envelope.Side{Name: hostile, Version: hostile, Source: hostile, Incomplete: []envelope.Incomplete{{GroupVersion: hostile, Reason: hostile}}},
		finding.Account{
			Objects: 1, Skipped: map[string]int{hostile: 1}, NotChecked: map[string]int{hostile: 1},
			Unreadable: []finding.Unreadable{{File: hostile, Line: 1, Reason: hostile}},
		}, []finding.Finding{f, plain})
	r.From = &envelope.Side{Name: hostile}
	r.Known = []finding.Finding{f}
	r.Baseline = &Baseline{}
	r.Waived = []finding.Waived{{Finding: f, Reason: hostile, Expires: hostile}}
	r.Fixed = []Fixed{{Finding: f, Wrote: hostile}}
	r.Left = []Left{{Fingerprint: f.Fingerprint, Reason: hostile, Steps: []string{hostile}}}
	r.Warnings = []finding.Warning{{File: hostile, Line: 3, Text: hostile}}
	return r
}

func hostileRules() []rule.Rule {
	return []rule.Rule{{ID: hostile, Title: hostile, Doc: hostile, Severity: rule.Breaking}}
}

// TestNoControl tests that no format contains characters that move the cursor or change the
// direction of text. JSON and SARIF may contain them escaped.
func TestNoControl(t *testing.T) {
	for _, format := range formats() {
		text := string(render(t, format, hostileReport(), Options{Rules: hostileRules()}))
		bad := []string{"\x1b", "\x00", "\xff"}
		if !slices.Contains([]string{"json", "yaml", "sarif"}, format) {
			bad = append(bad, "\u202e", "\u2028")
		}
		for _, b := range bad {
			if strings.Contains(text, b) {
				t.Errorf("%s holds %q", format, b)
			}
		}
	}
}

// TestHostileLog tests text and markdown, which are printed to logs, with files whose names look
// like commands of a CI system.
func TestHostileLog(t *testing.T) {
	r := hostileReport()
	for _, name := range []string{"::stop-commands::x", " ::add-mask::a"} {
		f := hostileFinding()
		f.File, f.Source = name, "a: ##[error]x ##vso[task]y"
		r.Findings = append(r.Findings, f)
		r.Account.Unreadable = append(r.Account.Unreadable, finding.Unreadable{File: name})
		r.Warnings = append(r.Warnings, finding.Warning{File: name})
		r.Target.Name = name
	}
	for _, format := range []string{"text", "markdown"} {
		for _, line := range strings.Split(string(render(t, format, r, Options{})), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
				t.Errorf("a line of %s is a command: %q", format, line)
			}
		}
	}
}

// command matches a workflow command with its properties, as GitHub's runner reads it.
var command = regexp.MustCompile(`^::(error|warning|notice) ((?:[a-zA-Z]+=[^,:]*)(?:,[a-zA-Z]+=[^,:]*)*)::[^\r\n]*$`)

func TestHostileGitHub(t *testing.T) {
	text := string(render(t, "github", hostileReport(), Options{}))
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if !command.MatchString(line) {
			t.Errorf("%q is no command, or more than one", line)
		}
	}
}

// escaped matches a character whose meaning a backslash removes.
var escaped = regexp.MustCompile(`\\.`)

func TestHostileMarkdown(t *testing.T) {
	lines := strings.Split(string(render(t, "markdown", hostileReport(), Options{})), "\n")
	columns := 0
	for i, line := range lines {
		bare := escaped.ReplaceAllString(line, "")
		if strings.HasPrefix(line, "|") {
			if n := strings.Count(bare, "|"); columns != 0 && n != columns {
				t.Errorf("line %d has %d bars, the table %d: %s", i+1, n, columns, line)
			} else {
				columns = n
			}
		} else {
			columns = 0
		}
		var outside strings.Builder
		for j, part := range strings.Split(bare, "`") {
			if j%2 == 0 {
				outside.WriteString(strings.ReplaceAll(part, "<br>", ""))
			}
		}
		for _, bad := range []string{"<", "](", "![", " @team", "**b**"} {
			if strings.Contains(outside.String(), bad) {
				t.Errorf("line %d holds %q: %s", i+1, bad, line)
			}
		}
		if strings.HasPrefix(line, "# ") && i > 0 {
			t.Errorf("line %d is a heading that a text made", i+1)
		}
	}
}

func TestHostileCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(render(t, "csv", hostileReport(), Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 5 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
				t.Errorf("a spreadsheet takes %q for a formula", cell)
			}
		}
	}
}

func TestHostileXML(t *testing.T) {
	d := xml.NewDecoder(bytes.NewReader(render(t, "junit", hostileReport(), Options{})))
	names := map[string]int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			names[start.Name.Local]++
		}
	}
	for name := range names {
		switch name {
		case "testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out":
		default:
			t.Errorf("there is an element %q", name)
		}
	}
	if names["failure"] != 1 || names["error"] != 2 {
		t.Errorf("the elements are %v", names)
	}
}

// TestJUnitCounts tests that the counts match the elements, and that failures are the findings that
// fail the run.
func TestJUnitCounts(t *testing.T) {
	for _, c := range []struct {
		failOn   rule.Severity
		failures int
	}{{"", 1}, {rule.Breaking, 1}, {rule.Deprecation, 2}, {rule.Info, 3}, {envelope.Never, 0}} {
		var suites junit.Suites
		r := sample()
		r.Gate = &envelope.Gate{FailOn: c.failOn}
		if err := xml.Unmarshal(render(t, "junit", r, Options{}), &suites); err != nil {
			t.Fatal(err)
		}
		tests, failures, unread := 0, 0, 0
		for _, s := range suites.Suites {
			tests += len(s.Cases)
			for _, test := range s.Cases {
				if test.Failure != nil {
					failures++
				}
				if test.Error != nil {
					unread++
				}
			}
		}
		if failures != c.failures || suites.Failures != failures || suites.Tests != tests || suites.Errors != unread || unread != 2 {
			t.Errorf("failing on %q: %d failures, %d tests, %d errors in %+v", c.failOn, failures, tests, unread, suites)
		}
	}
}

func TestHostileHTML(t *testing.T) {
	text := render(t, "html", hostileReport(), Options{Rules: hostileRules()})
	z := html.NewTokenizer(bytes.NewReader(bytes.Replace(text, []byte("<script>"+page.Script()+"</script>"), nil, 1)))
	allowed := strings.Fields("html head meta title style body header h1 h2 h3 p span main section ul ol li code article pre mark details summary footer")
	var open []string
	for z.Next() != html.ErrorToken {
		token := z.Token()
		switch token.Type {
		case html.StartTagToken:
			if !contains(allowed, token.Data) {
				t.Errorf("there is an element %q", token.Data)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" {
					t.Errorf("there is an attribute %s", a.Key)
				}
			}
			if token.Data != "meta" {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				t.Fatalf("</%s> closes %v", token.Data, open)
			}
			open = open[:len(open)-1]
		default:
		}
	}
	if len(open) > 0 {
		t.Errorf("%v are not closed", open)
	}
	if !errors.Is(z.Err(), io.EOF) {
		t.Error(z.Err())
	}
}

func contains(list []string, s string) bool {
	for _, t := range list {
		if s == t {
			return true
		}
	}
	return false
}
