package report

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/report/page"
)

// wordPattern matches the words of a text and what is between them. The matches together are the
// text.
var wordPattern = lazy.Regexp(`[\pL\pN_.\-/]+|\s+|[^\pL\pN_\s]`)

// wordDiff compares two texts word by word. Unchanged words have the setting AsText.
func wordDiff(old, new string) page.Line {
	// The library compares runes, so each distinct word becomes a rune.
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
		// Only a hostile description has more distinct words than there are runes below the
		// surrogates. It gets a coarse diff.
		return page.Line{{Text: old, Set: page.AsDeleted}, {Text: new, Set: page.AsInserted}}
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // a timeout would make the output depend on the speed of the machine
	var runs page.Line
	for _, d := range dmp.DiffCleanupSemantic(dmp.DiffMainRunes(a, b, false)) {
		var text strings.Builder
		for _, r := range d.Text {
			text.WriteString(words[r])
		}
		runs = append(runs, page.Run{Text: text.String(), Set: map[diffmatchpatch.Operation]page.Setting{
			diffmatchpatch.DiffDelete: page.AsDeleted, diffmatchpatch.DiffInsert: page.AsInserted,
		}[d.Type]})
	}
	return runs
}

// surrogates is the first rune that a string cannot contain.
const surrogates = 0xD800

// shorten cuts unchanged words, except for a few around each edit.
func shorten(runs page.Line) page.Line {
	const around = 40
	for i := range runs {
		r := &runs[i]
		if r.Set != page.AsText || len(r.Text) <= 2*around+20 {
			continue
		}
		head, tail := cutAfter(r.Text, around), cutBefore(r.Text, around)
		switch i {
		case 0:
			r.Text = "… " + tail
		case len(runs) - 1:
			r.Text = head + " …"
		default:
			r.Text = head + " … " + tail
		}
	}
	return runs
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
