package prose

import "strings"

// span is a code span: where it ends, and what it shows.
type span struct {
	end  int
	text string
}

// codeSpans finds the code spans of a text: a run of backticks up to the next
// run of the same length. Runs are counted once, so that many that are not
// closed cost no more than one.
func codeSpans(s string) map[int]span {
	runs := map[int][]int{}
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		n := runLength(s, i)
		runs[n] = append(runs[n], i)
		i += n
	}
	spans := map[int]span{}
	for i := 0; i < len(s); {
		switch s[i] {
		case '\\':
			i += 2
		case '`':
			n := runLength(s, i)
			for len(runs[n]) > 0 && runs[n][0] < i+n {
				runs[n] = runs[n][1:]
			}
			if len(runs[n]) == 0 {
				i += n
				continue
			}
			end := runs[n][0]
			spans[i] = span{end + n, spanText(s[i+n : end])}
			i = end + n
		default:
			i++
		}
	}
	return spans
}

func runLength(s string, i int) int { return len(s[i:]) - len(strings.TrimLeft(s[i:], "`")) }

// spanText is what a span shows: in one line, without the space at both ends
// that lets it begin with a backtick.
func spanText(s string) string {
	s = strings.ReplaceAll(s, "\n", " ")
	if len(s) > 2 && s[0] == ' ' && s[len(s)-1] == ' ' && strings.TrimSpace(s) != "" {
		return s[1 : len(s)-1]
	}
	return s
}

// codeSpan writes a text as a code span, whatever is in it.
func codeSpan(s string) string {
	s = strings.ReplaceAll(s, "##[", "##"+noWidth+"[")
	fence := strings.Repeat("`", longestRun(s)+1)
	if len(fence) == 1 && strings.Trim(s, " ") == "" {
		return "` `"
	}
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " "
	}
	return fence + s + fence
}
