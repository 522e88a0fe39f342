package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkUrgentNotes(in preflight.Input) (f found) {
	for _, n := range f.notesBetween(in) {
		if !n.ActionRequired {
			continue
		}
		it := f.add(published("%s: %s", n.minor, summary(n)))
		it.Value, it.Notes, it.Before = pullName(n), n.pulls(), hop(n.minor)
	}
	return f
}

func pullName(n noteOf) string {
	if n.PR == 0 {
		return n.Release
	}
	return "#" + strconv.Itoa(n.PR)
}

// summary returns a note, or the part of a long one that asks for an action, or what the note names
// if only its facts are known. A short note is not cut, because what asks refers to what precedes
// it: "Update clients that still set these fields".
func summary(n noteOf) string {
	const short = 500
	text := n.Text
	if len(text) > short {
		text = fact.Request(text)
	}
	if text = oneLine(text, 2000); text != "" { // no such note is longer
		return text
	}
	names := slices.Concat(n.Gates, n.Flags, n.GroupVersions, n.APIKinds, n.Fields, n.Metrics)
	about := "a release note"
	if len(n.SIGs) > 0 {
		about += " of SIG " + rule.First(n.SIGs, 3)
	}
	about += " requires action"
	if len(names) > 0 {
		about += "; it is about " + rule.First(names, 6)
	}
	return about
}

// oneLine returns a text on one line, truncated to a number of characters.
func oneLine(text string, limit int) string {
	line := strings.Join(strings.Fields(text), " ")
	if r := []rune(line); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return line
}

// excerpt returns the first paragraph of a text on one line, truncated.
func excerpt(text string) string {
	const limit = 300
	paragraph, _, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	if len(paragraph) > 8*limit {
		paragraph = strings.ToValidUTF8(paragraph[:8*limit], "")
	}
	return oneLine(paragraph, limit)
}

func checkKnownIssues(in preflight.Input) (f found) {
	switch {
	case len(in.Prose) > 0 || slices.Contains(in.Forms, changelog.FormMarkdown):
	case len(in.Forms) > 0:
		return unanswered("text of the release notes", "the texts of "+in.To.String()+" were given as JSON, which has no known issues; use the CHANGELOG with --notes-from")
	default:
		return unanswered("text of the release notes", "the built-in data contains no texts of the release notes; add them with --notes-from")
	}
	for _, p := range in.Prose {
		if p.Part != "Known Issues" {
			continue
		}
		title := cmp.Or(excerpt(p.Title), excerpt(p.Text))
		f.add(published("known issue: %s", title)).Value = title
	}
	return f
}

func checkSecurityFixes(in preflight.Input) (f found) {
	told := map[string]bool{}
	for _, n := range f.notesBetween(in) {
		for _, cve := range n.CVEs {
			it := f.add(published("%s: fixed in %s", cve, n.Release))
			it.Value, it.Notes, told[cve] = cve+" "+n.Release, n.pulls(), true
		}
	}
	for _, a := range in.Advisories {
		if told[a.CVE] || a.CVE == "" {
			continue
		}
		told[a.CVE] = true
		it := f.add(published("%s: %s", a.CVE, cmp.Or(excerpt(a.Title), excerpt(a.Text))))
		it.Message += phrase.With(", rated ", excerpt(a.Rating))
		it.Value = a.CVE
	}
	return f
}
