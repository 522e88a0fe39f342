package prose_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/report/prose"
)

// TestLegitimate tests that the markdown of release notes is shown as intended.
func TestLegitimate(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Fixed a bug in kube-proxy.", "Fixed a bug in kube-proxy."},
		{"code and emphasis", "The `--foo=<bar>|x` flag is **gone**, use _this_", "The `--foo=<bar>|x` flag is **gone**, use _this_"},
		{"link", "See [KEP-1](https://kep.k8s.io/1).", "See [KEP-1](https://kep.k8s.io/1)."},
		{"link with parentheses and a title", `[a](https://x.io/a_(b) "t")`, "[a](https://x.io/a_%28b%29)"},
		{"bare address", "see https://x.io/a_b_c, (https://y.io/).", "see <https://x.io/a_b_c>, (<https://y.io/>)."},
		{"list", "Two:\n- a\n  goes on\n- b\n  * c", "Two:\n- a\n  goes on\n- b\n  - c"},
		{"ordered list", "Steps:\n\n3. a\n4. b", "Steps:\n\n3. a\n4. b"},
		{"fence", "Run\n```sh\nkubectl get <x> ## [a](b)\n```\nthen", "Run\n\n```sh\nkubectl get <x> ## [a](b)\n```\n\nthen"},
		{"fence within a list", "- a\n  ```\n  x\n    y\n  ```\n- b", "- a\n\n  ```\n  x\n    y\n  ```\n- b"},
		{"a span of three backticks is no fence", "```$ curl -k x```", "`$ curl -k x`"},
		{"paragraphs", "a\n\n\nb", "a\n\nb"},
		{"entities", "&lt;name&gt; &#35;1 a & b &copy=1", "&lt;name\\> \\#1 a & b &amp;copy=1"},
		{"brackets", "[kubeadm][auth] did x", "\\[kubeadm\\]\\[auth\\] did x"},
		{"heading", "#### Additional docs:\n\n<!--\nnobody\n\nsees this -->\nend", "**Additional docs:**\n\nend"},
		{"indented code", "Do:\n\n    a <b>\n      c\n\nend", "Do:\n\n```\na <b>\n  c\n```\n\nend"},
		{"quote", "> a\n> - b", "> a\n> - b"},
		{"issue number", "#1234 is fixed\n#1", "\\#1234 is fixed\n\\#1"},
		{"less than", "pods < 5 and > 3", "pods &lt; 5 and > 3"},
		{"mail", "[us](mailto:a@b.io)", "[us](mailto:a@b.io)"},
		{"a backtick alone", "it`s", "it\\`s"},
		{"code with backticks", "`` a`b ``", "``a`b``"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := prose.Markdown(c.in); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestEntryTail tests that the tail is at the end of a sentence, never in code.
func TestEntryTail(t *testing.T) {
	for in, want := range map[string]string{
		"a":                   "- a (T)",
		"a\n\nb":              "- a\n\n  b (T)",
		"a:\n- b":             "- a: (T)\n  - b",
		"- b":                 "- (T)\n  - b",
		"a\n```\nx\n```":      "- a (T)\n\n  ```\n  x\n  ```",
		"a\n```\nx\n```\nb":   "- a\n\n  ```\n  x\n  ```\n\n  b (T)",
		"":                    "- (T)",
		"```\nnever closed\n": "- (T)\n\n  ```\n  never closed\n  ```",
	} {
		if got := prose.Entry(in, "(T)"); got != want {
			t.Errorf("%q gives\n%s\nwant\n%s", in, got, want)
		}
	}
}

// TestHostile compares what hostile texts become with reviewed files.
func TestHostile(t *testing.T) {
	files, err := filepath.Glob("testdata/hostile/*.md")
	if err != nil || len(files) < 5 {
		t.Fatalf("the hostile texts are not there: %v %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			in, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := prose.Entry(strings.ReplaceAll(strings.ReplaceAll(string(in), "{ESC}", "\x1b"), "{RLO}", "\u202e"), "(T)") + "\n"
			golden.Check(t, strings.TrimSuffix(file, ".md")+".golden", []byte(got))
			if why := unsafe(string(in)); why != "" {
				t.Errorf("%s in\n%s", why, got)
			}
		})
	}
}

// FuzzEntry tests that any text becomes one harmless item of a list, and that the next item is
// still an item.
func FuzzEntry(f *testing.F) {
	for _, s := range []string{
		"<script>alert(1)</script>", "a\n===\nb\n---", "```\nx", "~~~\nx", "[a](javascript:b)", "![a](https://x.io/i.png)", "[a]: https://x.io\n\n[a]",
		"<!-- a\n\nb", "| a | b |\n| - | - |\n| c | d |", "a\n:-:\nb", "- - - - - - - - a", "> > > > > > > > a", "1. a\n2. b\n10) c", "`a\n- b`", "\\", "a\\\nb",
		"@team &#64;team \\@team", "::error::x\n  ::warning::y", "##[error]x", "&#10;- a &#60;b&#62;", "<https://x.io/@a> https://x.io/<b>", "[[[a](https://x.io)](https://y.io)",
		"    code\n\n    more", "*a **b _c", "$a$ b", "[a](<javascript:b> \"t\")", "[![a](https://i.io)](https://x.io)", "www.x.io a@b.io xmpp:a@b.io", "<details>\n\nx", "#\n##\n# a #",
		"<!-- a --> <!-- b", "- a\n\n\n      b\n   - c", "[a](https://x.io/\x1b[31m)", "a\n\n```\n</li>\n~~~\n````\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if why := unsafe(s); why != "" {
			t.Errorf("%s: %q gives\n%s", why, s, prose.Entry(s, "(T)"))
		}
	})
}

