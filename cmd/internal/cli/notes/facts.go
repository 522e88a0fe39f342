package notes

import (
	"sync"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/history"
)

// Drawer draws facts from the texts of notes, with the words of two releases and the
// metrics that their source declares.
func Drawer(old, new *discovery.Surface) (func(discovery.Release, string, []changelog.Documentation) changelog.Facts, error) {
	declared, err := history.Declared()
	if err != nil {
		return nil, err
	}
	// The notes that are built in have their facts: only others are read by them.
	dictionary := sync.OnceValue(func() *fact.Dictionary {
		words := fact.VocabularyOf(old, new)
		words.Metrics = declared.Metrics()
		return fact.Compile(words)
	})
	return func(r discovery.Release, text string, documentation []changelog.Documentation) changelog.Facts {
		return dictionary().Of(r, text, documentation)
	}, nil
}
