package page

import (
	"html"
	"strings"
)

// Frame is what the pages of a site have around their content. The zero value is for a single page
// that contains its style and script.
type Frame struct {
	// Root is the path from the page to the folder with the files of all pages: "./", "../../". It
	// is "" for a single page.
	Root string
	// Scripts are files in that folder.
	Scripts []string
	// Nav are links to the other parts of the site. NavName is the label of the list.
	Nav     []Line
	NavName string
	// Links are the links in the head: the canonical URL, the page in other languages, the feed,
	// the data.
	Links []Link
	// Foot is at the end of the page.
	Foot []Line
	// Find is the target of the search form, "" for none. FindName is its label and FindHint an
	// example.
	Find, FindName, FindHint string
	// Words are texts for the scripts, by name.
	Words [][2]string
}

// Link is a link in the head of a page. Empty attributes are left out.
type Link struct{ Rel, Type, Language, Title, To string }

// StyleFile is the style sheet of all pages of a site, relative to Root.
const StyleFile = "assets/site.css"

// head writes the links of a page in a frame. The policy allows only files of the site.
func (f Frame) head(b *strings.Builder) (policy []string) {
	for _, l := range f.Links {
		b.WriteString("<link")
		for _, a := range [][2]string{{"rel", l.Rel}, {"type", l.Type}, {"hreflang", l.Language}, {"title", l.Title}, {"href", l.To}} {
			if a[1] != "" {
				b.WriteString(" " + a[0] + `="` + html.EscapeString(a[1]) + `"`)
			}
		}
		b.WriteString(">\n")
	}
	b.WriteString(`<link rel="icon" href="data:,">` + "\n" + `<link rel="stylesheet" href="` + html.EscapeString(f.Root+StyleFile) + `">` + "\n")
	for _, s := range f.Scripts {
		b.WriteString(`<script src="` + html.EscapeString(f.Root+s) + `" defer></script>` + "\n")
	}
	policy = []string{"default-src 'none'", "style-src 'self'", "img-src data:", "base-uri 'none'"}
	if len(f.Scripts) > 0 {
		policy = append(policy, "script-src 'self'", "connect-src 'self'")
	}
	return append(policy, "form-action 'self'")
}

// body is the start tag of the body, with the texts for the scripts.
func (f Frame) body() string {
	var b strings.Builder
	b.WriteString("<body")
	for _, w := range f.Words {
		b.WriteString(" data-" + w[0] + `="` + htmlText(w[1]) + `"`)
	}
	return b.String() + ">\n"
}

func (f Frame) find() string {
	if f.Find == "" {
		return ""
	}
	return `<form class="find" role="search" action="` + html.EscapeString(f.Find) + `"><input type="search" name="q" aria-label="` + htmlText(f.FindName) +
		`" placeholder="` + htmlText(f.FindHint) + `" autocomplete="off" spellcheck="false"> <button>` + htmlText(f.FindName) + "</button></form>"
}

func (f Frame) nav() string {
	if len(f.Nav) == 0 {
		return ""
	}
	return `<nav class="site" aria-label="` + htmlText(f.NavName) + `"><ul>` + f.items(f.Nav) + "</ul>" + f.find() + "</nav>\n"
}

func (f Frame) foot() string {
	if len(f.Foot) == 0 {
		return ""
	}
	return `<ul class="foot">` + f.items(f.Foot) + "</ul>"
}

func (Frame) items(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString("<li>" + htmlLine(l) + "</li>")
	}
	return b.String()
}
