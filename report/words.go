package report

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// edit is what happened to a run of words.
type edit int

const (
	kept edit = iota
	deleted
	inserted
)

// run is a run of words with one edit.
type run struct {
	edit edit
	text string
}

// wordPattern cuts a text into words and what stands between them, so that the
// pieces put together are the text.
var wordPattern = lazy.Regexp(`[\pL\pN_.\-/]+|\s+|[^\pL\pN_\s]`)

// wordDiff compares two texts word by word.
func wordDiff(old, new string) []run {
	// The library compares runes: each distinct word becomes one.
	words := []string{""}
	numbers := map[string]rune{}
	encode := func(text string) []rune {
		var out []rune
		for _, w := range wordPattern().FindAllString(text, -1) {
			n, known := numbers[w]
			if !known {
				n = rune(len(words)) //nolint:gosec // bounded below, before it is used
				numbers[w] = n
				words = append(words, w)
			}
			out = append(out, n)
		}
		return out
	}
	a, b := encode(old), encode(new)
	if len(words) >= surrogates {
		// More distinct words than runes below the surrogates: no description is
		// that long, and a hostile one gets what it can have.
		return []run{{deleted, old}, {inserted, new}}
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // by time the same input would not give the same bytes
	var runs []run
	for _, d := range dmp.DiffCleanupSemantic(dmp.DiffMainRunes(a, b, false)) {
		var text strings.Builder
		for _, r := range d.Text {
			text.WriteString(words[r])
		}
		runs = append(runs, run{map[diffmatchpatch.Operation]edit{
			diffmatchpatch.DiffEqual: kept, diffmatchpatch.DiffDelete: deleted, diffmatchpatch.DiffInsert: inserted,
		}[d.Type], text.String()})
	}
	return runs
}

// surrogates is the first rune that a string cannot hold.
const surrogates = 0xD800

// shorten leaves out the middle of what was kept, but for a few words around
// each edit: the reader looks for what differs.
func shorten(runs []run) []run {
	const around = 40
	out := make([]run, 0, len(runs))
	for i, r := range runs {
		if r.edit == kept && len(r.text) > 2*around+20 {
			head, tail := cutAfter(r.text, around), cutBefore(r.text, around)
			switch {
			case i == 0:
				r.text = "… " + tail
			case i == len(runs)-1:
				r.text = head + " …"
			default:
				r.text = head + " … " + tail
			}
		}
		out = append(out, r)
	}
	return out
}

func cutAfter(s string, n int) string {
	if i := strings.LastIndexByte(s[:n], ' '); i > 0 {
		return s[:i]
	}
	return strings.ToValidUTF8(s[:n], "")
}

func cutBefore(s string, n int) string {
	s = s[len(s)-n:]
	if _, after, ok := strings.Cut(s, " "); ok {
		return after
	}
	return strings.ToValidUTF8(s, "")
}
