package draft_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/changelog/draft"
	"github.com/kubedelta/kubedelta/fixtures/growth"
)

// seed adds the files of that name of all cases.
func seed(f *testing.F, name string) {
	files, err := filepath.Glob("../../fixtures/notes/draft/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("there are no cases", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(b).Files {
			if part.Name == name {
				f.Add(part.Data)
			}
		}
	}
}

// FuzzDecode checks what is true for any text.
func FuzzDecode(f *testing.F) {
	seed(f, "notes.json")
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := draft.Decode(text, "1.30.0")
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" || len(err.Error()) > 1000 {
				t.Fatalf("no sentence: %q", err)
			}
			return
		}
		checkStats(t, doc)
		for _, n := range doc.Notes {
			if n.PR <= 0 || len(n.PRs) != 1 || n.PRs[0] != n.PR {
				t.Fatalf("pull requests %d %v", n.PR, n.PRs)
			}
			if n.Text == "" && !n.Unpublished || !utf8.ValidString(n.Text) {
				t.Fatalf("text %q, unpublished %t", n.Text, n.Unpublished)
			}
			if n.SIGs == nil || n.Kinds == nil || n.Areas == nil || n.Authors == nil || n.AlsoIn == nil || n.Gates == nil {
				t.Fatalf("#%d has a list that is nil", n.PR)
			}
		}
	})
}

// FuzzDecodeMaps checks that any text gives maps or a short error.
func FuzzDecodeMaps(f *testing.F) {
	seed(f, "maps.yaml")
	f.Add([]byte("pr: 1\nreleasenote: &a {sigs: [*a]}\n"))
	f.Add([]byte("a: &a [b]\npr: 1\ndatafields: {cve: *a}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		maps, err := draft.DecodeMaps(text)
		if err != nil && (strings.TrimSpace(err.Error()) == "" || len(err.Error()) > 1000) {
			t.Fatalf("no sentence: %q", err)
		}
		for _, m := range maps {
			if m.PR < 0 || m.PR == 0 && m.CVE == nil {
				t.Fatalf("a map of #%d", m.PR)
			}
		}
		doc, err := draft.Decode([]byte(`{"1":{"text":"a","kinds":["bug"]}}`), "1.30.0")
		if err != nil {
			t.Fatal(err)
		}
		draft.Apply(&doc, maps)
		if n := doc.Notes[0]; n.PR != 1 || n.Text == "" && !n.Unpublished {
			t.Fatalf("%+v", n)
		}
	})
}

// TestHostile checks that the cost is linear for any text.
func TestHostile(t *testing.T) {
	growth.Texts(t, 500_000, hostile, func(name, text string) {
		doc, err := draft.Decode([]byte(text), "1.30.0")
		if err == nil && len(doc.Notes) == 0 && len(doc.Stats.Skipped) == 0 {
			t.Errorf("%s: nothing was read", name)
		}
	})
}

// hostile returns texts of about a size.
func hostile(size int) map[string]string {
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)+1) }
	long := func(s string) string { return `{"1":{"text":"` + s + `"}}` }
	return map[string]string{
		"one key":       "{" + repeat(`"1":{"text":"a"},`) + `"2":{}}`,
		"deep":          `{"1":` + repeat("["),
		"comments":      long(repeat("<!--")),
		"closed":        long(repeat("<!-- -->")),
		"fences":        long(repeat("```\\n")),
		"quotes":        long(repeat(`\"`)),
		"actions":       long(repeat("no action required ")),
		"lines":         long(repeat("\\n")),
		"labels":        `{"1":{"text":"a","sigs":[` + repeat(`"a",`) + `"b"]}}`,
		"other labels":  `{"1":{"text":"a","sigs":[` + numbered(size/8) + `"b"]}}`,
		"links":         `{"1":{"text":"a","documentation":[` + repeat(`{"url":"KEP-1"},`) + `{}]}}`,
		"other links":   `{"1":{"text":"a","documentation":[` + strings.ReplaceAll(strings.ReplaceAll(numbered(size/16), `"x`, `{"url":"x`), `",`, `"},`) + `{}]}}`,
		"not closed":    `{"1":{"text":"` + repeat("a"),
		"numbers, long": `{"1":{"text":"a","pr_number":` + repeat("9") + `}}`,
	}
}

// numbered returns different texts.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"x%d",`, i)
	}
	return b.String()
}
