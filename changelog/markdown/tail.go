package markdown

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// tail is the references after the text of a note, in the order of the text.
type tail struct {
	refs    []changelog.PullRequest
	authors []string
	sigs    []string
	// courtesy: the SIGs come from "Courtesy of SIG …".
	courtesy bool
}

// blanks may be between the parts of a tail, and after it.
const blanks = " \t\r\n.,;:"

// cutTail takes the tail from the end of a text: SIGs, then the last group of references. An
// earlier group is text: in "… (#99225, @a) ([#99613](…), …)" the tool wrote the last group, and
// the author of the note wrote the first, which may be an issue.
func cutTail(s string) (text string, t tail, ok bool) {
	end := cutSIGs(s, &t)
	for again := end; again > 0; end = again {
		var more tail
		if again = cutSIGs(s[:end], &more); len(more.sigs) == 0 {
			break
		}
		t.sigs = slice.Unique(slices.Concat(t.sigs, more.sigs))
	}
	g, start, grouped := lastGroup(strings.TrimRight(s[:end], blanks))
	if !grouped {
		return strings.TrimSpace(s[:end]), t, len(t.sigs) > 0
	}
	end = start
	t.add(g)
	if len(g.refs) == 0 {
		// "([#1](…)) ([@a](…))": the authors may have their own group.
		if earlier, start, ok := lastGroup(strings.TrimRight(s[:end], blanks)); ok && len(earlier.refs) > 0 {
			end = start
			t.add(earlier)
		}
	}
	if len(t.sigs) == 0 {
		if before := strings.TrimRight(s[:end], " \t\n"); strings.HasSuffix(before, "]") {
			end = cutSIGs(before, &t)
		}
	}
	text = strings.TrimSpace(s[:end])
	if strings.Count(text, "`")%2 != 0 && strings.Count(s[end:], "`")%2 != 0 {
		// The tail is in a code span: 1.17, #83838.
		text += "`"
	}
	return text, t, true
}

// add adds a group that comes before the known ones.
func (t *tail) add(g tail) {
	t.refs = append(g.refs, t.refs...)
	t.authors = append(g.authors, t.authors...)
	if len(t.sigs) == 0 {
		t.sigs = g.sigs
	}
}

// cutSIGs returns the index at which the SIGs at the end of a text begin, or the length of the
// text.
func cutSIGs(s string, t *tail) int {
	end := strings.TrimRight(s, blanks)
	if strings.HasSuffix(end, "]") {
		if open := opening(end, '[', ']'); open >= 0 {
			if sigs := tagged(end[open+1 : len(end)-1]); sigs != nil {
				t.sigs = sigs
				return open
			}
		}
	}
	return cutCourtesy(s, t)
}

// cutCourtesy parses "Courtesy of SIG Node, SIG Release, and SIG Testing" of 1.12.
func cutCourtesy(s string, t *tail) int {
	const words, farthest = "Courtesy of ", 400
	from := max(0, len(s)-farthest)
	i := strings.LastIndex(s[from:], words)
	if i < 0 {
		return len(s)
	}
	list := strings.Trim(s[from+i+len(words):], blanks+"()_*")
	if len(list) < 4 || !strings.EqualFold(list[:3], "sig") {
		return len(s)
	}
	sigs := labels(strings.ReplaceAll(strings.ReplaceAll(list, ", and ", ", "), "\n", " "))
	if sigs == nil {
		return len(s)
	}
	t.sigs, t.courtesy = sigs, true
	return len(strings.TrimRight(s[:from+i], " \t\n(_*"))
}

// tailed reports whether a line ends with a tail, or with the second half of one that is broken
// over lines.
func tailed(s string) bool {
	end := strings.TrimRight(s, blanks)
	if end == "" || end[len(end)-1] != ')' && end[len(end)-1] != ']' && !strings.Contains(s, "Courtesy of ") {
		return false
	}
	var t tail
	n := cutSIGs(s, &t)
	if len(t.sigs) > 0 {
		return true
	}
	g, start, ok := lastGroup(strings.TrimRight(s[:n], blanks))
	return ok && len(g.refs) > 0 || start == 0 && len(g.refs)+len(g.authors) > 0
}

// opening returns the index of the bracket that the last byte of s closes, or -1 if it is not near.
func opening(s string, open, closing byte) int {
	const farthest = 1000
	depth := 0
	for i := len(s) - 1; i >= max(0, len(s)-farthest); i-- {
		switch s[i] {
		case closing:
			depth++
		case open:
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}
