package fact

import "strings"

// minor returns the minor release of "v1.26", "1.26.0" and "1.26-alpha", or "". Versions below 1.5
// are of other projects ("1.4 of Ginkgo").
func minor(word string) string {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(word, "kubernetes-"), "v"), "1.")
	if !ok {
		return ""
	}
	end := 0
	for end < len(rest) && digit(rest[end]) {
		end++
	}
	if end == 0 || end > 2 || end == 1 && rest[0] < '5' || end < len(rest) && wordByte(rest[end]) {
		return ""
	}
	return "1." + rest[:end]
}
