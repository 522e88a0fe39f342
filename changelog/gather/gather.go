package gather

import (
	"context"
	"errors"
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/discovery"
)

// Remote is the part of GitHub that notes need.
type Remote interface {
	// Changelog returns the complete CHANGELOG-1.XX.md of a minor.
	Changelog(ctx context.Context, minor discovery.Release) ([]byte, error)
	// Draft returns the machine-readable notes of a version.
	Draft(ctx context.Context, v changelog.Version) ([]byte, error)
	// SIGs returns the SIGs in the labels of pull requests.
	SIGs(ctx context.Context, prs []int) (map[int][]string, error)
}

// Options are the possible sources of notes.
type Options struct {
	// Files are the files of the user.
	Files []files.File
	// Remote is used for releases whose texts the files do not have. It is nil if no requests may
	// be sent.
	Remote Remote
	// Draw reads facts from texts.
	Draw func(discovery.Release, string, []changelog.Documentation) changelog.Facts
}

// Gathered is the result.
type Gathered struct {
	Library *history.Library
	// Known are the built-in links of the minors on the path, by release. Texts are the releases
	// whose texts were read. Whole: no texts were read for x.y.0 of any minor, and all minors are
	// built in.
	Known map[string]catalog.Minor
	Texts map[string]bool
	Whole bool
	// NoTexts is a line about why the texts of a release are missing, or "". Why has the reason for
	// each requested version and its minor: "v1.24.1", "1.24".
	NoTexts string
	Why     map[string]string
	// Warnings are messages for the user.
	Warnings []string
}

// Gather reads the notes between two versions. Missing notes are no error: they are recorded in
// Gathered.
func Gather(ctx context.Context, from, to changelog.Version, o Options) (Gathered, error) {
	g := Gathered{Library: &history.Library{Draw: o.Draw}, Known: map[string]catalog.Minor{}, Texts: map[string]bool{}, Why: map[string]string{}}
	path := history.Path(from, to)
	if err := g.addFiles(o.Files, near(from, to)); err != nil {
		return g, err
	}
	if o.Remote != nil {
		if err := g.ask(ctx, o.Remote, slices.Concat(history.Known(from, path), path)); err != nil {
			return g, err
		}
	}
	return g, errors.Join(g.addFacts(g.Library.Path(from, to)), g.addNext(to), g.addPatches(from, to))
}

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

// addNext adds the built-in facts of the minor after the range, if there is a draft of the last minor
// of the range: it can have changes of the next one.
func (g *Gathered) addNext(to changelog.Version) error {
	if _, ok := g.Library.Form(changelog.Version{Release: to.Release}, changelog.FormDraft); !ok {
		return nil
	}
	next := changelog.Version{Release: discovery.Release{Major: to.Major, Minor: to.Minor + 1}}
	m, _, err := catalog.Load(next.Release)
	for _, d := range m.Forms() {
		if d.Release == next.String() {
			g.Library.Add(d)
		}
	}
	return err
}

// addPatches adds the built-in facts of the patch releases before the range, which show the changes
// that the old version already has.
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

// supported is the number of older minors that get patch releases. The notes of even older ones
// have no cherry-picks of new changes.
const supported = 3

// near returns a function that selects the releases whose notes can matter: those of the range,
// older minors that may have cherry-picks, and the next minor, whose changes can be in the draft of
// the last one.
func near(from, to changelog.Version) func(release string) bool {
	return func(release string) bool {
		v, err := changelog.ParseVersion(release)
		return err != nil || v.Minor >= from.Minor-supported && v.Minor <= to.Minor+1
	}
}
