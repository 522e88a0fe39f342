package markdown

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

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
