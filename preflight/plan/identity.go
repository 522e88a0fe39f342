package plan

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
)

// identity returns the same value for the same item at different hops. Messages are not part of it,
// because they name the hop.
func identity(check string, i *preflight.Item) string {
	return Sealed(check, discovery.Release{}, i)
}

// countless removes the words of a text that are numbers: "3 of 5" and "4 of 5" are the same
// finding.
func countless(text string) string {
	isNumber := func(word string) bool { return strings.Trim(word, "0123456789.,%()") == "" }
	return strings.Join(slices.DeleteFunc(strings.Fields(text), isNumber), " ")
}
