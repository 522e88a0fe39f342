package markdown

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// siteLink matches a link without a host, inline or as a reference.
var siteLink = lazy.Regexp(`(\]\(|(?m:^\[[^\]\n]+\]: +))/([^/])`)

// prose adds a part in words. Headings below that of the theme or issue stay in its text.
func (r *reader) prose(at place, b block) {
	r.skipAll(b.lines, at.reason())
	name := string(at.part)
	text := plain(b.lines)
	own := b.path[len(b.path)-1]
	if n := len(r.doc.Prose); n > 0 && own.title != at.title && at.title != "" {
		if last := r.doc.Prose[n-1]; last.Part == name && last.Title == at.title {
			r.proseTexts[n-1] = append(r.proseTexts[n-1], own.line.rest, text)
			return
		}
	}
	if text != "" || at.title != "" {
		r.addProse(changelog.Prose{Part: name, Title: at.title}, text)
	}
}

func (r *reader) addProse(p changelog.Prose, text string) {
	r.doc.Prose = append(r.doc.Prose, p)
	r.proseTexts = append(r.proseTexts, []string{text})
}

// finishTexts joins the paragraphs of prose and advisories.
func (r *reader) finishTexts() {
	for i, texts := range r.proseTexts {
		r.doc.Prose[i].Text = absolute(paragraphs(texts))
	}
	for i, texts := range r.advisoryTexts {
		r.doc.Advisories[i].Text = paragraphs(texts)
	}
}

// absolute adds the host of the website, for which the themes are written, to links without one.
func absolute(text string) string {
	return siteLink().ReplaceAllString(text, "${1}https://kubernetes.io/${2}")
}

func paragraphs(texts []string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n\n")
}

// urgent adds the prose between the urgent notes.
func (r *reader) urgent(at place, loose []line) {
	text := plain(loose)
	if text == "" {
		return
	}
	p := changelog.Prose{Part: string(changelog.Urgent)}
	if len(at.headings) > 0 {
		p.Title = at.headings[0]
	}
	r.addProse(p, text)
}

// plain joins lines unchanged.
func plain(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.without(0))
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}
