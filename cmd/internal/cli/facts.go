package cli

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/history"
)

// drawer draws facts from the texts of notes, with the words of two releases and the
// metrics that their source declares.
func drawer(old, new *discovery.Surface) (func(discovery.Release, string, []changelog.Documentation) changelog.Facts, error) {
	declared, err := history.Declared()
	if err != nil {
		return nil, err
	}
	words := fact.VocabularyOf(old, new)
	words.Metrics = declared.Metrics()
	return fact.Compile(words).Of, nil
}
