// Package notes has the flags about release notes, and adds notes to a report. It reads no sources
// of APIs.
package notes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/annotate"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/changelog/gather"
	notes "github.com/kubedelta/kubedelta/changelog/github"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	lifecycles "github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
)

const (
	// budget is how long a report waits for texts from GitHub.
	budget = 5 * time.Second
	// fresh is how long cached texts are used without a request. GitHub allows 60 requests an hour
	// without a token.
	fresh = time.Hour
)

// Options are the flags about release notes that diff and changelog share.
type Options struct {
	From        []string
	SIGs        []string
	Language    string
	Annotations string
}

// Bind adds the flags.
func (o *Options) Bind(flags *pflag.FlagSet) {
	flags.StringArrayVar(&o.From, "notes-from", nil, "`path` of release notes: CHANGELOG-1.XX.md, release-notes JSON, or a folder of them (repeatable)")
	flags.StringSliceVar(&o.SIGs, "sig", nil, "show only notes of these `SIGs`, and the changes linked to them")
	option.BindLanguage(flags, &o.Language)
	flags.StringVar(&o.Annotations, "annotations", "", "YAML `file` of remarks and replacement text for notes, by pull request")
}

// Input is what the flags about notes name.
type Input struct {
	Filter      report.NoteFilter
	Given       []files.File
	annotations report.Annotations
}

// Check reads the files and checks the flags.
func (o *Options) Check() (a Input, err error) {
	if err := option.CheckLanguage(o.Language); err != nil {
		return a, err
	}
	for _, path := range o.From {
		read, err := files.Read(path)
		if err != nil {
			return a, fmt.Errorf("--notes-from: %w", err)
		}
		a.Given = append(a.Given, read...)
	}
	if o.Annotations != "" {
		text, err := os.ReadFile(o.Annotations)
		if err != nil {
			return a, fmt.Errorf("--annotations: %w", cause.Reading(o.Annotations, err))
		}
		if a.annotations, err = report.ReadAnnotations(text); err != nil {
			return a, terminal.Usagef("--annotations %s: %w", o.Annotations, err)
		}
	}
	a.Filter.SIGs = o.SIGs
	return a, nil
}

// Wanted defines which notes are read.
type Wanted struct {
	From, To changelog.Version
	// Texts asks GitHub for texts that are not in files or in the cache.
	Texts bool
	Scope report.NotesScope
}

// Annotate adds the release notes of a range to a report.
func Annotate(ctx context.Context, s *sources.Session, r *report.Report, old, new *discovery.Surface, changes diff.Result, w Wanted, a Input) error {
	names := new
	if len(old.Groups)+len(new.Groups) == 0 { // the API is unknown, as that of a pre-release; most of its names are older
		var err error
		if names, err = s.Env.Catalog.Load(ctx, slices.MinFunc([]discovery.Release{w.To.Release, discovery.Newest()}, discovery.Release.Compare)); err != nil {
			return err
		}
	}
	draw, err := Drawer(old, names)
	if err != nil {
		return err
	}
	o := gather.Options{Files: a.Given, Draw: draw}
	if w.Texts {
		remote, err := GitHub(s)
		if err != nil {
			return err
		}
		o.Remote = remote
		reading := s.Progress.Begin("release notes")
		defer reading.End()
	}
	g, err := gather.Gather(ctx, w.From, w.To, o)
	if err != nil {
		return err
	}
	s.Warn.All(g.Warnings)
	span := g.Library.Between(w.From, w.To)
	warnBuiltIn(s, g, span)
	if err := knownNames(a.Filter, span.Notes); err != nil {
		return err
	}
	in := annotate.Input{Old: old, New: new, Changes: changes.Changes, Notes: span.Notes, Minors: g.Known, Texts: g.Texts, Whole: g.Whole}
	if !g.Whole {
		if in.Steps, err = steps(ctx, s, w.From, w.To, span.Notes); err != nil {
			return err
		}
	}
	result := annotate.Annotate(in)
	r.Annotate(report.Joined{
		Scope: scopeOf(w, g, span), Notes: span.Notes, Changes: changes.Changes, Result: result,
		Prose: ProseOf(span), Advisories: AdvisoriesOf(span), Filter: a.Filter,
	})
	for _, pr := range r.Apply(a.annotations) {
		s.Warn.Warn(fmt.Sprintf("the annotations contain #%d, but the report has no entry for it", pr))
	}
	return nil
}

// warnBuiltIn warns that the built-in texts are used because GitHub could not be asked: they lack
// later corrections.
func warnBuiltIn(s *sources.Session, g gather.Gathered, span history.Span) {
	if g.NoTexts == "" || s.Options.Offline {
		return
	}
	for _, v := range span.Releases {
		if _, texts := g.Library.Has(v); texts && !g.Texts[v.String()] {
			s.Warn.Warn("the built-in texts of the release notes are used: " + g.NoTexts)
			return
		}
	}
}

