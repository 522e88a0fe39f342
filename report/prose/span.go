package prose

import "strings"

// span is a code span: its end and its text.
type span struct {
	End  int
	Text string
}

// codeSpans returns the code spans of a text by position: a run of backticks up to the next run of
// the same length. Runs are collected once, so that many runs without an end are not slow.
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

// runLength is the number of times that the byte at i is repeated from there.
func runLength(s string, i int) int { return len(s[i:]) - len(strings.TrimLeft(s[i:], s[i:i+1])) }

// spanText is the text of a span in one line, without the space at both ends that allows a backtick
// at the beginning.
func spanText(s string) string {
	s = strings.ReplaceAll(s, "\n", " ")
	if len(s) > 2 && s[0] == ' ' && s[len(s)-1] == ' ' && strings.TrimSpace(s) != "" {
		return s[1 : len(s)-1]
	}
	return s
}

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

// pairBrackets maps the position of each [ to its ], except for those in code or after a backslash.
func pairBrackets(s string, spans map[int]span) map[int]int {
	pairs := map[int]int{}
	var open []int
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '`':
			if sp, ok := spans[i]; ok {
				i = sp.End - 1
			} else {
				i += runLength(s, i) - 1
			}
		case '[':
			open = append(open, i)
		case ']':
			if len(open) > 0 {
				pairs[open[len(open)-1]] = i
				open = open[:len(open)-1]
			}
		}
	}
	return pairs
}
