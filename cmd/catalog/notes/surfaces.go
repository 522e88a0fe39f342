package notes

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/history"
)

// surface is a release in two forms: as in the built-in catalog, which determines the fingerprints
// that users see, and with the descriptions of its fields, if its documents are available.
type surface struct{ facts, prose *discovery.Surface }

type surfaces struct{ byRelease map[discovery.Release]surface }

func readSurfaces(ctx context.Context, from string) (*surfaces, error) {
	cat := catalog.New()
	env := source.Environment{Catalog: cat, Decoder: openapi.NewDecoder()}
	all := &surfaces{byRelease: map[discovery.Release]surface{}}
	for _, r := range cat.Releases() {
		s, err := cat.Load(ctx, r)
		if err != nil {
			return nil, err
		}
		both := surface{facts: s, prose: s}
		for _, path := range []string{filepath.Join(from, "openapi", r.String()), filepath.Join(from, "swagger", r.String()+".json")} {
			if _, err := os.Stat(path); err != nil {
				continue
			}
			ref := source.Reference{Text: path, Scheme: source.SchemeFile, Value: path}
			if both.prose, err = source.Load(ctx, ref, env); err != nil {
				return nil, err
			}
			break
		}
		all.byRelease[r] = both
	}
	return all, nil
}

func (s *surfaces) pair(old, new discovery.Release) (a, b surface, err error) {
	a, hasOld := s.byRelease[old]
	b, hasNew := s.byRelease[new]
	if !hasOld || !hasNew {
		return a, b, fmt.Errorf("the catalog has no %s or no %s", old, new)
	}
	return a, b, nil
}

// dictionary extracts facts with the names of all releases.
func (s *surfaces) dictionary() (func(discovery.Release, string, []changelog.Documentation) changelog.Facts, error) {
	declared, err := history.Declared()
	if err != nil {
		return nil, err
	}
	var list []*discovery.Surface
	for _, r := range catalog.New().Releases() {
		list = append(list, s.byRelease[r].facts)
	}
	words := fact.VocabularyOf(list...)
	words.Metrics = declared.Metrics()
	return fact.Compile(words).Of, nil
}
