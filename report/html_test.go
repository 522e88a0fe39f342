package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/page"
)

func renderHTML(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.WriteHTML(&b, r.Page(format.HTML)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHTMLGolden compares two small pages, without their head and script.
func TestHTMLGolden(t *testing.T) {
	for name, r := range map[string]*Report{"page-api.html": smallReport(), "page-notes-ja.html": smallNotes()} {
		_, body, _ := strings.Cut(renderHTML(t, r), "<body>\n")
		body, _, _ = strings.Cut(body, "<script>")
		golden.Check(t, filepath.Join("testdata", name), []byte(body))
	}
}

// smallReport contains one of each part.
func smallReport() *Report {
	r := sampleReport(SubjectAPI, "en")
	r.Annotate(sampleJoined(NoteFilter{}))
	r.Waive([]Waiver{{Fingerprint: r.Changes[1].Fingerprint, Reason: "nobody sets it", Expires: "2030-01-31"}}, "2026-01-01")
	r.Changes = slices.Delete(r.Changes, 3, len(r.Changes))
	r.summarise()
	r.New.Incomplete = []envelope.Incomplete{{GroupVersion: "metrics.k8s.io/v1beta1", Part: discovery.PartResources, Reason: "503 Service Unavailable"}}
	return r
}

func smallNotes() *Report {
	r := sample()
	r.Language = "ja"
	r.Notes = r.Notes[:3]
	r.Prose = r.Prose[:1]
	r.Changes = r.Changes[:1]
	r.summarise()
	return r
}

// TestHTMLWellFormed tests that elements are closed where they were opened, that anchors are
// unique, that links lead to an anchor or the web, and that each change has an anchor with its
// fingerprint.
func TestHTMLWellFormed(t *testing.T) {
	reports := samples()
	reports["small"], reports["empty"], reports["hostile"] = smallReport(), emptyReport(), poisonedReport(t)
	for name, r := range reports {
		page := renderHTML(t, r)
		p := inspect(t, name, page)
		for _, c := range append(slices.Clone(r.Changes), waivedChanges(r)...) {
			if p.ids[c.Fingerprint] != 1 {
				t.Errorf("%s: the change %s %s is there %d times", name, c.Fingerprint, c.Message, p.ids[c.Fingerprint])
			}
		}
		if again := renderHTML(t, r); again != page {
			t.Errorf("%s: the same report gives other bytes", name)
		}
	}
}

func waivedChanges(r *Report) (out []Change) {
	if r.Subject == SubjectNotes {
		return nil
	}
	for _, w := range r.Waived {
		out = append(out, w.Change)
	}
	return out
}

func emptyReport() *Report {
	r := sampleReport(SubjectAPI, "en")
	r.Changes, r.NotCompared, r.Reworded, r.LeftOut = []Change{}, nil, 0, 0
	r.summarise()
	return r
}

// inspected is the content of a page.
type inspected struct {
	ids  map[string]int
	text string
}

var (
	htmlElements = strings.Fields("html head meta title style body a header h1 h2 h3 h4 p span b strong em del ins div nav ul ol li main section details summary dl dt dd code pre blockquote " +
		"table thead tbody tr th td form label input fieldset legend button figure figcaption svg desc text rect footer script")
	htmlAttributes = strings.Fields("lang charset http-equiv content name class href id data-f data-g data-again data-facet data-changes data-entries data-none data-kept data-gone data-drop data-open data-close " +
		"aria-label aria-labelledby aria-live aria-hidden role tabindex hidden open scope type placeholder autocomplete spellcheck enterkeyhint value width height x y start")
	voidElements = strings.Fields("meta input")
)

// inspect reads a page with a parser that is independent of the template.
func inspect(t *testing.T, name, page string) inspected {
	t.Helper()
	p := inspected{ids: map[string]int{}}
	var open, anchors []string
	scripts := 0
	z := html.NewTokenizer(strings.NewReader(page))
	for z.Next() != html.ErrorToken {
		token := z.Token()
		switch token.Type {
		case html.StartTagToken, html.SelfClosingTagToken:
			if !slices.Contains(htmlElements, token.Data) {
				t.Errorf("%s: there is an element %s", name, token)
			}
			if token.Data == "script" {
				scripts++
			}
			for _, a := range token.Attr {
				if !slices.Contains(htmlAttributes, a.Key) {
					t.Errorf("%s: there is an attribute %s in %s", name, a.Key, token)
				}
				switch {
				case a.Key == "id":
					p.ids[a.Val]++
				case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
					anchors = append(anchors, a.Val[1:])
				case a.Key == "href" && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "http://"):
					t.Errorf("%s: a link leads to %s", name, a.Val)
				}
			}
			if token.Type == html.StartTagToken && !slices.Contains(voidElements, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				t.Fatalf("%s: </%s> closes %v", name, token.Data, open)
			}
			open = open[:len(open)-1]
		case html.TextToken:
			if last := open[max(0, len(open)-1):]; len(last) == 0 || last[0] != "style" && last[0] != "script" {
				p.text += " " + token.Data
			}
		case html.CommentToken:
			t.Errorf("%s: there is a comment: %s", name, token)
		default:
		}
	}
	if len(open) > 0 || scripts != 1 {
		t.Errorf("%s: %v are not closed, and there are %d scripts", name, open, scripts)
	}
	for id, n := range p.ids {
		if n != 1 {
			t.Errorf("%s: the anchor %s is there %d times", name, id, n)
		}
	}
	for _, anchor := range anchors {
		if p.ids[anchor] == 0 {
			t.Errorf("%s: nothing has the anchor %s", name, anchor)
		}
	}
	return p
}

// TestHTMLSaysWhatMarkdownSays tests that the page contains every word of the markdown report.
func TestHTMLSaysWhatMarkdownSays(t *testing.T) {
	reports := samples()
	reports["small"] = smallReport()
	for name, r := range reports {
		said := map[string]bool{}
		for _, word := range words(inspect(t, name, renderHTML(t, r)).text) {
			said[word] = true
		}
		var converted bytes.Buffer
		if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(render(t, r, "md")), &converted); err != nil {
			t.Fatal(err)
		}
		for _, word := range words(textOf(t, converted.String())) {
			if !said[word] && !folded(word) {
				t.Errorf("%s: the page does not say %q", name, word)
			}
		}
	}
}

