package rule

import "fmt"

// Count writes "1 resource", "2 resources", for messages and reports.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
