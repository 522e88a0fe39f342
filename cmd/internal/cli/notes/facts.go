package notes

import (
	"sync"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/history"
)

// Drawer returns a function that extracts facts from the text of notes, with the names of two
// releases and the metrics that the source of Kubernetes declares.
func Drawer(old, new *discovery.Surface) (func(discovery.Release, string, []changelog.Documentation) changelog.Facts, error) {
	declared, err := history.Declared()
	if err != nil {
		return nil, err
	}
	// Built-in notes have their facts already, so the dictionary is compiled only for other notes.
	dictionary := sync.OnceValue(func() *fact.Dictionary {
		words := fact.VocabularyOf(old, new)
		words.Metrics = declared.Metrics()
		return fact.Compile(words)
	})
	return func(r discovery.Release, text string, documentation []changelog.Documentation) changelog.Facts {
		return dictionary().Of(r, text, documentation)
	}, nil
}
