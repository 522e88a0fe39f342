package markdown

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// entries reads the bullets of a section.
func (r *reader) entries(at place, lines []line) {
	r.advisory = false
	found, loose := items(lines)
	for _, it := range found {
		r.item(at, it, 0)
	}
	switch at.section {
	case changelog.Urgent:
		r.urgent(at, loose)
	case changelog.Uncategorized:
		for _, it := range paragraphItems(loose) {
			r.skip(it, "text above the sections")
		}
	default:
		for _, it := range paragraphItems(loose) {
			r.paragraph(at, it)
		}
	}
}

// paragraph reads a paragraph of a section as a note without a bullet.
func (r *reader) paragraph(at place, it item) {
	switch text := it.text(); {
	case strings.HasSuffix(text, ":"):
		r.skip(it, "label of a group")
	case strings.HasPrefix(text, "<!--"):
		r.skip(it, "comment")
	default:
		r.entry(at, it)
	}
}

// item reads a bullet, the bullets of a group, or the notes that one bullet contains.
func (r *reader) item(at place, it item, depth int) {
	if depth < mostNesting {
		if group, children := it.expand(); children != nil {
			r.skip(it, "label of a group")
			below := at
			below.headings = append(slices.Clip(at.headings), group)
			if sig := headingSIG(group); sig != "" {
				below.sig = sig
			}
			for _, child := range children {
				r.item(below, child, depth+1)
			}
			return
		}
	}
	for _, part := range it.sequel() {
		r.entry(at, part)
	}
}

func (r *reader) entry(at place, it item) {
	text := it.text()
	if text == "" {
		r.skip(it, "empty bullet")
		return
	}
	n := r.note(at, text)
	if n.PR != 0 && r.full(n) {
		r.skip(it, "one more entry of a pull request that has too many")
		return
	}
	r.doc.Stats.Bullets++
	r.doc.Stats.Count(&n)
	r.add(n)
}

func (r *reader) note(at place, text string) changelog.Note {
	text, t := takeTail(text)
	n := changelog.Note{
		Release:  r.doc.Release,
		Section:  at.section,
		Sections: []changelog.Section{at.section},
		Headings: at.headings,
		SIGs:     t.sigs,
		Authors:  slice.Add(nil, t.authors...),
		Text:     text,

		ActionRequired: at.section == changelog.Urgent || changelog.AsksForAction(text),
	}
	for _, ref := range t.refs {
		n.PRs = slice.Add(n.PRs, ref.Number)
	}
	if len(t.refs) > 0 {
		n.PR, n.Repository = t.refs[0].Number, t.refs[0].Repository
	}
	switch {
	case t.courtesy:
		n.SIGSource = changelog.SIGFromCourtesy
	case len(t.sigs) > 0:
		n.SIGSource = changelog.SIGFromTail
	case at.sig != "":
		n.SIGs, n.SIGSource = []string{at.sig}, changelog.SIGFromHeading
	default:
		n.SIGSource = changelog.SIGUnknown
	}
	return n
}

// takeTail finds the tail at the end of the text, or else at the end of a line, such as the line
// before sub-bullets, or else in the links at the end, which stay in the text.
func takeTail(text string) (string, tail) {
	rest, t, ok := cutTail(text)
	if ok && len(t.refs)+len(t.authors) > 0 {
		return rest, t
	}
	if ok {
		text = rest
	}
	if rest, inner, ok := lineTail(text); ok {
		if len(t.sigs) > 0 {
			inner.sigs, inner.courtesy = t.sigs, t.courtesy
		}
		return rest, inner
	}
	t.linkedAtEnd(text)
	return text, t
}

// lineTail takes the first tail that is at the end of a line.
func lineTail(text string) (string, tail, bool) {
	for start := 0; start < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		line := text[start:end]
		if tailed(line) {
			if rest, t, ok := cutTail(line); ok && len(t.refs) > 0 {
				if strings.HasSuffix(strings.TrimSpace(line), ":") {
					rest += ":"
				}
				indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
				return strings.TrimSpace(text[:start] + indent + rest + text[end:]), t, true
			}
		}
		start = end + 1
	}
	return text, tail{}, false
}

// linkedAtEnd adds the pull requests and authors that the end of a text links to.
func (t *tail) linkedAtEnd(text string) {
	const end = 320
	from := max(0, len(text)-end)
	for part := range strings.SplitSeq(text[from:], "](") {
		url, after, _ := strings.Cut(part, ")")
		if !strings.Contains(url, "/pull/") {
			continue
		}
		if ref, ok := changelog.PullRequestOf(url); ok && ref.Repository == "" {
			t.refs = append(t.refs, ref)
			if _, user, ok := strings.Cut(after, "[@"); ok {
				t.author(user)
			}
		}
	}
}
