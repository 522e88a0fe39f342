package markdown_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// FuzzParse checks what is true for any text.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../../fixtures/notes/markdown/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("there are no cases", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(b).Files {
			if part.Name == "notes.md" {
				f.Add(part.Data, "1.30.0")
			}
		}
	}
	f.Add([]byte("- a ([#1](https://github.com/kubernetes/kubernetes/pull/1), [@a](https://github.com/a)) [SIG"), "")
	f.Fuzz(func(t *testing.T, text []byte, release string) {
		var docs []changelog.Document
		growth.Bounded(t, "the text", 1000+len(text)/50, func() { docs = markdown.Parse(text, release) })
		for _, doc := range docs {
			checkStats(t, doc)
			checkNotes(t, doc)
			for _, n := range doc.Notes {
				for _, pr := range n.PRs {
					if pr <= 0 {
						t.Fatalf("pull request %d", pr)
					}
				}
				if n.Text != strings.TrimSpace(n.Text) || !utf8.ValidString(n.Text) {
					t.Fatalf("text %q", n.Text)
				}
			}
		}
	})
}

// TestHostile checks that the cost is linear for any text.
func TestHostile(t *testing.T) {
	growth.Texts(t, thorough.Size(t, 600_000, 150_000), hostile, func(_, text string) { markdown.Parse([]byte(text), "1.30.0") })
}

// hostile returns texts of about a length.
func hostile(length int) map[string]string {
	repeat := func(s string) string { return strings.Repeat(s, length/len(s)+1) }
	deep := func() string {
		var b strings.Builder
		for i := 0; b.Len() < length; i++ {
			b.WriteString(strings.Repeat(" ", 2*i) + "- a (#1, @a)\n")
		}
		return b.String()
	}
	tail := "([#1](https://github.com/kubernetes/kubernetes/pull/1), [@a](https://github.com/a))"
	return map[string]string{
		"opening parentheses":  "- " + repeat("("),
		"closing parentheses":  "- " + repeat(")"),
		"opening brackets":     "- " + repeat("["),
		"closing brackets":     "- " + repeat("]"),
		"links in one line":    "- " + repeat("[#1](https://github.com/kubernetes/kubernetes/pull/1)"),
		"tails in one line":    "- " + repeat(tail),
		"tails in one bullet":  "- a\n" + repeat("  "+tail+"\n"),
		"one pull request":     repeat("- a " + tail + " [SIG Node]\n"),
		"different texts":      repeat("- " + strings.Repeat("a b c ", 1000) + tail + "\n- " + strings.Repeat("d e f ", 1000) + tail + "\n"),
		"bullets in bullets":   deep(),
		"empty bullets":        repeat("- \n"),
		"sub-bullets":          " - a (#1, @a)\n" + repeat("  - b\n"),
		"sub-bullets, no tail": " - a\n" + repeat("  - b\n  c\n"),
		"fences":               repeat("```\n"),
		"fences never closed":  repeat("```a\n- a\n"),
		"headings":             repeat("# v1.2.3\n"),
		"deep headings":        repeat("# a\n## b\n### c\n#### d\n##### e\n"),
		"SIGs":                 "- a " + repeat("[SIG A] "),
		"a long SIG":           "- a [SIG " + repeat("A, ") + "]",
		"courtesies":           "- a " + repeat("Courtesy of SIG "),
		"actions":              "- a " + repeat("no action required "),
		"CVEs":                 "## Important Security Information\n- " + repeat("CVE-"),
		"advisories":           "## Important Security Information\n" + repeat("### CVE-2020-1234: a\n#### b\ntext\n"),
		"one advisory":         "## Important Security Information\n### CVE-2020-1234: a\n" + repeat("#### b\ntext\n"),
		"one theme":            "## Major Themes\n### a\n" + repeat("#### b\ntext\n"),
		"lost line ends":       "* a" + repeat("))* a"),
		"not closed":           "- a " + repeat("(#1 "),
		"unclosed":             "- a ([#1](https://github.com/kubernetes/kubernetes/pull/1)" + repeat(", @a") + ")",
		"numbers":              "- a (" + repeat("#1, "),
	}
}
