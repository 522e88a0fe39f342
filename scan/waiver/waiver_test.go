package waiver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/waiver"
)

// cases are manifests with what each comment covers: "line: first-last rules | reason".
var cases = []struct{ name, text, want string }{
	{"on the line", "a: b # kubedelta:ignore x -- why\nc: d\n", "1: 1-1 x | why"},
	{"above the line", "k: v\n# kubedelta:ignore x -- why\na: b\n", "2: 3-3 x | why"},
	{"several above", "k: v\n# kubedelta:ignore x -- one\n# other words\n# kubedelta:ignore y -- two\na: b\n", "2: 5-5 x | one\n4: 5-5 y | two"},
	{"a blank line parts", "k: v\n# kubedelta:ignore x -- why\n\na: b\n", "2: 0-0 x | why"},
	{"head of the file", "# kubedelta:ignore x -- why\na: b\nc: d\n", "1: 1-3 x | why head"},
	{"head before the marker", "# kubedelta:ignore x -- why\n---\na: b\n---\nc: d\n", "1: 1-3 x | why head"},
	{"head behind the marker", "a: b\n---\n# kubedelta:ignore x -- why\n\nc: d\n---\ne: f\n", "3: 2-5 x | why head"},
	{"on the marker", "a: b\n--- # kubedelta:ignore x -- why\nc: d\n", "2: 2-3 x | why head"},
	{"end of a document", "a: b\n# kubedelta:ignore x -- why\n---\nc: d\n", "2: 0-0 x | why"},
	{"directives", "# kubedelta:ignore x -- why\n%YAML 1.2\n---\na: b\n", "1: 1-4 x | why head"},
	{"document ended by dots", "a: b\n...\n# kubedelta:ignore x -- why\n---\nc: d\n", "3: 2-5 x | why head"},
	{"several rules", "a: b # kubedelta:ignore x, y,z -- why not\n", "1: 1-1 x y z | why not"},
	{"no reason", "a: b # kubedelta:ignore x\n", "1: 1-1 x |"},
	{"no rule", "a: b # kubedelta:ignore -- why\n", "1: 1-1  | why"},
	{"an em dash", "a: b # kubedelta:ignore x — why\n", "1: 1-1 x | why"},
	{"no space", "a: b\n#kubedelta:ignore x -- why\nc: d\n", "2: 3-3 x | why"},
	{"another word", "a: b # kubedelta:ignored x -- why\n", ""},
	{"in a sentence", "a: b # see kubedelta:ignore x -- why\n", ""},
	{"in double quotes", "a: \"b # kubedelta:ignore x -- why\"\n", ""},
	{"in single quotes", "a: 'it''s # kubedelta:ignore x -- why'\n", ""},
	{"behind quotes", "a: \"b \\\" c\" # kubedelta:ignore x -- why\n", "1: 1-1 x | why"},
	{"quotes over lines", "a: \"b\n  # kubedelta:ignore x -- why\n  c\"\nd: e\n", ""},
	{"an apostrophe in plain text", "a: it's so # kubedelta:ignore x -- why\n", "1: 1-1 x | why"},
	{"an apostrophe that begins a line", "a: b\n  'tis\nc: d # kubedelta:ignore x -- why\n", "3: 3-3 x | why"},
	{"no comment without a space", "a: b# kubedelta:ignore x -- why\n", ""},
	{"block scalar", "a: |\n  # kubedelta:ignore x -- why\n  b\nc: d # kubedelta:ignore y -- why\n", "4: 4-4 y | why"},
	{"block scalar with a blank line", "a: |-\n\n  # kubedelta:ignore x -- why\n\n  b\nc: d\n", ""},
	{"comment behind a block scalar", "k: v\na: |\n  b\n# kubedelta:ignore y -- why\nc: d\n", "4: 5-5 y | why"},
	{"block scalar in a list", "a:\n- b: >\n    # kubedelta:ignore x -- why\n  c: d # kubedelta:ignore y -- why\n", "4: 4-4 y | why"},
	{"block scalar of a list", "a:\n- |\n  # kubedelta:ignore x -- why\n- b # kubedelta:ignore y -- why\n", "4: 4-4 y | why"},
	{"block scalar with indentation", "a: |2\n    b\n  # kubedelta:ignore x -- why\nc: d\n", ""},
	{"block scalar with a tag", "a: !!binary |\n  # kubedelta:ignore x -- why\nc: d\n", ""},
	{"block scalar with a comment", "a: | # kubedelta:ignore x -- why\n  b\n", "1: 1-1 x | why"},
	{"empty block scalar", "k: v\na: |\n# kubedelta:ignore x -- why\nc: d\n", "3: 4-4 x | why"},
	{"a bar in plain text", "a: b |\n  # kubedelta:ignore x -- why\nc: d\n", "2: 3-3 x | why"},
	{"an embedded document", "a: |\n  ---\n  # kubedelta:ignore x -- why\n", ""},
	{"flow", "a: [b, 'c # d', {e: f}] # kubedelta:ignore x -- why\n", "1: 1-1 x | why"},
	{"flow over lines", "a: [\n  # kubedelta:ignore x -- why\n  \"b # c\"]\n", "2: 3-3 x | why"},
	{"JSON", "{\"a\": \"b # kubedelta:ignore x -- why\", \"c\":\"# kubedelta:ignore x -- why\"}\n", ""},
	{"CRLF", "a: b # kubedelta:ignore x -- why\r\nc: d # kubedelta:ignore y -- why\r\n", "1: 1-1 x | why\n2: 2-2 y | why"},
	{"CR", "a: b # kubedelta:ignore x -- why\rc: d # kubedelta:ignore y -- why", "1: 1-1 x | why\n2: 2-2 y | why"},
	{"no last line break", "a: b # kubedelta:ignore x -- why", "1: 1-1 x | why"},
	{"a bad document", "a: \"b\n---\nc: d # kubedelta:ignore x -- why\n", "3: 3-3 x | why"},
	{"a template", "{{- if eq .Values.a \"b\" }}\na: {{ .Values.b }} # kubedelta:ignore x -- why\n{{- end }}\n", "2: 2-2 x | why"},
	{"brackets in plain text", "a: b[\"c\"] # kubedelta:ignore x -- why\n", "1: 1-1 x | why"},
	{"tabs", "a: b\t# kubedelta:ignore x -- why\n", "1: 1-1 x | why"},
}

