package prose

import "strings"

// Span is a code span: where it ends, and what it shows.
type Span struct {
	End  int
	Text string
}

// CodeSpans finds the code spans of a text: a run of backticks up to the next
// run of the same length. Runs are counted once, so that many that are not
// closed cost no more than one.
func CodeSpans(s string) map[int]Span {
	runs := map[int][]int{}
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		n := RunLength(s, i)
		runs[n] = append(runs[n], i)
		i += n
	}
	spans := map[int]Span{}
	for i := 0; i < len(s); {
		switch s[i] {
		case '\\':
			i += 2
		case '`':
			n := RunLength(s, i)
			for len(runs[n]) > 0 && runs[n][0] < i+n {
				runs[n] = runs[n][1:]
			}
			if len(runs[n]) == 0 {
				i += n
				continue
			}
			end := runs[n][0]
			spans[i] = Span{end + n, spanText(s[i+n : end])}
			i = end + n
		default:
			i++
		}
	}
	return spans
}

// RunLength is how often the byte at a place is repeated from there.
func RunLength(s string, i int) int { return len(s[i:]) - len(strings.TrimLeft(s[i:], s[i:i+1])) }

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

// Brackets leads from each [ to its ], leaving out those in code and those
// that a backslash takes the meaning from.
func Brackets(s string, spans map[int]Span) map[int]int {
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
				i += RunLength(s, i) - 1
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
