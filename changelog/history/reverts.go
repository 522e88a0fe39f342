package history

import (
	"slices"
	"strconv"
	"sync"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// alikeRevert is the least share of common words at which a revert is assigned to a note. Below it,
// most pairs are wrong (measured for 1.20 to 1.36).
const alikeRevert = 0.75

// pullRequest matches references to a pull request.
var pullRequest = lazy.Regexp(`(?:#|/(?:pull|issues)/)(\d{3,7})\b`)

// MarkReverts finds the notes that revert others, and adds a reference in both directions. The
// reverted change is not in the release if both notes are of the same release. If the source of the
// release has the gates as the reverted note says, the change was made again, often without a note:
// then only the revert has a reference.
func MarkReverts(notes []changelog.Note) {
	byPR := map[int]int{}
	for i, n := range notes {
		if _, has := byPR[n.PR]; !has && n.Repository == "" {
			byPR[n.PR] = i
		}
	}
	texts := make([]read, len(notes))
	for i := range notes {
		text := notes[i].Text
		texts[i] = read{sync.OnceValue(func() map[string]bool { return set(text) }), sync.OnceValue(func() bool { return bringsIn(text) })}
	}
	for i := range notes {
		if notes[i].Reverts != 0 || !notes[i].IsRevert && !begins(notes[i].Text, "remove", "removes", "removed", "drop", "drops", "dropped") {
			continue
		}
		target, found := 0, false
		if notes[i].IsRevert {
			target, found = named(notes, i, byPR)
		}
		if !found {
			target, found = alike(notes, texts, i)
		}
		if !found {
			continue
		}
		notes[i].Reverts = notes[target].PR
		same := notes[target].Release == notes[i].Release
		if same && sourceConfirms(&notes[target]) {
			continue
		}
		notes[target].RevertedBy = notes[i].PR
		notes[target].NotInRelease = same
	}
}

// sourceConfirms reports whether a note has statements about the stage or default of gates, and the source
// of its release agrees with all of them.
func sourceConfirms(n *changelog.Note) bool {
	v, err := changelog.ParseVersion(n.Release)
	if err != nil {
		return false
	}
	table, err := gate.Known()
	if err != nil || !v.Final() || !table.Covers(v.Release) {
		return false
	}
	said, agrees := false, true
	eachSaying(n, func(of saying, now string) {
		state := table.At(gate.Components, of.gate, v.Release)
		is := "off"
		switch {
		case of.stage && state.Stage == gate.Stable:
			is = string(discovery.Stable)
		case of.stage:
			is = string(state.Stage)
		case state.Default:
			is = "on"
		}
		said, agrees = true, agrees && state.Known() && is == now
	})
	return said && agrees
}

// named returns the note whose number the revert contains.
func named(notes []changelog.Note, revert int, byPR map[int]int) (int, bool) {
	for _, m := range pullRequest().FindAllStringSubmatch(notes[revert].Text, -1) {
		pr, err := strconv.Atoi(m[1])
		if err != nil {
			continue
		}
		if i, has := byPR[pr]; has && i != revert && notes[i].PR < notes[revert].PR {
			return i, true
		}
	}
	return 0, false
}

// read has the words of a text, and whether it begins with an addition, each computed once: every revert
// is compared with all notes before it.
type read struct {
	words  func() map[string]bool
	brings func() bool
}

// alike returns the earlier note with the words most similar to those of the revert. A note that
// does not call itself a revert can only revert a note about something new: "Remove the API X"
// reverts "Introduce the API X".
func alike(notes []changelog.Note, texts []read, revert int) (best int, found bool) {
	if slices.Contains(notes[revert].Areas, "dependency") {
		return 0, false
	}
	own := texts[revert].words()
	score := alikeRevert
	for i, n := range notes {
		if n.PR >= notes[revert].PR || n.PR == 0 || n.IsRevert || slices.Contains(n.Areas, "dependency") {
			continue
		}
		if !notes[revert].IsRevert && !texts[i].brings() {
			continue
		}
		if s := jaccard(own, texts[i].words()); s >= score && (s > score || !found) {
			best, score, found = i, s, true
		}
	}
	return best, found
}

// headWords is the number of words at the beginning of a note in which its verb must be.
const headWords = 5

// bringsIn reports whether the note begins with an addition or a graduation.
func bringsIn(text string) bool {
	return begins(text, "add", "adds", "added", "adding", "introduce", "introduces", "introduced", "introducing",
		"promote", "promotes", "promoted", "graduate", "graduates", "graduated", "enable", "enables", "enabled")
}

func begins(text string, verbs ...string) bool {
	head := words(text[:min(len(text), 200)])
	return slices.ContainsFunc(head[:min(len(head), headWords)], func(w string) bool { return slices.Contains(verbs, w) })
}
