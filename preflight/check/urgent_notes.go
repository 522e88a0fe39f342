package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/diff/rule"
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

// summary returns the action that a note requires, or what the note names if only its facts are
// known.
func summary(n noteOf) string {
	if text := oneLine(fact.Request(n.Text), 2000); text != "" { // no such note is longer
		return text
	}
	names := slices.Concat(n.Gates, n.Flags, n.GroupVersions, n.APIKinds, n.Fields, n.Metrics)
	about := "a release note that requires action"
	if len(n.SIGs) > 0 {
		about += " of SIG " + rule.First(n.SIGs, 3)
	}
	if len(names) > 0 {
		about += ", about " + rule.First(names, 6)
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
