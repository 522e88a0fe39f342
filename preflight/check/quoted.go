package check

import "strconv"

// quoted writes text from the cluster so that a reader sees where it ends, and cut
// where it is long.
func quoted(s string) string {
	const limit = 120
	if r := []rune(s); len(s) > limit && len(r) > limit {
		s = string(r[:limit]) + "…"
	}
	return strconv.Quote(s)
}
