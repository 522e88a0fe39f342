// Package nearest finds the word that a user may have meant, for error messages. It must not know
// the meaning of words.
package nearest

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
)

// Word returns the word with the smallest edit distance, ignoring case; "" if none is nearer than a
// third of the length. Of equally near words, it prefers one of the same length: a wrong letter is
// more likely than an additional one.
func Word(written string, among []string) string {
	limit, lower := len(written)/3+1, strings.ToLower(written)
	best, bestDistance := "", limit
	for _, candidate := range among {
		other := strings.ToLower(candidate)
		if len(other)-len(lower) >= limit || len(lower)-len(other) >= limit {
			continue // the distance is at least that of the lengths
		}
		d := Distance(lower, other)
		if d < bestDistance || d == bestDistance && d < limit && len(candidate) == len(written) && len(best) != len(written) {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// Order sorts words from the nearest to the farthest. A word that contains written has the distance
// 0.
func Order(written string, words []string) []string {
	far := func(word string) int {
		if strings.Contains(word, written) {
			return 0
		}
		return Distance(word, written)
	}
	out := slices.Clone(words)
	order.Stably(out, func(a, b string) int { return far(a) - far(b) })
	return out
}

// Distance returns the Levenshtein distance in bytes, with two exchanged neighbours as one step
// (optimal string alignment), because this is a frequent typing error.
func Distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			if a[i] == b[j] {
				row[j+1] = last[j]
				continue
			}
			row[j+1] = min(last[j], last[j+1], row[j]) + 1
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
