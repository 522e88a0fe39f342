package cli

import (
	"os"

	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// latest stands for the newest release of the data set in use.
const latest = "latest"

// released gives that release in the place of the word; all else is as it was.
func released(text string) string {
	if text == latest || text == string(source.SchemeCatalog)+":"+latest {
		return catalog.New().Newest().String()
	}
	return text
}

// ambiguous refuses the word for a source where a path has that name too: a comparison
// with the other one would go unseen.
func ambiguous(text string) error {
	if text != latest {
		return nil
	}
	if _, err := os.Stat(text); err != nil {
		return nil //nolint:nilerr // there is no such path
	}
	return usagef("%q is the newest release, and a path here; write catalog:latest or ./latest", text)
}
