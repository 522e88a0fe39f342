package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
)

func within(t *testing.T, r *Report, limit int) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Writers().Write(&b, format.Markdown, format.Options{Limit: limit}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestMarkdownWithin tests that a report of any size keeps its limit, says what is missing, and
// loses only whole lines.
func TestMarkdownWithin(t *testing.T) {
	for name, r := range samples() {
		whole := render(t, r, "md")
		if got := within(t, r, len(whole)); got != whole {
			t.Errorf("%s: in its own size something is gone", name)
		}
		lines := strings.Split(whole, "\n")
		for limit := 250; limit < len(whole); limit += 61 {
			got := within(t, r, limit)
			if len(got) > limit || got != "" && !strings.Contains(got, "**") {
				t.Fatalf("%s: %d bytes of %d: %s", name, len(got), limit, got)
			}
			for _, line := range strings.Split(got, "\n") {
				said := strings.HasPrefix(line, "… ") || strings.Contains(line, "to fit the size limit**") || strings.Contains(line, "収まらない")
				if !said && !slices.Contains(lines, line) {
					t.Fatalf("%s in %d bytes: the line %q is not of the report", name, limit, line)
				}
			}
		}
	}
}

// many returns a report with n changes of each kind.
func many(n int) *Report {
	r := sampleReport(SubjectAPI, "en")
	r.Changes = nil
	for i := range n {
		for _, c := range []Change{
			{Change: rule.Change{Rule: "resource-removed", Severity: rule.Breaking, Group: "g", Version: "v1", Resource: fmt.Sprintf("gones%d", i), Kind: "Gone", Message: "g/v1 Gone is no longer served"}},
			{Change: rule.Change{Rule: "api-deprecated", Severity: rule.Deprecation, Group: "g", Version: "v1", Resource: fmt.Sprintf("olds%d", i), Kind: "Old", Message: "g/v1 Old is deprecated"}},
			{Change: rule.Change{Rule: "field-added", Severity: rule.Addition, Schema: fmt.Sprintf("io.S%d", i), Field: "f", Message: fmt.Sprintf("S%d.f is new", i)}},
			{Change: rule.Change{Rule: "description-changed", Severity: rule.Info, Schema: fmt.Sprintf("io.D%d", i), Field: "f", Message: fmt.Sprintf("D%d.f reads otherwise", i)}},
		} {
			c.Seal()
			r.Changes = append(r.Changes, c)
		}
	}
	r.Old.Incomplete = []envelope.Incomplete{{GroupVersion: "metrics.k8s.io/v1", Part: discovery.PartResources, Reason: "503"}}
	r.summarise()
	return r
}

// TestWhatGoesFirst tests that the summary, removed APIs and what could not be read stay, and that
// of the rest the least important is left out first.
func TestWhatGoesFirst(t *testing.T) {
	r := many(200)
	whole := render(t, r, "md")
	got := within(t, r, len(whole)*4/5)
	for want, n := range map[string]int{"`gones": 200, "`olds": 200, "`metrics.k8s.io/v1`": 1, "| APIs | 200 |": 1, "reads otherwise": 0, "201 of 201 in Other changes": 1, " of 200 in Added": 1} {
		if got := strings.Count(got, want); got != n {
			t.Errorf("%q is there %d times, not %d", want, got, n)
		}
	}
	if strings.Contains(got, "## Other changes") || !strings.Contains(got, "## Added") || !strings.Contains(got, "\n\n… and ") {
		t.Errorf("%.3000s", got)
	}
	small := within(t, r, 3000)
	if strings.Contains(small, "olds1`") || !strings.Contains(small, "`gones0`") || !strings.Contains(small, "`metrics.k8s.io/v1`") || !strings.Contains(small, "| APIs | 200 |") {
		t.Errorf("%s", small)
	}
	checkTables(t, got)
	checkTables(t, small)
}

// checkTables tests that a parser of GitHub's markdown finds the tables complete.
func checkTables(t *testing.T, markdown string) {
	t.Helper()
	tables, rows := 0, 0
	root := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader([]byte(markdown)))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n.Kind().String() {
			case "Table":
				tables++
			case "TableRow", "TableHeader":
				rows++
			}
		}
		return ast.WalkContinue, nil
	})
	written := 0
	for line := range strings.Lines(markdown) {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| ---") {
			written++
		}
	}
	if tables == 0 || rows != written {
		t.Errorf("%d rows are read as %d in %d tables", written, rows, tables)
	}
}

// TestLeftOutInJapanese tests that the line about what is missing is in the language of the report.
func TestLeftOutInJapanese(t *testing.T) {
	r := samples()["notes-network-ja"]
	got := within(t, r, len(render(t, r, "md"))-600)
	if !strings.Contains(got, "ここに収まらない行") || !strings.Contains(got, "… 他 ") || strings.Contains(got, "size limit") {
		t.Errorf("%s", got)
	}
}
