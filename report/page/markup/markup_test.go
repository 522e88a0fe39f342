package markup_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"golang.org/x/net/html"

	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/report/page/markup"
)

func TestBlocks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"paragraphs", "a\nb\n\nc", "<p>a\nb</p><p>c</p>"},
		{"list", "Two:\n- a\n  goes on\n- b\n  - c", "<p>Two:</p><ul><li>a\ngoes on</li><li>b<ul><li>c</li></ul></li></ul>"},
		{"loose list", "- a\n\n  more\n\n- b\n\nend", "<ul><li><p>a</p><p>more</p></li><li><p>b</p></li></ul><p>end</p>"},
		{"ordered list", "3. a\n4. b", `<ol start="3"><li>a</li><li>b</li></ol>`},
		{"two lists", "- a\n1. b\n* c", "<ul><li>a</li></ul><ol><li>b</li></ol><ul><li>c</li></ul>"},
		{"fence", "```sh\na <b> **c**\n\n  d\n```\nend", "<pre><code class=\"language-sh\">a &lt;b&gt; **c**\n\n  d</code></pre><p>end</p>"},
		{"fence in a list", "- a\n\n  ```\n  x\n    y\n  ```\n- b", "<ul><li><p>a</p><pre><code>x\n  y</code></pre></li><li><p>b</p></li></ul>"},
		{"longer fence", "````\n```\n````", "<pre><code>```</code></pre>"},
		{"fence not closed", "```\n<i>", "<pre><code>&lt;i&gt;</code></pre>"},
		{"quote", "> a\n> - b\n>\n> c", "<blockquote><p>a</p><ul><li>b</li></ul><p>c</p></blockquote>"},
		{"nothing", "", ""},
	} {
		if got := strings.NewReplacer(">\n", ">", "\n<", "<").Replace(markup.Blocks(c.in)); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestInline(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"emphasis", "**a** *b* _c_ ~~d~~ ***e***", "<strong>a</strong> <em>b</em> <em>c</em> ~~d~~ <em><strong>e</strong></em>"},
		{"names are no emphasis", "snake_case_name 2*3*4 *.example.com", "snake_case_name 2<em>3</em>4 *.example.com"},
		{"code", "`a<b>` ``c`d`` `e", "<code>a&lt;b&gt;</code> <code>c`d</code> `e"},
		{"marks in code", "*a `*` b*", "<em>a <code>*</code> b</em>"},
		{"escapes", `\*a\* \<b\> \`, `*a* &lt;b&gt; \`},
		{"entities", "&lt;b&gt; &amp;amp; &nope &#x3c;", "&lt;b&gt; &amp;amp; &amp;nope &lt;"},
		{"link", "[a *b*](https://x.io/?a=1&amp;b=2)", `<a href="https://x.io/?a=1&amp;b=2">a <em>b</em></a>`},
		{"address", "<https://x.io/a_b_c>", `<a href="https://x.io/a_b_c">https://x.io/a_b_c</a>`},
		{"no width", "@\u200bname", "@name"},
		{"script", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"},
		{"javascript", "[a](javascript:alert)", "a (<code>javascript:alert</code>)"},
		{"no host", "[a](https:alert) <data:text/html,x>", "a (<code>https:alert</code>) &lt;data:text/html,x&gt;"},
		{"mail", "[us](mailto:a@b.io)", `<a href="mailto:a@b.io">us</a>`},
		{"out of the attribute", `[a](https://x.io/"onclick="b)`, `<a href="https://x.io/%22onclick=%22b">a</a>`},
		{"link within a link", "[a [b](https://b.io)](https://a.io)", `<a href="https://a.io">a [b](https://b.io)</a>`},
		{"marks across a link", "*a [b* c](https://x.io)", `*a <a href="https://x.io">b* c</a>`},
	} {
		if got := markup.Inline(c.in); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestRealNotes tests the HTML of all published texts.
func TestRealNotes(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(data.Root(t), "release-notes", "json", "*.0.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no notes: %v", err)
	}
	texts := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var notes map[string]struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(content, &notes); err != nil {
			t.Fatal(err)
		}
		for pr, n := range notes {
			texts++
			if why := harm(markup.Blocks(n.Text)); why != "" {
				t.Errorf("%s #%s: %s:\n%s", filepath.Base(file), pr, why, n.Text)
			}
		}
	}
	if texts < 5000 {
		t.Errorf("only %d texts", texts)
	}
}

// FuzzBlocks tests that any output has only elements and attributes that this package writes, each
// closed where it was opened.
func FuzzBlocks(f *testing.F) {
	for _, s := range []string{
		"<script>alert(1)</script>", "[a](javascript:b)", `[a](https://x.io/"onmouseover="b)`, "<https://x.io/\"><img src=x>", "*a **b _c* d** e_", "`a\n- b`",
		"- a\n1. b\n> c\n```\nd", "&#60;script&#62;", "&lt;img onerror=x&gt;", "[a](https://x.io/&quot;&gt;&lt;script&gt;)", "~~~a~~~", "***a** b*", "[[[[](https://x)", "<https:\\\\x.io>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, out := range []string{markup.Blocks(s), markup.Inline(s)} {
			if why := harm(out); why != "" {
				t.Errorf("%s: %q gives\n%s", why, s, out)
			}
		}
	})
}

// harm says what is wrong with a part of a page.
func harm(page string) string {
	allowed := strings.Fields("p ul ol li pre code blockquote em strong a")
	z := html.NewTokenizer(strings.NewReader(page))
	var open []string
	for z.Next() != html.ErrorToken {
		token := z.Token()
		switch token.Type {
		case html.StartTagToken:
			if !slices.Contains(allowed, token.Data) {
				return "an element " + token.Data
			}
			for _, a := range token.Attr {
				scheme, _, _ := strings.Cut(strings.ToLower(a.Val), ":")
				link := a.Key == "href" && slices.Contains([]string{"https", "http", "mailto"}, scheme)
				if !link && a.Key != "start" && (a.Key != "class" || !strings.HasPrefix(a.Val, "language-")) {
					return "an attribute " + a.Key + "=" + a.Val
				}
			}
			open = append(open, token.Data)
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				return "</" + token.Data + "> closes " + strings.Join(open, " ")
			}
			open = open[:len(open)-1]
		case html.TextToken:
		default:
			return "something that is no text: " + token.String()
		}
	}
	if len(open) > 0 {
		return strings.Join(open, " ") + " is not closed"
	}
	return ""
}

// TestLong tests that the time for texts that consist of marks is linear.
func TestLong(t *testing.T) {
	for _, part := range []string{"*a ", "_a_", "[", "`", "` ``", "[a](", "<http:", "> ", "- ", "**a*", "~a", "![", "[`", "&", "_~b"} {
		growth.Repeated(t, part, 200_000, func(text string) { markup.Blocks(text) })
		growth.Repeated(t, part+"\n", 50_000, func(text string) { markup.Blocks(text) })
	}
}
