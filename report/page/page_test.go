package page_test

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/report/page"
)

// everything has a block of each kind and a run of each setting, all with one text.
func everything(text string) page.Page {
	line := page.Line{page.Text(text), page.Code(text), {Text: text, Class: text}, {Text: text, To: "https://example.com/" + text}, {Text: "link", To: "https://example.com/a_b#c"}, {Text: text, To: "javascript:" + text}}
	for _, set := range []page.Setting{page.AsStrong, page.AsBracketed, page.AsProse, page.AsDeleted, page.AsInserted, page.AsNumber, page.AsLines, page.AsSign, page.AsUnseen} {
		line = append(line, page.Text(" "), page.Run{Text: text, Set: set})
	}
	return page.Page{Title: text, Tool: text, Blocks: func(add page.Adder) {
		for kind := page.Title; kind <= page.Document; kind++ {
			b := page.Block{Kind: kind, Level: 3, ID: text, Class: text, Mark: page.Text(text), Line: line, Tags: []page.Line{line, nil}, Cells: []page.Line{line, nil}}
			b.Text, b.Side, b.Values, b.Total, b.Language = text, line, &text, 1, text
			b.Bars = []page.Bar{{Label: text, Parts: []page.Part{{Class: text, N: 1}}}}
			b.Source = func(int) *page.Source { return &page.Source{Before: "a", At: "b", Behind: "c"} }
			for _, below := range []page.Kind{page.Paragraph, page.Soft, page.Fact, page.Item, page.Migration, page.Command, page.Excerpt} {
				one := b
				one.Kind = below
				b.Below = append(b.Below, one)
			}
			add(b)
		}
	}}
}

const hostile = "\n::error::x\r\n##[error]z\x1b[31m\u202e]]></p><script>alert(1)</script>\"><img src=x onerror=a>|`x`\n# h\n- [a](javascript:b) ![i](u) @team \xff\x00"

// TestHostile tests that any text is shown literally in every context.
func TestHostile(t *testing.T) {
	p := everything(hostile)
	filtered := p
	filtered.Search = &page.Search{Folds: true, Facets: []page.Facet{{Name: hostile, Label: hostile, Values: []page.Value{{Name: hostile, Text: hostile, N: 1}}}}}
	_, searchScript := page.Assets()
	for name, write := range map[string]func(io.Writer) error{
		"text":     func(w io.Writer) error { return page.WriteText(w, p, layout.Style{}) },
		"markdown": func(w io.Writer) error { return page.WriteMarkdown(w, p, 0, budget.Words{}) },
		"html":     func(w io.Writer) error { return page.WriteHTML(w, p) },
		"filtered": func(w io.Writer) error { return page.WriteHTML(w, filtered) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"\x1b", "\x00", "\u202e"} {
			if strings.Contains(b.String(), bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
				t.Errorf("a line of %s is a command: %q", name, line)
			}
		}
		if name == "html" || name == "filtered" {
			own := map[string]string{"html": page.Script(), "filtered": searchScript}[name]
			ownElements(t, bytes.Replace(b.Bytes(), []byte("<script>"+own+"</script>"), nil, 1))
			continue
		}
		fenced := false
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			}
			if name == "markdown" && !fenced && regexp.MustCompile(`(^|[^\\])(<script|<img|!\[|\]\(javascript)`).MatchString(regexp.MustCompile("`[^`]*`").ReplaceAllString(line, "")) {
				t.Errorf("markdown holds what is no text: %q", line)
			}
		}
	}
}

// ownElements tests that a page contains only the elements of the renderer, each closed where it
// was opened.
func ownElements(t *testing.T, text []byte) {
	t.Helper()
	var open []string
	z := html.NewTokenizer(bytes.NewReader(text))
	for z.Next() != html.ErrorToken {
		token := z.Token()
		switch token.Type {
		case html.StartTagToken:
			if token.Data == "script" || token.Data == "img" {
				t.Errorf("there is an element %s", token.Data)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "href" && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "#") {
					t.Errorf("there is an attribute %s=%q", a.Key, a.Val)
				}
			}
			if token.Data != "meta" && token.Data != "br" && token.Data != "input" {
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
}

// TestNothingBelow tests that headings without content are left out, and nothing else.
func TestNothingBelow(t *testing.T) {
	p := page.Page{Blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain("title")})
		add.Heading(2, page.Text("empty"))
		add.Heading(3, page.Text("empty too"))
		add.Heading(2, page.Text("chapter"))
		add.Lead("no list")
		add.Heading(3, page.Text("section"))
		add.Columns(page.Text("no row"))
		add.Item(0, page.Text("item"))
		add.Columns(page.Text("column"))
		add.Row(0, page.Plain(""))
		add.Heading(2, page.Text("last"))
	}}
	for want, write := range map[string]func(io.Writer) error{
		"title\n\nchapter\n  section\n    item\n    \n":                                  func(w io.Writer) error { return page.WriteText(w, p, layout.Style{}) },
		"# title\n\n## chapter\n\n### section\n\n- item\n\n| column |\n| --- |\n| – |\n": func(w io.Writer) error { return page.WriteMarkdown(w, p, 0, budget.Words{}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || b.String() != want {
			t.Errorf("got %q, want %q (%v)", b.String(), want, err)
		}
	}
}

// TestMainPart tests that a page without a section has its facts and texts in the main part, and
// only the title in the head.
func TestMainPart(t *testing.T) {
	title := page.Block{Kind: page.Title, Level: 1, Line: page.Plain("title")}
	fact := page.Block{Kind: page.Fact, Mark: page.Text("name"), Line: page.Plain("value")}
	prose := page.Block{Kind: page.Prose, Text: "text"}
	for want, blocks := range map[string][]page.Block{
		"<header>\n<h1>title</h1>\n</header>\n<main>\n<dl>\n<dt>name</dt><dd>value</dd>\n</dl>\n<p>text</p></main>": {title, fact, prose},
		"<header>\n<h1>title</h1>\n<p class=\"soft\">lead</p>\n</header>\n<main>\n<p>text</p></main>":               {title, {Kind: page.Lead, Line: page.Plain("lead")}, prose},
		"<header>\n<h1>title</h1>\n<dl>\n<dt>name</dt><dd>value</dd>\n</dl>\n</header>\n<main>\n<section>\n":        {title, fact, {Kind: page.Heading, Level: 2, Line: page.Plain("section")}, prose},
	} {
		var b bytes.Buffer
		p := page.Page{Blocks: func(add page.Adder) {
			for _, one := range blocks {
				add(one)
			}
		}}
		if err := page.WriteHTML(&b, p); err != nil || !strings.Contains(b.String(), want) {
			_, got, _ := strings.Cut(b.String(), "<body>")
			t.Errorf("got %s, want %s (%v)", got, want, err)
		}
	}
}

// TestBounded tests that a bounded page keeps its limit, the blocks with the greatest weight, and
// their headings.
func TestBounded(t *testing.T) {
	p := page.Page{Blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain("title")})
		for weight, name := range []string{"light", "heavy"} {
			add.Heading(2, page.Text(name))
			for range 20 {
				add.Item(budget.Weight(weight), page.Text("an item of "+name))
			}
		}
	}}
	var b bytes.Buffer
	if err := page.WriteMarkdown(&b, p, 480, language.Words{}.LeftOut("the file has all")); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if b.Len() > 480 || strings.Contains(text, "## light") || strings.Count(text, "item of heavy") < 10 || !strings.HasPrefix(text, "# title\n\n**") || !strings.Contains(text, "20 of 20 in light") {
		t.Errorf("%d bytes: %s", b.Len(), text)
	}
}
