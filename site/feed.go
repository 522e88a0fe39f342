package site

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/escape"
)

func feedOf(at string) string { return at + ".atom" }

// feed is an Atom feed (RFC 4287) with an entry for each release, newest first.
type feed struct {
	v    *view
	path string
	doc  atomFeed
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

func (v *view) newFeed(path, title, at string) *feed {
	return &feed{v: v, path: path, doc: atomFeed{
		Lang: v.tag, ID: v.id(path), Title: escape.Plain(title), Links: []atomLink{{"", v.absolute(path, at)}, {"self", v.self(path)}}, Author: atomAuthor{v.Tool.Name},
	}}
}

// id returns a permanent identifier for a part of the site, independent of its address (RFC 4151).
func (v *view) id(of string) string { return "tag:kubedelta.dev,2026:" + v.tag + "/" + of }

// absolute returns the address of a page from a feed, which is relative without the address of the site.
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

// add adds the entry of a release. Entries must be added newest first. If the release date is not
// known, the entry has the date of the data set.
func (f *feed) add(s *step, at, title string, lines []string) {
	const most = 100
	if more := len(lines) - most; more > 0 {
		lines = append(lines[:most:most], f.v.w.Text("and-more", more))
	}
	f.doc.Entries = append(f.doc.Entries, atomEntry{
		ID: f.v.id(f.path + "#" + s.release.String()), Title: escape.Plain(title), Updated: cmp.Or(f.v.Dates[s.release], f.v.Made) + "T00:00:00Z",
		Link: atomLink{Href: f.v.absolute(f.path, at)}, Summary: strings.Join(lines, "\n"),
	})
}

// changes adds entries for the releases of events, which are sorted newest first.
func (f *feed) changes(events []event) {
	lines := map[string][]string{}
	for _, e := range events {
		c := e.Of(e.schema, e.field)
		text := report.SeverityRun(c.Severity, f.v.w).Text + ": " + report.ChangeLine(c, f.v.w).Plain()
		if e.path != "" && e.path != e.field {
			text += " (" + escape.Plain(e.path) + ")"
		}
		lines[e.Release.String()] = append(lines[e.Release.String()], text)
	}
	for _, s := range slices.Backward(f.v.steps) {
		if some := lines[s.release.String()]; len(some) > 0 {
			f.add(s, apiPage(s.release), f.doc.Title+" "+s.release.String()+": "+f.v.w.Count("site-changes", len(some)), some)
		}
	}
}

func (f *feed) file() File {
	f.doc.Updated = f.v.Made + "T00:00:00Z"
	if len(f.doc.Entries) > 0 {
		f.doc.Updated = f.doc.Entries[0].Updated
	}
	return xmlFile(f.v.folder+f.path, f.doc, "  ")
}
