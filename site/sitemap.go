package site

import (
	"encoding/xml"
	"slices"
)

// sitemap lists the pages (sitemaps.org). It has no dates, so that the same data gives the same
// file.
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
	return xmlFile("sitemap.xml", all, " ")
}

// xmlFile returns a file of XML with this indentation.
func xmlFile(path string, document any, indent string) File {
	text, err := xml.MarshalIndent(document, "", indent)
	if err != nil {
		panic(err) // documents are structs of strings
	}
	return File{path, slices.Concat([]byte(xml.Header), text, []byte("\n"))}
}
