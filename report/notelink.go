package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
)

// manyNotes is how many release notes a change shows; the JSON form has all.
const manyNotes = 3

var (
	repositoryPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9._-]{1,100}$`)
	authorPattern     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,60}(\[bot\])?$`)
)

// project is the repository that pull requests are of unless told otherwise.
const project = "kubernetes/kubernetes"

// pullURL is the address of a pull request.
func pullURL(repository string, pr int) string {
	if !repositoryPattern.MatchString(repository) || strings.Contains(repository, "..") {
		repository = project
	}
	return fmt.Sprintf("https://github.com/%s/pull/%d", repository, pr)
}

// pullName is "#108445", with the repository where that is another.
func pullName(repository string, pr int) string {
	if repository != "" && repository != project && repositoryPattern.MatchString(repository) {
		return fmt.Sprintf("%s#%d", repository, pr)
	}
	return fmt.Sprintf("#%d", pr)
}

func markdownPull(repository string, pr int) string {
	return fmt.Sprintf("[%s](%s)", strings.ReplaceAll(pullName(repository, pr), "_", `\_`), pullURL(repository, pr))
}

// markdownAuthor links to somebody who wrote an entry; what is no name of GitHub
// is shown as text.
func markdownAuthor(name string) string {
	if !authorPattern.MatchString(name) {
		return escape.Markdown(name)
	}
	account, bot := strings.CutSuffix(name, "[bot]")
	if bot {
		return fmt.Sprintf(`[@%s\[bot\]](https://github.com/apps/%s)`, account, account)
	}
	return fmt.Sprintf("[@%s](https://github.com/%s)", strings.ReplaceAll(account, "_", `\_`), account)
}

// noteLinks writes the notes behind a change, best first, each by one, and the
// SIGs, which escape makes safe for the place.
func noteLinks(links []NoteLink, sigs []string, w language.Words, one func(NoteLink) string, escape func(string) string) string {
	var parts []string
	// An entry without a pull request says little where there are others.
	if numbered := slices.DeleteFunc(slices.Clone(links), func(l NoteLink) bool { return l.PR == 0 }); len(numbered) > 0 {
		links = numbered
	}
	for i, l := range links {
		if i == manyNotes {
			parts = append(parts, w.Text(language.AndMore, len(links)-manyNotes))
			break
		}
		name := one(l)
		if l.Confidence != "introduced-by" {
			name = w.Text(language.Probably, name)
		}
		parts = append(parts, name)
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.TrimSpace(strings.Join(parts, ", ") + " " + escape(sigNames(sigs, w)))
}

func (m *markdown) noteCell(links []NoteLink, sigs []string) string {
	if !m.r.hasNotes() {
		return ""
	}
	return noteLinks(links, sigs, m.w, func(l NoteLink) string {
		if l.PR == 0 {
			return m.w.Text(language.NotesOf, escape.Markdown(l.Release))
		}
		return markdownPull(l.Repository, l.PR)
	}, escape.Markdown)
}

// noteSuffix is the end of a line of a list.
func (m *markdown) noteSuffix(links []NoteLink, sigs []string) string {
	if cell := m.noteCell(links, sigs); cell != "" {
		return " · " + cell
	}
	return ""
}

// notesBehind says below the summary what was joined, and what has no note.
func (m *markdown) notesBehind() {
	for _, line := range m.r.joinedLines(m.w) {
		m.item(weightGap)
		m.printf("\n%s\n", escape.Markdown(line))
	}
}

// joinedLines tell in sentences what became of the notes in a report about the
// API.
func (r *Report) joinedLines(w language.Words) (lines []string) {
	s := r.NotesScope
	if s == nil {
		return nil
	}
	without := 0
	for i := range r.Changes {
		if r.Changes[i].tellsOfNotes() && len(r.Changes[i].Notes) == 0 {
			without++
		}
	}
	if without > 0 && r.hasNotes() {
		lines = append(lines, w.Count(language.WithoutNote, without))
	}
	if s.Unattributed > 0 {
		lines = append(lines, w.Count(language.Unattributed, s.Unattributed))
	}
	return append(lines, s.gaps(r.printsEntries(), w)...)
}

// gaps tell what of the notes is not there.
func (s *NotesScope) gaps(entries bool, w language.Words) (lines []string) {
	if entries && !s.Texts {
		line := w.Text(language.NoTextsPlain)
		if s.NoTexts != "" {
			line = w.Text(language.NoTexts, strings.TrimRight(s.NoTexts, ". "))
		}
		lines = append(lines, line)
	}
	for _, missing := range s.Missing {
		lines = append(lines, w.Text(language.MissingNotes, missing.Release, missing.Reason))
	}
	return append(lines, s.Warnings...)
}
