package rehearse_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/contract"
	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/rehearse"
	report "github.com/kubedelta/kubedelta/report/rehearse"
)

// TestGolden compares formats of reports with reviewed files, also if they are rendered from JSON.
func TestGolden(t *testing.T) {
	for name, r := range map[string]*report.Report{"sample": sample(t), "clean": clean(t)} {
		read, err := report.ReadJSON(bytes.NewReader(render(t, "json", r)))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"text", "markdown", "html", "json", "sarif", "junit"} {
			got := render(t, format, r)
			golden.Check(t, filepath.Join("testdata", name+"."+format+".golden"), got)
			if diff := cmp.Diff(string(got), string(render(t, format, read))); diff != "" {
				t.Errorf("%s of %s after a round trip:\n%s", format, name, diff)
			}
		}
	}
}

var codeSpan = regexp.MustCompile("`+[^`\n]*`+")

// TestHostile tests that outside text does not break out of its context.
func TestHostile(t *testing.T) {
	const hostile = "<script>alert(1)</script>\x1b[31m\u202e]]>\n# h\n::error::x"
	r := made(t, report.Server{Version: hostile, Left: []string{hostile}, Webhooks: []string{hostile}, Stopped: hostile}, results(hostile, hostile))
	for _, format := range []string{"text", "markdown", "html"} {
		got := string(render(t, format, r))
		if strings.Contains(got, "\x1b") || strings.Contains(got, "\u202e") || strings.Contains(got, "\n# h") || strings.Contains(got, "\n::error") {
			t.Errorf("%s:\n%s", format, got)
		}
		// Text between backticks is shown literally in markdown.
		if format != "text" && strings.Contains(codeSpan.ReplaceAllString(got, ""), "<script>alert") {
			t.Errorf("%s has the script:\n%s", format, got)
		}
	}
}

// TestSchema validates reports against the published schema of the JSON form, and tests that the
// schema has exactly the fields of the types. No report contains what was sent.
func TestSchema(t *testing.T) {
	all := contract.Schemas(t, "../../docs", "rehearse")
	for name, r := range map[string]*report.Report{"sample": sample(t), "clean": clean(t)} {
		var value map[string]any
		if err := json.Unmarshal(render(t, "json", r), &value); err != nil {
			t.Fatal(err)
		}
		if err := all["Report"].Value.VisitJSON(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		delete(value, "rehearsal")
		if err := all["Report"].Value.VisitJSON(value); err == nil {
			t.Error("the schema takes a report without its rehearsal")
		}
	}
	contract.Fields(t, all, map[string]any{
		"Report": report.Report{}, "Rehearsal": report.Rehearsal{}, "Server": report.Server{}, "Object": rehearse.Result{},
		"Said": rehearse.Said{}, "Cause": rehearse.Cause{}, "Change": rehearse.Change{},
	}, "body")
}