func show(c waiver.Comments) string {
	var lines []string
	for _, w := range c.List() {
		line := fmt.Sprintf("%d: %d-%d %s | %s", w.Line, w.First, w.Last, strings.Join(w.Rules, " "), w.Reason)
		if w.Head {
			line += " head"
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}

func TestComments(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, show(waiver.Parse(c.text, 0))); diff != "" {
				t.Errorf("%s\n%s", c.text, diff)
			}
		})
	}
}

const manifest = `# kubedelta:ignore field-removed -- the whole document is old
apiVersion: extensions/v1beta1 # kubedelta:ignore resource-removed -- replaced in May
kind: Ingress
spec:
  # kubedelta:ignore no-such-rule,field-deprecated -- moved soon
  backend: x
  other: y # kubedelta:ignore resource-removed
---
apiVersion: extensions/v1beta1
kind: Ingress # kubedelta:ignore
`

func known(rule string) bool { return rule != "no-such-rule" }

func TestApply(t *testing.T) {
	found := func(rule string, line int) finding.Finding {
		return finding.Finding{Rule: rule, Line: line, File: "a.yaml"}
	}
	kept, waived, warnings := waiver.Parse(manifest, 0).Apply("a.yaml", []finding.Finding{
		found("resource-removed", 2), found("field-removed", 6), found("field-deprecated", 6), found("resource-removed", 7),
		found("resource-removed", 9), found("field-removed", 9), found("field-removed", 0),
	}, known, known)
	var got []string
	for _, f := range kept {
		got = append(got, fmt.Sprintf("kept %s %d", f.Rule, f.Line))
	}
	for _, w := range waived {
		got = append(got, fmt.Sprintf("waived %s %d by %s %d: %s", w.Rule, w.Line, w.By, w.WaiverLine, w.Reason))
	}
	for _, w := range warnings {
		got = append(got, fmt.Sprintf("%s:%d %s", w.File, w.Line, w.Text))
	}
	want := []string{
		"kept resource-removed 7", "kept resource-removed 9", "kept field-removed 9", "kept field-removed 0",
		"waived resource-removed 2 by comment 2: replaced in May",
		"waived field-removed 6 by comment 1: the whole document is old",
		"waived field-deprecated 6 by comment 5: moved soon",
		"a.yaml:5 the comment waives \"no-such-rule\", which is not a rule; `kubedelta explain` lists the rules",
		"a.yaml:7 the comment has no reason, so it is ignored: write `# kubedelta:ignore resource-removed -- reason`",
		"a.yaml:10 the comment has no rule, so it is ignored: write `# kubedelta:ignore rule -- reason`",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnused(t *testing.T) {
	_, waived, warnings := waiver.Parse("a: b # kubedelta:ignore x,y -- why\n", 0).Apply("f", []finding.Finding{{Rule: "y", Line: 1}}, known, known)
	if len(waived) != 1 || len(warnings) != 1 || warnings[0].Text != "the comment waives x, but there is no such finding: remove it" {
		t.Errorf("waived %v, warned %v", waived, warnings)
	}
}

// TestUnknownLine checks that the comments at the head of a single document cover findings without
// a line.
func TestUnknownLine(t *testing.T) {
	_, waived, _ := waiver.Parse("---\n# kubedelta:ignore x -- why\na: b\n", 0).Apply("f", []finding.Finding{{Rule: "x"}}, known, known)
	if len(waived) != 1 {
		t.Error("the finding without a line is not waived")
	}
}

// TestLinear checks that the time is proportional to the text for one long line and for many
// comments.
func TestLinear(t *testing.T) {
	growth.Linear(t, "comments", 20_000, func(n int) func() {
		many := strings.Repeat("a: b # kubedelta:ignore x -- why\n--- # kubedelta:ignore y -- why\n", n)
		var findings []finding.Finding
		for i := range 2 * n {
			findings = append(findings, finding.Finding{Rule: "y", Line: i + 1})
		}
		return func() {
			if _, waived, _ := waiver.Parse(many, 0).Apply("f", findings, known, known); len(waived) == 0 {
				t.Error("nothing is waived")
			}
		}
	})
	growth.Repeated(t, "'", 2_000_000, func(text string) { waiver.Parse("a: ["+text, 0) })
	growth.Repeated(t, "[{", 2_000_000, func(text string) { waiver.Parse(text, 0) })
}

func FuzzParse(f *testing.F) {
	for _, c := range cases {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := waiver.Parse(text, 0)
		last := 0
		if len(c.List()) > 0 && !waiver.Marks(text) {
			t.Fatal("a text with a waiver does not have its mark")
		}
		for _, w := range c.List() {
			if w.Line <= last {
				t.Fatalf("line %d comes after line %d", w.Line, last)
			}
			last = w.Line
			if w.First > w.Last || w.First < 0 || strings.ContainsAny(w.Reason, "\r\n") {
				t.Fatalf("%+v", w)
			}
		}
		c.Apply("f", []finding.Finding{{Rule: "x", Line: len(text) % 10}}, known, known)
	})
}
