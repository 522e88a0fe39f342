package markdown

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Parse parses notes. A text with headings such as "# v1.24.3" is a whole file: each such heading
// begins a document, in the order of the file, and the text above the first one is ignored. Any
// other text is the body of one release. release is its name. If release is empty, the first
// heading with a version names it.
func Parse(text []byte, release string) []changelog.Document {
	all := split(text)
	return slice.Map(bodies(all, release), read)
}

func read(b body) changelog.Document {
	r := &reader{
		doc:  changelog.Document{Release: b.release, Form: changelog.FormMarkdown},
		seen: map[changelog.PullRequest]kept{},
	}
	for _, block := range blocks(b.lines) {
		at := placeOf(block.path)
		switch at.part {
		case entries:
			r.entries(at, block.lines)
		case themes, issues:
			r.prose(at, block)
		case security:
			r.security(block)
		case modules:
			r.modules(at, block.lines)
		case leftOut:
			r.skipAll(block.lines, at.reason())
		}
	}
	r.finishTexts()
	r.doc.FillLists()
	return r.doc
}

// reader builds the document of one release.
type reader struct {
	doc changelog.Document
	// seen maps a pull request to its note.
	seen map[changelog.PullRequest]kept
	// proseTexts and advisoryTexts are the paragraphs of prose and advisories, until all are read.
	proseTexts, advisoryTexts [][]string
	// advisory: the last advisory is still being read.
	advisory bool
}

func (r *reader) skip(it item, reason string) {
	const shown = 80 // for warnings
	r.doc.Stats.Bullets++
	r.doc.Stats.Skipped = append(r.doc.Stats.Skipped, changelog.Skipped{Line: it.line, Reason: reason, Text: phrase.Clip(it.content, shown)})
}

func (r *reader) skipAll(lines []line, reason string) {
	found, _ := items(lines)
	for _, it := range found {
		r.skip(it, reason)
	}
}
