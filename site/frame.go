package site

import (
	"bytes"
	"cmp"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// leaf is a page of blocks.
type leaf struct {
	// at is its address, without the extension.
	at, title string
	// name follows the title in the title of the document; "" if no other page has the same title.
	name string
	// blocks adds the blocks below the title.
	blocks func(add page.Adder)
	// data is the JSON of the page; nil for none.
	data any
	// feed is the address of its feed, or "" for that of the site.
	feed    string
	scripts []string
	// words are texts for its scripts.
	words [][2]string
}

func (v *view) put(l leaf) error {
	title := escape.Plain(l.title + phrase.With(" (", l.name, ")"))
	return v.write(l, page.Page{Title: title, Tool: v.Tool.String(), Language: v.tag, Blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(l.title)})
		l.blocks(add)
	}})
}

func (v *view) write(l leaf, p page.Page) error {
	var html, data bytes.Buffer
	if err := p.HTMLIn(&html, v.frame(l)); err != nil {
		return err
	}
	if l.data == nil {
		return v.emit(File{v.folder + l.at + ".html", html.Bytes()})
	}
	if err := format.WriteJSON(&data, l.data); err != nil {
		return err
	}
	return v.emit(File{v.folder + l.at + ".html", html.Bytes()}, File{v.folder + l.at + ".json", data.Bytes()})
}

// Entries of the feed can be added while the page is written.
func (v *view) putWithFeed(l leaf, f *feed) error {
	l.feed = f.path
	if err := v.put(l); err != nil {
		return err
	}
	return v.emit(f.file())
}

func (v *view) frame(l leaf) page.Frame {
	up := root(l.at)
	f := page.Frame{
		Root: v.site(l.at), NavName: v.w.Text("site-nav"), Scripts: l.scripts, Words: l.words,
		Links: v.links(l, up), Find: to(l.at, searchPage, ""), FindName: v.w.Text("site-search"), FindHint: v.w.Text("site-search-hint"),
	}
	for _, part := range []struct {
		name language.Key
		at   string
	}{
		{"site-home", homePage}, {"site-resources", kindsPage}, {"site-gates", gatesPage}, {"site-sigs", sigsPage},
		{"site-matrix", matrixPage}, {"site-compare", comparePage}, {"site-about", aboutPage},
	} {
		f.Nav = append(f.Nav, page.Line{linked(page.Text(v.w.Text(part.name)), l.at, part.at, "")})
	}
	for _, tag := range v.Languages {
		if tag != v.tag {
			f.Nav = append(f.Nav, page.Line{{Text: language.Of(tag).Text("site-language"), To: v.site(l.at) + v.inLanguage(l.at, tag)}})
		}
	}
	if l.data != nil {
		f.Foot = append(f.Foot, page.Line{{Text: v.w.Text("site-json"), To: up + l.at + ".json"}})
	}
	f.Foot = append(f.Foot, page.Line{{Text: v.w.Text("site-feed"), To: up + cmp.Or(l.feed, feedFile)}})
	f.Foot = append(f.Foot, page.Line{linked(page.Text(v.w.Text("site-about")), l.at, aboutPage, "")})
	return f
}

func (v *view) site(at string) string {
	if v.first {
		return root(at)
	}
	return root(at) + "../"
}

func (v *view) inLanguage(at, tag string) string {
	if tag == v.Languages[0] {
		return at + ".html"
	}
	return tag + "/" + at + ".html"
}

func (v *view) links(l leaf, up string) (out []page.Link) {
	whole := func(tag string) string {
		return cmp.Or(v.BaseURL, v.site(l.at)) + v.inLanguage(l.at, tag)
	}
	if v.BaseURL != "" {
		out = append(out, page.Link{Rel: "canonical", To: whole(v.tag)})
	}
	if len(v.Languages) > 1 {
		for _, tag := range v.Languages {
			out = append(out, page.Link{Rel: "alternate", Language: tag, To: whole(tag)})
		}
	}
	if l.data != nil {
		out = append(out, page.Link{Rel: "alternate", Type: "application/json", To: up + l.at + ".json"})
	}
	return append(out, page.Link{Rel: "alternate", Type: "application/atom+xml", Title: v.w.Text("site-feed"), To: up + cmp.Or(l.feed, feedFile)})
}
