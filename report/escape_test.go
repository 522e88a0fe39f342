package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
)

// hostile is a text as a hostile server, CRD or manifest may contain it.
const hostile = "<img src=x onerror=alert(1)>|`x`\n# h\n- [a](javascript:b) ![i](u) **b** @team\x1b[31m\u202e"

// TestHostileText tests that outside text makes no HTML, link, table column, mention or escape
// sequence of a terminal.
func TestHostileText(t *testing.T) {
	c := rule.Change{
		Rule: "description-changed", Severity: rule.Info, Schema: "x." + hostile, Field: hostile, Kind: hostile, Resource: hostile, Group: hostile,
		Version: hostile, Old: hostile, New: "new " + hostile, Message: hostile, Reaches: reaches("v1 " + hostile),
		Replacement: &discovery.GroupVersionKind{Group: hostile, Version: hostile, Kind: hostile},
	}
	changes := []diff.Change{c}
	for _, id := range []string{"resource-removed", "resource-added", "resource-graduated", "api-deprecated", "names-changed", "field-removed"} {
		other := c
		other.Rule = id
		if id != "field-removed" {
			other.Schema = ""
		}
		changes = append(changes, other)
	}
	side := &discovery.Surface{Name: hostile, Version: hostile, Incomplete: []discovery.Incomplete{{
		GroupVersion: discovery.GroupVersion{Group: hostile, Version: hostile}, Part: discovery.PartResources, Reason: hostile,
	}}}
	result := diff.Result{Changes: changes, NotCompared: []diff.NotCompared{{What: hostile, Why: hostile}}}
	r := Build(envelope.Tool{}, side, side, diff.Options{Descriptions: true}, result, Filter{})
	var markdown, text bytes.Buffer
	if err := r.Writers().Write(&markdown, format.Markdown, format.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := r.Writers().Write(&text, format.Text, format.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"\x1b", "\u202e"} {
		if strings.Contains(markdown.String()+text.String(), bad) {
			t.Errorf("the report holds %q", bad)
		}
	}
	for i, line := range strings.Split(markdown.String(), "\n") {
		outside := withoutCode(line)
		for _, bad := range []string{"<img", "](javascript", "![i", " @team", "**b**"} {
			if strings.Contains(outside, bad) {
				t.Errorf("line %d of the markdown holds %q: %s", i+1, bad, line)
			}
		}
		if strings.HasPrefix(line, "# h") {
			t.Errorf("line %d is a heading that the text made", i+1)
		}
	}
}

// escaped matches a character whose meaning a backslash removes.
var escaped = regexp.MustCompile(`\\.`)

// withoutCode removes code spans and escaped characters from a line. They are shown literally.
func withoutCode(line string) string {
	var b strings.Builder
	for i, part := range strings.Split(escaped.ReplaceAllString(line, ""), "`") {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

// TestTablesKeepTheirColumns tests that a bar in a name does not make a column.
func TestTablesKeepTheirColumns(t *testing.T) {
	for _, s := range []string{escape.Code("a|b"), escape.Markdown("a|b")} {
		if strings.Contains(strings.ReplaceAll(s, `\|`, ""), "|") {
			t.Errorf("%q has a bar that ends a cell", s)
		}
	}
}

// TestHostileLines tests that no line of a report is a command to a CI system that logs it, and
// that no text breaks a line.
func TestHostileLines(t *testing.T) {
	const command = "::error file=x::y ##[error] ##vso[task.complete]\r\n::set-output name=a::b\v\u2028\u0085::c"
	side := &discovery.Surface{Name: command, Version: command, Incomplete: []discovery.Incomplete{{
		GroupVersion: discovery.GroupVersion{Group: command, Version: "v1"}, Part: discovery.PartResources, Reason: command,
	}}}
	c := rule.Change{Rule: "field-removed", Severity: rule.Info, Schema: "x." + command, Field: command, Message: command, Reaches: reaches(command)}
	result := diff.Result{Changes: []diff.Change{c}, NotCompared: []diff.NotCompared{{What: command, Why: command}}}
	r := Build(envelope.Tool{}, side, side, diff.Options{}, result, Filter{})
	for name, c := range map[string]struct {
		form    string
		options format.Options
	}{
		"text": {format.Text, format.Options{}}, "narrow": {format.Text, format.Options{Width: 40}},
		"coloured": {format.Wide, format.Options{Colour: true}}, "markdown": {format.Markdown, format.Options{}},
	} {
		var b bytes.Buffer
		if err := r.Writers().Write(&b, c.form, c.options); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(strings.TrimLeft(line, " \t"), "::") || strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
				t.Errorf("%s has the line %q", name, line)
			}
			if strings.ContainsAny(line, "\r\v\u2028\u0085") {
				t.Errorf("%s breaks the line %q", name, line)
			}
		}
	}
}
