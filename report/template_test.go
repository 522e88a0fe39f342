package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/report/format"
)

// TestArticle compares the documented example with reviewed files.
func TestArticle(t *testing.T) {
	text, err := os.ReadFile("../docs/templates/article.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "ja"} {
		r := sample()
		r.Language = lang
		var b bytes.Buffer
		if err := write(&b, r, "article.md.tmpl", string(text)); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", "article-"+lang+".md"), b.Bytes())
	}
}

// write writes a report with a template.
func write(b *bytes.Buffer, r *Report, name, text string) error {
	return r.Writers().Write(b, format.Template, format.Options{Template: name, TemplateText: text})
}

// TestTemplateErrors tests that errors name the line and the cause.
func TestTemplateErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb{{ .Nope }}":         "x.tmpl:2",
		"a\n{{ range }}":          "x.tmpl:2",
		`{{ t "themez" }}`:        `did you mean "themes"?`,
		`{{ t "api-diff" }}`:      "takes other arguments",
		`{{ t "none" 1 }}`:        "takes other arguments",
		`{{ changes "x" }}`:       `there is no section "x"`,
		`{{ template "nobody" }}`: "nobody",
		`{{ define "a" }}0123456789abcdef{{ template "a" . }}{{ end }}{{ template "a" . }}`: "x.tmpl",
	} {
		var b bytes.Buffer
		if err := write(&b, sample(), "x.tmpl", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
		if b.Len() > 0 {
			t.Errorf("%q: a failed template wrote %q", text, b.String())
		}
	}
}

// TestJoin tests that join accepts the reaches of a change.
func TestJoin(t *testing.T) {
	r := sampleReport(SubjectAPI, "en")
	r.Changes[1].Reaches = reaches("v1 Service spec.loadBalancerIP", "v1 pods/log")
	var b bytes.Buffer
	if err := write(&b, r, "x.tmpl", `{{ join "; " (index .Changes 1).Reaches }}, {{ join "+" (split "a b") }}`); err != nil {
		t.Fatal(err)
	}
	if want := "v1 Service spec.loadBalancerIP; v1 pods/log, a+b"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

// TestTemplateFunctionsAreDocumented tests that docs/changelog.md names each function.
func TestTemplateFunctionsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/changelog.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range sample().functions() {
		if !strings.Contains(string(page), "| `"+name) && !strings.Contains(string(page), ", `"+name) {
			t.Errorf("docs/changelog.md does not describe the template function %s", name)
		}
	}
}

// TestTemplateFunctions tests that the results are safe, and that functions do not fail without
// notes.
func TestTemplateFunctions(t *testing.T) {
	text := `{{ title }}|{{ scope }}|{{ range gaps }}{{ . }}{{ end }}|{{ range groups }}{{ .Title }}{{ end }}|{{ range entries "api change" }}{{ prs . }} {{ tail . }} {{ entryText . }} {{ join "; " (remarks .) }}
{{ end }}|{{ sigs (index .Changes 0).SIGs }}|{{ count "changes" 2 }}|{{ authorLink "a|b" }}|{{ kepLink 5 }}|{{ code "a|b" }}|{{ inline "<b> [x](javascript:y)" }}|{{ indent 2 "a\nb" }}|{{ len action }}{{ len knownIssues }}|{{ api (index .Changes 0) }}`
	for _, r := range []*Report{sample(), sampleReport(SubjectAPI, "ja")} {
		var b bytes.Buffer
		if err := write(&b, r, "x.tmpl", text); err != nil {
			t.Fatal(err)
		}
		if out := b.String(); strings.Contains(out, "<b>") || strings.Contains(out, "](javascript") || !strings.Contains(out, "a\n  b") {
			t.Errorf("got %s", out)
		}
	}
}
