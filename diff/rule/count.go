package rule

import (
	"fmt"

	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// Count writes a number and a noun, such as "1 resource" or "2 resources".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// First writes at most most names of a list: "a, b and 3 more".
func First(names []string, most int) string { return phrase.First(names, most) }
