package markdown

import (
	"cmp"
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

// security reads the advisories of a release. A heading with a CVE begins one. Everything below it
// is its text, including headings.
func (r *reader) security(b block) {
	r.skipAll(b.lines, place{part: security}.reason())
	own := b.path[len(b.path)-1]
	text := plain(b.lines)
	if name, title := cveIn(own.title); name != "" {
		r.addAdvisory(changelog.Advisory{CVE: name, Title: title, Rating: rating(text)}, text)
		r.advisory = true
		return
	}
	if meaningOf(own.title).known {
		// It is the heading of the part itself.
		r.advisory = false
		r.loneAdvisories(b.lines)
		return
	}
	if n := len(r.doc.Advisories); r.advisory && n > 0 {
		last := &r.doc.Advisories[n-1]
		r.advisoryTexts[n-1] = append(r.advisoryTexts[n-1], own.line.rest, text)
		last.Rating = cmp.Or(last.Rating, rating(text))
	}
}

// loneAdvisories reads bullets with a CVE that have no heading of their own (1.13).
func (r *reader) loneAdvisories(lines []line) {
	found, _ := items(lines)
	for _, it := range found {
		text := it.text()
		if name, _ := cveIn(text); name != "" {
			r.addAdvisory(changelog.Advisory{CVE: name, Rating: rating(text)}, text)
		}
	}
}

func (r *reader) addAdvisory(a changelog.Advisory, text string) {
	r.doc.Advisories = append(r.doc.Advisories, a)
	r.advisoryTexts = append(r.advisoryTexts, []string{text})
}

var cve = lazy.Regexp(`CVE-\d{4}-\d{4,}`)

// cveIn returns the first CVE of a text, and the text after it.
func cveIn(s string) (name, after string) {
	at := cve().FindStringIndex(s)
	if at == nil {
		return "", ""
	}
	after = s[at[1]:]
	if strings.HasPrefix(after, "](") {
		_, after, _ = strings.Cut(after, ")")
	}
	return s[at[0]:at[1]], strings.Trim(after, " \t:-–—")
}

// rating parses "**CVSS Rating:** Medium (5.1) [CVSS:3.1/…](…)".
func rating(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		_, after, ok := strings.Cut(line, "CVSS Rating:")
		if !ok {
			continue
		}
		after = strings.TrimLeft(after, "* \t")
		if score, _, ok := strings.Cut(after, "["); ok && strings.TrimSpace(score) != "" {
			after = score
		} else if _, score, ok := strings.Cut(after, ")"); ok && strings.HasPrefix(after, "[") {
			after = score
		}
		after, _, _ = strings.Cut(after, "<br>")
		return strings.Trim(after, " \t*<>")
	}
	return ""
}

// modules adds the lists of dependencies. Bullets outside of the lists are sentences in 1.18 and
// before. They are skipped.
func (r *reader) modules(at place, lines []line) {
	found, _ := items(lines)
	for _, it := range found {
		r.skip(it, at.reason())
		text := it.text()
		if text == "" {
			continue
		}
		d := &r.doc.Dependencies
		switch at.title {
		case "added":
			d.Added = append(d.Added, text)
		case "changed":
			d.Changed = append(d.Changed, text)
		case "removed":
			d.Removed = append(d.Removed, text)
		}
	}
}