// steps returns the comparisons of adjacent minor releases in a range of several, from the catalog.
// It returns none for a range of one step, or if the catalog lacks a release.
func steps(ctx context.Context, s *sources.Session, from, to changelog.Version, all []changelog.Note) (list []link.Input, err error) {
	if to.Minor-from.Minor < 2 {
		return nil, nil
	}
	byRelease := map[discovery.Release][]changelog.Note{}
	for _, n := range all {
		if v, err := changelog.ParseVersion(n.Release); err == nil {
			byRelease[v.Release] = append(byRelease[v.Release], n)
		}
	}
	var before *discovery.Surface
	for minor := from.Minor; minor <= to.Minor; minor++ {
		r := discovery.Release{Major: to.Major, Minor: minor}
		after, err := s.Env.Catalog.Load(ctx, r)
		if _, missing := errors.AsType[*catalog.MissingError](err); missing {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if before != nil {
			list = append(list, link.Input{
				Old: before, New: after, Notes: byRelease[r],
				Changes: diff.Compare(before, after, diff.Options{IncludeDisabled: true}).Changes,
			})
		}
		before = after
	}
	return list, nil
}

// GitHub returns a client with the user's cache and token.
func GitHub(s *sources.Session) (gather.Remote, error) {
	return notes.New(notes.Options{
		Token: s.GitHubToken(), BaseURL: s.Options.GitHubURL,
		Offline: s.Options.Offline, Timeout: budget, Fresh: fresh, Warn: s.Warn.Warn,
		Transport: s.Traced("github")(http.DefaultTransport), CacheDir: s.Options.Cached("github"),
	})
}

func scopeOf(w Wanted, g gather.Gathered, span history.Span) report.NotesScope {
	scope := w.Scope
	scope.From, scope.To, scope.Had = w.From.String(), w.To.String(), span.Had
	scope.Texts = true
	for _, v := range span.Releases {
		scope.Releases = append(scope.Releases, v.String())
		if _, texts := g.Library.Has(v); !texts {
			scope.Texts = false
		}
	}
	scope.Missing = slice.Map(span.Missing, func(v changelog.Version) report.MissingNotes {
		return report.MissingNotes{Release: v.String(), Reason: missingReason(g, v) + instead(v, span.Releases)}
	})
	if !scope.Texts {
		scope.NoTexts = cmp.Or(noTexts(g, span.Releases), g.NoTexts, "they were not requested")
	}
	scope.Warnings = history.Warnings(span)
	return scope
}

// noTexts returns why the first release without texts has none.
func noTexts(g gather.Gathered, releases []changelog.Version) string {
	for _, v := range releases {
		if _, texts := g.Library.Has(v); !texts && whyNot(g, v) != "" {
			return whyNot(g, v)
		}
	}
	return ""
}

// whyNot returns why GitHub could not be asked for a version, or "".
func whyNot(g gather.Gathered, v changelog.Version) string {
	return cmp.Or(g.Why[v.String()], g.Why[v.Release.String()])
}

func missingReason(g gather.Gathered, v changelog.Version) string {
	switch why := whyNot(g, v); {
	case why != "":
		return "the built-in catalog has none, and " + why
	case g.NoTexts != "":
		return "the built-in catalog has none, and GitHub was not used: " + g.NoTexts
	default:
		return "neither the built-in catalog nor --notes-from has any"
	}
}

// instead returns which notes a release without notes has in a report: those of its pre-releases.
func instead(v changelog.Version, releases []changelog.Version) string {
	for _, other := range slices.Backward(releases) {
		if v.Final() && !other.Final() && other.Release == v.Release && other.Patch == v.Patch {
			return "; the notes of its pre-releases up to " + other.String() + " are used"
		}
	}
	return ""
}

// ProseOf returns the texts of a range that are not notes.
func ProseOf(span history.Span) []changelog.Prose {
	return slice.Flat(span.Documents, func(d changelog.Document) []changelog.Prose { return d.Prose })
}

// AdvisoriesOf returns the security advisories of a range.
func AdvisoriesOf(span history.Span) []changelog.Advisory {
	return slice.Flat(span.Documents, func(d changelog.Document) []changelog.Advisory { return d.Advisories })
}

// knownNames returns an error for names in a filter that no note has, with the nearest name.
func knownNames(f report.NoteFilter, list []changelog.Note) error {
	names := report.Known(list)
	sigs, kinds, areas := names.Unknown(f)
	for _, u := range []struct {
		flag, what   string
		words, known []string
	}{{"--sig", "SIG", sigs, names.SIGs}, {"--kind", "kind", kinds, names.Kinds}, {"--area", "area", areas, names.Areas}} {
		for _, word := range u.words {
			if len(u.known) == 0 {
				continue // no note has such names, so the word may be correct
			}
			if near := nearest.Word(word, u.known); near != "" {
				return terminal.Usagef("%s %s: no entry has this %s; did you mean %q?", u.flag, word, u.what, near)
			}
			return terminal.Usagef("%s %s: no entry has this %s; use one of %s", u.flag, word, u.what, strings.Join(u.known, ", "))
		}
	}
	return nil
}

// Drawer returns a function that extracts facts from the text of notes, with the names of two
// releases and the metrics that the source of Kubernetes declares.
func Drawer(old, new *discovery.Surface) (func(discovery.Release, string, []changelog.Documentation) changelog.Facts, error) {
	declared, err := lifecycles.Declared()
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
