package report

import (
	"fmt"
	"maps"
	"slices"
	"text/template"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/report/prose"
)

// functions are the functions of templates. docs/changelog.md documents them; a test compares the
// two.
func (r *Report) functions() template.FuncMap {
	w := r.words()
	in := wording{w}
	functions := format.Functions()
	maps.Copy(functions, template.FuncMap{
		// Fixed texts.
		"t": func(key string, args ...any) (string, error) {
			return lookUp(key, func(k language.Key) string { return w.Text(k, args...) })
		},
		"count": func(key string, n int, args ...any) (string, error) {
			return lookUp(key, func(k language.Key) string { return w.Count(k, n, args...) })
		},
		"said":  func(clause string) string { return escape.Markdown(w.Said(clause)) },
		"title": func() string { return escape.Markdown(r.Title()) },
		"scope": func() string {
			if r.aboutNotes() {
				return escape.Markdown(r.notesLine(w))
			}
			return escape.Markdown(r.Scope())
		},
		"gaps": func() []string {
			if r.NotesScope == nil {
				return nil
			}
			return each(r.NotesScope.gaps(true, w), escape.Markdown)
		},
		// Entries.
		"groups":      r.EntryGroups,
		"sections":    r.allSections,
		"entries":     r.entriesOf,
		"urgent":      r.UrgentEntries,
		"action":      func() []Note { return action(r.Notes) },
		"themes":      func() []changelog.Prose { return r.themes("Major Themes") },
		"knownIssues": func() []changelog.Prose { return r.themes("Known Issues") },
		"entry":       func(n Note) string { return page.MarkdownEntry(r.entry(&n, in)) },
		"entryText":   func(n Note) string { return prose.Markdown(n.shownText()) },
		"tail":        func(n Note) string { return page.MarkdownLine(n.tail(in)) },
		"remarks":     func(n Note) []string { return slice.Map(r.remarks(&n, in), page.MarkdownLine) },
		"prs":         func(n Note) string { return page.MarkdownLine(n.pullLine()) },
		// API changes.
		"changes": r.changesOf,
		"api":     func(c Change) string { return page.MarkdownLine(apiLine(c.api())) },
		"claim":   func(u Unserved) string { return page.MarkdownLine(u.line(in)) },
		"sentence": func(c Change) string {
			if w.English() {
				return escape.Markdown(c.Message)
			}
			return page.MarkdownLine(Line{Change: c}.line(in)) // what changed is code
		},
		"behind": func(c Change) string {
			if !r.hasNotes() {
				return ""
			}
			return page.MarkdownLine(noteLinks(c.Notes, c.SIGs, in))
		},
		// Words and links.
		"sigs":       func(labels []string) string { return escape.Markdown(sigNames(labels, w)) },
		"prLink":     func(pr int) string { return page.MarkdownLine(page.Line{Pull("", pr)}) },
		"authorLink": func(name string) string { return page.MarkdownLine(page.Line{author(name)}) },
		"kepLink":    func(number int) string { return page.MarkdownLine(page.Line{KEP(number)}) },
		"markdown":   prose.Markdown,
		"inline":     prose.Inline,
		"indent":     func(by int, s string) string { return prose.Indent(s, max(0, min(by, 40))) },
	})
	return functions
}

func (r *Report) allSections() (out []EntrySection) {
	if urgent := r.UrgentEntries(); len(urgent) > 0 {
		out = append(out, EntrySection{Name: changelog.Urgent, Title: sectionTitle(changelog.Urgent, r.words()), Entries: urgent})
	}
	return append(out, r.entrySections(r.Notes)...)
}

func (r *Report) entriesOf(section string) []Note {
	for _, s := range r.allSections() {
		if canonicalKind(string(s.Name)) == canonicalKind(section) {
			return s.Entries
		}
	}
	return nil
}

func (r *Report) changesOf(section string) ([]Change, error) {
	all := r.Sections()
	changes, known := map[string][]Change{
		"removed": all[removed].Changes, "deprecated": all[deprecated].Changes, "graduated": all[graduated].Changes, "added": all[added].Changes,
		"other": slices.Concat(all[changed].Changes, all[other].Changes),
	}[section]
	if known {
		return changes, nil
	}
	return nil, fmt.Errorf("there is no section %q of changes; the sections are removed, deprecated, graduated, added, other", section)
}

// lookUp returns a fixed text. fill returns the text of a key.
func lookUp(key string, fill func(language.Key) string) (string, error) {
	if !language.Has(language.Key(key)) {
		known := slice.Map(language.Keys(), func(k language.Key) string { return string(k) })
		if near := nearest.Word(key, known); near != "" {
			return "", fmt.Errorf("there is no fixed text %q; did you mean %q?", key, near)
		}
		return "", fmt.Errorf("there is no fixed text %q", key)
	}
	text := fill(language.Key(key))
	if misfilled().MatchString(text) {
		return "", fmt.Errorf("the fixed text %q takes other arguments: %s", key, text)
	}
	return text, nil
}

// misfilled matches a text with more or fewer arguments than it takes.
var misfilled = lazy.Regexp(`%!|%(\[[0-9]+\])?[sd]`)
