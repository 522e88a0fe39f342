package page

import (
	"html"
	"html/template"
	"strings"
)

// Frame is what a page of a site has around it. The zero value is a page that stands
// alone, with its style and its script in it.
type Frame struct {
	// Root leads from the page to the folder that has the files of all pages: "./",
	// "../../". "" for a page that stands alone.
	Root string
	// Scripts are files of that folder.
	Scripts []string
	// Nav leads to the other parts of the site, and NavName is what the list is called.
	Nav     []Line
	NavName string
	// Links are the links of the page's head: the canonical address, the page in other
	// languages, the feed, the data.
	Links []Link
	// Foot stands at the end.
	Foot []Line
	// Find is the page that a form for searching leads to, "" for none, with its name and
	// an example of what can be found.
	Find, FindName, FindHint string
	// Words are texts for the scripts, by name.
	Words [][2]string
}

// Link is a link of a page's head. What is empty is left out.
type Link struct{ Rel, Type, Language, Title, To string }

// StyleFile is the style sheet of all pages of a site, below Root.
const StyleFile = "assets/site.css"

// head writes the head of a page in a frame: its policy lets through the files of the
// site and nothing else.
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

// body is the opening of the body, with the texts for the scripts.
func (f Frame) body() string {
	var b strings.Builder
	b.WriteString("<body")
	for _, w := range f.Words {
		b.WriteString(" data-" + w[0] + `="` + htmlText(w[1]) + `"`)
	}
	return b.String() + ">\n"
}

// find is the form that leads to the page for searching.
func (f Frame) find() string {
	if f.Find == "" {
		return ""
	}
	return `<form class="find" role="search" action="` + html.EscapeString(f.Find) + `"><input type="search" name="q" aria-label="` + htmlText(f.FindName) +
		`" placeholder="` + htmlText(f.FindHint) + `" autocomplete="off" spellcheck="false"> <button>` + htmlText(f.FindName) + "</button></form>"
}

// NavHTML is the list of the parts of the site; "" without a frame.
func (f Frame) NavHTML() template.HTML {
	if len(f.Nav) == 0 {
		return ""
	}
	return template.HTML(`<nav class="site" aria-label="` + htmlText(f.NavName) + `"><ul>` + f.items(f.Nav) + "</ul>" + f.find() + "</nav>\n") //nolint:gosec // lines are escaped
}

// FootHTML is what stands at the end of the page; "" without a frame.
func (f Frame) FootHTML() template.HTML {
	if len(f.Foot) == 0 {
		return ""
	}
	return template.HTML(`<ul class="foot">` + f.items(f.Foot) + "</ul>") //nolint:gosec // lines are escaped
}

func (Frame) items(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString("<li>" + htmlLine(l) + "</li>")
	}
	return b.String()
}
