package fact

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// minor returns the minor release of "v1.26", "1.26.0" and "1.26-alpha", or "". Versions below 1.5
// are of other projects ("1.4 of Ginkgo").
func minor(word string) string {
	if strings.Contains(word, "1.") { // else not worth a search
		if m := minorForm().FindStringSubmatch(word); m != nil {
			return m[1]
		}
	}
	return ""
}

var minorForm = lazy.Regexp(`^(?:kubernetes-)?v?(1\.(?:[5-9]|\d\d))(?:\W|$)`)