// folded reports whether markdown uses the word to join several changes in a line, or to count
// those that it does not list. The page has a line for each.
func folded(word string) bool {
	return slices.Contains(strings.Fields("new group-versions 新しいグループ バージョン change is less important not listed"), word)
}

var wordsPattern = regexp.MustCompile(`[\pL\pN][\pL\pN._/-]*[\pL\pN]|[\pL\pN]`)

func words(text string) []string {
	return wordsPattern.FindAllString(strings.ReplaceAll(text, "\u200b", ""), -1)
}

func textOf(t *testing.T, page string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(" " + n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(doc)
	return b.String()
}

// hostileTexts try to break out of each context of the page.
var hostileTexts = []string{
	`<script>window.hit=1</script>`, `"><img src=x onerror=window.hit=1>`, `' onmouseover='window.hit=1`, "</title></style></script><script>window.hit=1</script>", "{{.}} {{template \"x\"}} ${1}",
	"javascript:window.hit=1", "[a](javascript:window.hit=1) ![b](https://x.io/i.png) <https://x.io/\"onclick=window.hit=1>", "\u202eevil\u2066\u200f", "<!-- --> ]]> <?x?>", "a\nb\r\n::error::x", "`</code>`<b>|", "&lt;script&gt; &#60;i&#62;",
	"data:text/html,<script>1</script>", "*a* **b** <svg/onload=window.hit=1>", "| a | b |\n| - | - |",
}

// poisonedReport is a report that the schema takes and that has a hostile text in
// every place that may have one, as `kubedelta render` reads it.
func poisonedReport(t *testing.T) *Report {
	t.Helper()
	seed := smallReport()
	seed.Changes = append(seed.Changes, hostileSeeds()...)
	seed.summarise()
	with := sampleJoined(NoteFilter{})
	seed.NotesScope.WithNotes = true
	seed.Notes = nil
	for _, n := range with.Notes {
		n.FillLists()
		seed.Notes = append(seed.Notes, Note{Note: n, LinkedChanges: []string{seed.Changes[0].Fingerprint}, Annotation: &Annotation{Text: "text", Remark: "remark"}})
	}
	seed.Prose, seed.Advisories = with.Prose, with.Advisories
	seed.Uses = &Uses{Name: "x", Unread: []string{"y"}}
	var value any
	if err := json.Unmarshal([]byte(render(t, seed, "json")), &value); err != nil {
		t.Fatal(err)
	}
	n := 0
	value = poison(value, "", &n)
	if err := published(t).VisitJSON(value); err != nil {
		t.Fatalf("the hostile report is none that the schema takes: %v", err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Fatalf("only %d hostile texts", n)
	}
	return r
}

// hostileSeeds are changes of rules that have something of their own on the page.
func hostileSeeds() (out []Change) {
	for i, id := range []string{"description-changed", "resource-graduated", "resource-removed", "resource-added", "api-undeprecated", "query-parameter-added", "unclassified"} {
		c := rule.Change{Rule: id, Severity: rule.Severities()[i%6], Group: "g", Version: "v1", Kind: "K", Resource: "ks", Old: "old", New: "new", Message: "m", Reaches: reaches("a/v1 B c", "d"), Field: "f", Detail: fmt.Sprint(i)}
		if i%2 == 0 {
			c.Schema = "s"
		}
		c.Seal()
		out = append(out, Change{Change: c, SIGs: []string{"a", "b"}, Notes: []NoteLink{{PR: 1, Release: "v1", Confidence: "probably", Why: []string{"w"}}, {Release: "v2", Confidence: "introduced-by", Repository: "r"}}})
	}
	return out
}

// poison puts hostile texts in the place of those that the schema does not narrow.
func poison(value any, key string, n *int) any {
	narrow := strings.Fields("subject language source fingerprint rule severity stability part introduced deprecated removed confidence linkedChanges groupBy sigSource stage")
	switch v := value.(type) {
	case map[string]any:
		for k, inner := range v {
			if k == "fidelity" || k == "summary" {
				continue
			}
			v[k] = poison(inner, k, n)
		}
	case []any:
		for i := range v {
			v[i] = poison(v[i], key, n)
		}
	case string:
		if !slices.Contains(narrow, key) && v != APIVersion && v != Kind {
			*n++
			return hostileTexts[*n%len(hostileTexts)]
		}
	}
	return value
}

// TestHTMLHostile: what is hostile is shown, and nothing that turns the direction
// of writing gets through. TestHTMLWellFormed looks at its elements.
func TestHTMLHostile(t *testing.T) {
	page := renderHTML(t, poisonedReport(t))
	p := inspect(t, "hostile", page)
	for _, want := range []string{"<script>window.hit=1</script>", "onmouseover", "{{template", "javascript:window.hit=1"} {
		if !strings.Contains(p.text, want) {
			t.Errorf("the page does not show %s", want)
		}
	}
	if m := regexp.MustCompile(`[\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}\x00-\x08]`).FindString(page); m != "" {
		t.Errorf("a character %q is on the page", m)
	}
}

// TestHTMLMatrix: the cells say what the sides serve.
func TestHTMLMatrix(t *testing.T) {
	release := func(minor int) discovery.Release { return discovery.Release{Major: 1, Minor: minor} }
	for _, c := range []struct {
		name   string
		change rule.Change
		want   string
	}{
		{"added", rule.Change{Rule: "resource-added", Version: "v1", ServedByDefault: true, Introduced: release(24)}, "v1: not served, not served, served, served"},
		{"added, off", rule.Change{Rule: "resource-added", Version: "v1alpha1", Introduced: release(25)}, "v1alpha1: not served, not served, not served, off by default"},
		{"removed", rule.Change{Rule: "resource-removed", Version: "v1beta1", ServedByDefault: true, Introduced: release(10), Deprecated: release(23), Removed: release(24)}, "v1beta1: served, deprecated, not served, not served"},
		{"removed, nobody knows when", rule.Change{Rule: "resource-removed", Version: "v1beta1", ServedByDefault: true, Introduced: release(10)}, "v1beta1: served, not known, not known, not served"},
		{"removed by default", rule.Change{Rule: "resource-removed", Version: "v1beta1", ServedByDefault: true, Variant: rule.ByDefault}, "v1beta1: served, not known, not known, off by default"},
		{"deprecated", rule.Change{Rule: "api-deprecated", Version: "v1", ServedByDefault: true, Introduced: release(2), Deprecated: release(24)}, "v1: served, served, deprecated, deprecated"},
		{"no longer deprecated", rule.Change{Rule: "api-undeprecated", Version: "v1", ServedByDefault: true}, "v1: deprecated, not known, not known, served"},
		{"graduated", rule.Change{Rule: "resource-graduated", Version: "v1", Old: "v1beta1", New: "v1", ServedByDefault: true, Introduced: release(25)}, "v1: not served, not served, not served, served; v1beta1: served, not known, not known, not served"},
		{"a field", rule.Change{Rule: "field-added", Version: "v1", Schema: "s"}, ""},
	} {
		r := sampleReport(SubjectAPI, "en")
		r.Old.Version, r.New.Version = "v1.22.0", "v1.25.0"
		c.change.Seal()
		r.Changes = []Change{{Change: c.change}}
		r.summarise()
		var rows []string
		for _, row := range r.versionRows(r.releasesBetween()) {
			var cells []string
			for _, cell := range row.cells {
				cells = append(cells, r.words().Text(cell.form().key))
			}
			rows = append(rows, row.version+": "+strings.Join(cells, ", "))
		}
		if got := strings.Join(rows, "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// BenchmarkHTML writes a page of 5,000 entries and 300 changes.
func BenchmarkHTML(b *testing.B) {
	r := sampleReport(SubjectAPI, "en")
	with := sampleJoined(NoteFilter{})
	with.Scope.WithNotes = true
	for len(with.Notes) < 5000 {
		n := sampleNotes()[len(with.Notes)%8]
		n.PR = 200000 + len(with.Notes)
		n.PRs = []int{n.PR}
		with.Notes = append(with.Notes, n)
	}
	for i := range 300 {
		c := sampleChanges()[1]
		c.Detail = fmt.Sprint(i)
		c.Seal()
		r.Changes = append(r.Changes, Change{Change: c, SIGs: []string{"network"}})
	}
	r.Annotate(with)
	for b.Loop() {
		var out bytes.Buffer
		if err := page.WriteHTML(&out, r.Page(format.HTML)); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len())/1e6, "MB")
	}
}
