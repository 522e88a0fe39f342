package gather

import (
	"context"
	"errors"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/changelog/github"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/discovery"
)

// Remote is GitHub, as far as notes need it.
type Remote interface {
	// Changelog is the whole CHANGELOG-1.XX.md of a minor.
	Changelog(ctx context.Context, minor discovery.Release) ([]byte, error)
	// Draft is the machine-readable notes of a version.
	Draft(ctx context.Context, v changelog.Version) ([]byte, error)
	// Labels are those of pull requests.
	Labels(ctx context.Context, prs []int) (map[int]github.Labels, error)
}

// Options say where notes may come from.
type Options struct {
	// Files are what the user gave.
	Files []files.File
	// Remote is asked for the texts of releases that the files do not have; nil
	// where it must not be.
	Remote Remote
	// Draw draws facts from texts.
	Draw func(discovery.Release, string, []changelog.Documentation) changelog.Facts
}

// Gathered is what there is.
type Gathered struct {
	Library *history.Library
	// Known are the built-in links by release, of the minors on the way; Texts are
	// the releases whose texts are at hand. Whole: none, and all are built in.
	Known map[string]catalog.Minor
	Texts map[string]bool
	Whole bool
	// NoTexts says in a line why some release has no texts; "" where all have. Why
	// says it of each version that was asked for, and of its minor: "v1.24.1", "1.24".
	NoTexts string
	Why     map[string]string
	// Warnings are sentences for the user.
	Warnings []string
}

// Gather reads the notes of the way from one version to another. What cannot be
// had is no error: Gathered says so.
func Gather(ctx context.Context, from, to changelog.Version, o Options) (Gathered, error) {
	g := Gathered{Library: &history.Library{Draw: o.Draw}, Known: map[string]catalog.Minor{}, Texts: map[string]bool{}, Why: map[string]string{}}
	path := history.Path(from, to)
	if err := g.addFiles(o.Files, near(from, to)); err != nil {
		return g, err
	}
	if o.Remote != nil {
		if err := g.ask(ctx, o.Remote, path); err != nil {
			return g, err
		}
	}
	return g, errors.Join(g.addFacts(path), g.addPatches(from, to))
}

// addFacts adds what is built in, and the links where no texts would find them.
func (g *Gathered) addFacts(path []changelog.Version) error {
	for _, v := range path {
		if _, texts := g.Library.Has(v); texts {
			g.Texts[v.String()] = true
		}
	}
	done := map[discovery.Release]bool{}
	g.Whole = true
	for _, v := range path {
		if done[v.Release] {
			continue
		}
		done[v.Release] = true
		m, ok, err := catalog.Load(v.Release)
		if err != nil {
			return err
		}
		if !ok {
			g.Whole = false
			continue
		}
		documents, err := m.Written(v.Release)
		if err != nil {
			return err
		}
		for _, d := range documents {
			g.Library.Add(d)
		}
		first := changelog.Version{Release: v.Release}.String()
		g.Known[first] = m
		g.Whole = g.Whole && !g.Texts[first]
	}
	return nil
}

// addPatches adds the built-in facts of the patch releases that the range begins after:
// they tell what its version has already.
func (g *Gathered) addPatches(from, to changelog.Version) error {
	if from.Patch == 0 || from.Release == to.Release {
		return nil
	}
	m, _, err := catalog.Load(from.Release)
	for _, d := range m.Forms() {
		g.Library.Add(d)
	}
	return err
}

// supported is how many minors get patch releases beside the newest: notes of
// older ones have no cherry-picks of what a release brings.
const supported = 3

// near picks the releases whose notes can matter: those of the way, and the
// older ones that patch releases may have gone to.
func near(from, to changelog.Version) func(release string) bool {
	return func(release string) bool {
		v, err := changelog.ParseVersion(release)
		return err != nil || v.Minor >= from.Minor-supported && v.Minor <= to.Minor
	}
}
