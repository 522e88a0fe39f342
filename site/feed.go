package site

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/page"
)

// feedOf is the address of the feed of a page.
func feedOf(at string) string { return at + ".atom" }

// feed is an Atom feed (RFC 4287): an entry for each release, newest first.
type feed struct {
	v       *view
	path    string
	doc     atomFeed
	entries []atomEntry
}

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Author  atomAuthor  `xml:"author"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// newFeed begins the feed of a page.
func (v *view) newFeed(path, title, at string) *feed {
	return &feed{v: v, path: path, doc: atomFeed{
		Lang: v.tag, ID: v.id(path), Title: escape.Plain(title), Links: []atomLink{{"", v.absolute(path, at)}, {"self", v.self(path)}}, Author: atomAuthor{v.Tool.Name},
	}}
}

// id names a part of the site for ever, wherever it is hosted (RFC 4151).
func (v *view) id(of string) string { return "tag:kubedelta.dev,2026:" + v.tag + "/" + of }

// absolute is the address of a page, from a feed. Without an address of the site it is
// relative to the feed.
func (v *view) absolute(feed, at string) string {
	if v.BaseURL == "" {
		return to(feed, at, "")
	}
	return v.BaseURL + v.folder + at + ".html"
}

func (v *view) self(feed string) string {
	if v.BaseURL == "" {
		return feed[strings.LastIndexByte(feed, '/')+1:]
	}
	return v.BaseURL + v.folder + feed
}

// add adds the entry of a release, newest first. A release whose day is not known has
// that of the data.
func (f *feed) add(s *step, at, title string, lines []string) {
	day := f.v.Dates[s.release]
	if day == "" {
		day = f.v.Made
	}
	const most = 100
	if more := len(lines) - most; more > 0 {
		lines = append(lines[:most:most], f.v.w.Text("and-more", more))
	}
	f.entries = append(f.entries, atomEntry{
		ID: f.v.id(f.path + "#" + s.release.String()), Title: escape.Plain(title), Updated: day + "T00:00:00Z",
		Link: atomLink{Href: f.v.absolute(f.path, at)}, Summary: strings.Join(lines, "\n"),
	})
}

// changes adds the releases of some events, which are newest first.
func (f *feed) changes(events []event) {
	lines := map[string][]string{}
	for _, e := range events {
		c := e.Of(e.schema, e.field)
		text := report.SeverityRun(c.Severity, f.v.w).Text + ": " + textOf(report.ChangeLine(c, f.v.w))
		if e.path != "" && e.path != e.field {
			text += " (" + escape.Plain(e.path) + ")"
		}
		lines[e.Release.String()] = append(lines[e.Release.String()], text)
	}
	for i := len(f.v.steps) - 1; i >= 0; i-- {
		s := f.v.steps[i]
		if some := lines[s.release.String()]; len(some) > 0 {
			f.add(s, apiPage(s.release), f.doc.Title+" "+s.release.String()+": "+f.v.w.Count("site-changes", len(some)), some)
		}
	}
}

// textOf is a line without its settings.
func textOf(line page.Line) string {
	var b strings.Builder
	for _, r := range line {
		b.WriteString(escape.Plain(r.Text))
	}
	return b.String()
}

// file is the feed as it is written.
func (f *feed) file() File {
	f.doc.Entries = f.entries
	f.doc.Updated = f.v.Made + "T00:00:00Z"
	if len(f.entries) > 0 {
		f.doc.Updated = f.entries[0].Updated
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	if err := e.Encode(f.doc); err != nil {
		panic(err) // structs of texts
	}
	b.WriteString("\n")
	return File{f.v.folder + f.path, b.Bytes()}
}