// unsafe says what is wrong with the entry of a text, as a parser of GitHub's markdown reads it.
func unsafe(s string) string {
	out := "# before\n\n" + prose.Entry(s, "(T)") + "\n- the next\n\nafter\n"
	if m := regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f\x{80}-\x9f\x{202a}-\x{202e}\x{2066}-\x{2069}]`).FindString(out); m != "" {
		return "a control character is left"
	}
	if regexp.MustCompile(`(?m)^\s*::|##\[`).MatchString(out) {
		return "a line is a workflow command"
	}
	source := []byte(out)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList)).Parser().Parse(text.NewReader(source))
	children := kinds(doc)
	if strings.Join(children, " ") != "Heading List Paragraph" {
		return "the entry runs out of its item: " + strings.Join(children, " ")
	}
	list := doc.FirstChild().NextSibling()
	if list.ChildCount() != 2 || string(list.LastChild().Text(source)) != "the next" { //nolint:staticcheck // good enough for one line
		return "the next item is gone"
	}
	return harm(list, source)
}

func kinds(n ast.Node) (out []string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = append(out, c.Kind().String())
	}
	return out
}

func harm(root ast.Node, source []byte) (why string) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock, *ast.Image, *ast.Heading, *ast.ThematicBreak, *extast.Table, *extast.TaskCheckBox, *extast.FootnoteLink, *extast.DefinitionList:
			why = "holds a " + n.Kind().String()
		case *ast.Link:
			why = badLink(string(n.Destination), why)
		case *ast.AutoLink:
			why = badLink(string(n.URL(source)), why)
		case *ast.Text:
			if mention.Match(n.Segment.Value(source)) && n.Parent().Kind() != ast.KindCodeSpan && n.Parent().Kind() != ast.KindLink {
				why = "mentions somebody"
			}
		}
		return ast.WalkContinue, nil
	})
	return why
}

var mention = regexp.MustCompile(`@[A-Za-z0-9]`)

func badLink(to, why string) string {
	lower := strings.ToLower(to)
	for _, scheme := range []string{"http://", "https://", "mailto:", "www."} {
		if strings.HasPrefix(lower, scheme) {
			return why
		}
	}
	return "links to " + to
}

// TestNoQuadraticTime tests texts that would take quadratic time in a naive reader.
func TestNoQuadraticTime(t *testing.T) {
	for _, piece := range []string{"[", "[a](", "`", "``` `", "<!--", "<!-- -->", "- ", "> ", "\n- a\n", "*a ", "<https://", "https://)", "&amp;", "[[](x)", "\n```\n", "1. a\n", "\\`", "\n    a\n\n", "![a](b)", "((((", "\n\n<!--"} {
		growth.Repeated(t, piece, 200_000, func(text string) { prose.Entry(text, "(T)") })
	}
}
