package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/language"
)

// manyNotes is the most release notes of a change that are shown; JSON contains all.
const manyNotes = 3

var (
	repositoryPattern = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9._-]{1,100}$`)
	authorPattern     = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9_-]{0,60}(\[bot\])?$`)
)

// project is the default repository of pull requests.
const project = "kubernetes/kubernetes"

func ofProject(repository string) bool { return repository == "" || repository == project }

func pullURL(repository string, pr int) string {
	if !repositoryPattern().MatchString(repository) || strings.Contains(repository, "..") {
		repository = project
	}
	return fmt.Sprintf("https://github.com/%s/pull/%d", repository, pr)
}

// pullName is "#108445", with the repository if it is another one.
func pullName(repository string, pr int) string {
	if !ofProject(repository) && repositoryPattern().MatchString(repository) {
		return fmt.Sprintf("%s#%d", repository, pr)
	}
	return fmt.Sprintf("#%d", pr)
}

// unlinked says how many changes no entry is about.
func (r *Report) unlinked(w language.Words) (lines []string) {
	without := 0
	for i := range r.Changes {
		if r.Changes[i].tellsOfNotes() && len(r.Changes[i].Notes) == 0 {
			without++
		}
	}
	if without > 0 && r.hasNotes() {
		lines = append(lines, w.Count("without-note", without))
	}
	if n := r.notes().Unattributed; n > 0 {
		lines = append(lines, w.Count("unattributed", n))
	}
	return lines
}

// gaps says which notes and texts are missing.
func (s *NotesScope) gaps(entries bool, w language.Words) (lines []string) {
	if entries && !s.Texts {
		line := w.Text("no-texts-plain")
		if s.NoTexts != "" {
			line = w.Text("no-texts", strings.TrimRight(s.NoTexts, ". "))
		}
		lines = append(lines, line)
	}
	missing := slice.Map(s.Missing, func(m MissingNotes) string { return w.Text("missing-notes", m.Release, m.Reason) })
	return slices.Concat(lines, missing, s.Warnings)
}
