// Package facts makes the list of feature gates that package fact knows by name: those that the
// context identifies as gates in the notes of at least two pull requests of any release, and those
// in descriptions of API fields. The list contains names only.
package facts

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// Make makes gates.txt.
func Make(ctx context.Context, from step.Folders) (map[string][]byte, error) {
	names, err := gates(ctx, filepath.Join(from.Published, "release-notes", "json"))
	return map[string][]byte{"gates.txt": []byte(strings.Join(names, "\n") + "\n")}, err
}

// gates returns the names, sorted.
func gates(ctx context.Context, notes string) ([]string, error) {
	vocabulary, err := everyRelease(ctx)
	if err != nil {
		return nil, err
	}
	dictionary := fact.Compile(vocabulary)
	seen := map[string]map[int]bool{} // the pull requests that name a gate
	texts, err := published(notes)
	if err != nil {
		return nil, err
	}
	for number, list := range texts {
		for _, text := range list {
			for _, gate := range dictionary.GatesInContext(text) {
				if seen[gate] == nil {
					seen[gate] = map[int]bool{}
				}
				seen[gate][number] = true
			}
		}
	}
	names := map[string]bool{}
	for gate, by := range seen {
		if len(by) >= 2 {
			names[gate] = true
		}
	}
	for _, gate := range vocabulary.Gates {
		names[gate] = true
	}
	return slices.Sorted(maps.Keys(names)), nil
}

func everyRelease(ctx context.Context) (fact.Vocabulary, error) {
	c := catalog.New()
	var surfaces []*discovery.Surface
	for _, release := range c.Releases() {
		surface, err := c.Load(ctx, release)
		if err != nil {
			return fact.Vocabulary{}, err
		}
		surfaces = append(surfaces, surface)
	}
	return fact.VocabularyOf(surfaces...), nil
}

// published returns the texts of all notes up to the newest release, by pull request. The notes of
// an alpha and of the release can have different texts for one pull request.
func published(folder string) (map[int][]string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no notes (*.json)", folder)
	}
	texts := map[int][]string{}
	for _, file := range files {
		release, err := discovery.ParseRelease(filepath.Base(file))
		if err != nil {
			return nil, fmt.Errorf("%s has no name such as 1.36.0.json: %w", file, err)
		}
		if release.Compare(discovery.Newest()) > 0 {
			fmt.Printf("left out, as the newest release is %s: %s\n", discovery.Newest(), file)
			continue
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var notes map[string]struct {
			Number int    `json:"pr_number"`
			Text   string `json:"text"`
		}
		if err := json.Unmarshal(raw, &notes); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, note := range notes {
			texts[note.Number] = append(texts[note.Number], note.Text)
		}
	}
	return texts, nil
}
