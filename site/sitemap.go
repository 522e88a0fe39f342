package site

import (
	"bytes"
	"encoding/xml"
	"slices"
)

// sitemap lists the pages (sitemaps.org). It has no dates: a page changes with the data,
// and the same data gives the same bytes.
func (b *builder) sitemap() File {
	type location struct {
		Loc string `xml:"loc"`
	}
	type urlset struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []location `xml:"url"`
	}
	b.mu.Lock()
	slices.Sort(b.paths)
	var all urlset
	for _, path := range b.paths {
		all.URLs = append(all.URLs, location{b.BaseURL + path})
	}
	b.mu.Unlock()
	var out bytes.Buffer
	out.WriteString(xml.Header)
	e := xml.NewEncoder(&out)
	e.Indent("", " ")
	if err := e.Encode(all); err != nil {
		panic(err) // structs of texts
	}
	out.WriteString("\n")
	return File{"sitemap.xml", out.Bytes()}
}
