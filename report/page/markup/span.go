package markup

import "strings"

// spans finds the code spans of a text: a run of backticks up to the next run of
// the same length. Each leads to the place behind it.
func spans(s string) map[int]int {
	runs := map[int][]int{}
	for i := 0; i < len(s); i++ {
		if s[i] == '`' {
			n := runLength(s, i)
			runs[n] = append(runs[n], i)
			i += n - 1
		}
	}
	out := map[int]int{}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '`':
			n := runLength(s, i)
			for len(runs[n]) > 0 && runs[n][0] < i+n {
				runs[n] = runs[n][1:]
			}
			if len(runs[n]) == 0 {
				i += n - 1
				continue
			}
			out[i] = runs[n][0] + n
			i = out[i] - 1
		}
	}
	return out
}

func runLength(s string, i int) int {
	n := 0
	for i+n < len(s) && s[i+n] == '`' {
		n++
	}
	return n
}

// brackets leads from each [ to its ], leaving out those in code and those that a
// backslash takes the meaning from.
func brackets(s string, spans map[int]int) map[int]int {
	pairs := map[int]int{}
	var open []int
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '`':
			if end, closed := spans[i]; closed {
				i = end - 1
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

// markLength is how long the run of a mark is that begins at a place.
func markLength(s string, i int) int { return len(s[i:]) - len(strings.TrimLeft(s[i:], s[i:i+1])) }
