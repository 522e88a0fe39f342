// Package changelog is the command changelog. The product's package changelog reads, joins and
// links the notes.
package changelog

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/gather"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/notes"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report"
)

type options struct {
	sources         sources.Options
	notes           notes.Options
	output          option.Output
	kinds, areas    []string
	grep            string
	actionRequired  bool
	maxSIGs         int
	groupBy         string
	apiDiff         string
	includeDisabled bool
	stats           bool
	gate            option.Gate
}

// New makes the command changelog.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "changelog VERSION | FROM..TO | FROM TO",
		Args: option.AtMost(2, "a version, FROM..TO, or FROM and TO"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), o, args, cmd.Flags(), streams)
		},
	}
	flags := cmd.Flags()
	o.notes.Bind(flags)
	flags.StringSliceVar(&o.kinds, "kind", nil, "show only notes of these `kinds`: api-change, deprecation, feature, bug …, or sections")
	flags.StringSliceVar(&o.areas, "area", nil, "show only notes of these `areas`: kubelet, kubectl …")
	flags.StringVar(&o.grep, "grep", "", "show only notes that match a regular `expression` (case-insensitive)")
	flags.BoolVar(&o.actionRequired, "action-required", false, "show only notes that require action before an upgrade")
	flags.IntVar(&o.maxSIGs, "max-sigs", 0, "hide notes of more than `N` SIGs (0: show all)")
	flags.StringVar(&o.groupBy, "group-by", "kind", "group the notes by this `key`: kind (the section), sig or release")
	flags.StringVar(&o.apiDiff, "api-diff", "", "API `changes` to show: all, sig (those of the SIGs in --sig) or none; the default with --sig is all if there are at most 40")
	flags.BoolVar(&o.includeDisabled, "include-disabled", false, "compare all APIs of the releases, including those that are off by default")
	o.gate.FailOn = option.Never
	o.gate.BindIncomplete(flags, "the notes of a release in the range are missing")
	flags.BoolVar(&o.stats, "stats", false, "print statistics of how the notes were parsed, instead of the report")
	o.output.Bind(flags, (&report.Report{Subject: report.SubjectNotes}).Writers().Names()...)
	o.sources.Bind(flags)
	// The command reads no cluster. It accepts the connection flags for compatibility.
	option.OfGroup(flags, option.ConnectionFlags).VisitAll(func(f *pflag.Flag) { f.Hidden = true })
	return cmd
}

// versions reads the arguments: the version that users upgrade from, and the one they upgrade to.
func versions(args []string) (from, to changelog.Version, err error) {
	if len(args) == 0 {
		return from, to, terminal.Usagef("changelog needs a version, FROM..TO, or FROM and TO; see kubedelta changelog --help")
	}
	first, second, ranged := strings.Cut(args[0], "..")
	switch {
	case ranged && len(args) == 2:
		return from, to, terminal.Usagef("specify FROM..TO or FROM TO, not both")
	case len(args) == 2:
		first, second = args[0], args[1]
	case !ranged:
		if err := option.CheckZero("", first); err != nil {
			return from, to, err
		}
		to, err = parseVersion(first)
		return history.Before(to), to, err
	}
	if err := option.CheckZeros(first, second); err != nil {
		return from, to, err
	}
	if from, err = parseVersion(first); err != nil {
		return from, to, err
	}
	if to, err = parseVersion(second); err != nil {
		return from, to, err
	}
	if from.Compare(to) >= 0 {
		if from == to {
			return from, to, terminal.Usagef("%s is not older than %s: a range of release notes is from the older to the newer release", from, to)
		}
		return from, to, terminal.Usagef("%s is newer than %s: a range of release notes is from the older to the newer release; did you mean: kubedelta changelog %s..%s?", from, to, second, first)
	}
	return from, to, nil
}

func parseVersion(text string) (changelog.Version, error) {
	v, err := changelog.ParseVersion(option.Released(text))
	if err != nil {
		return v, terminal.Usage(err)
	}
	return v, nil
}

func run(ctx context.Context, o *options, args []string, flags *pflag.FlagSet, streams terminal.Streams) error {
	from, to, err := versions(args)
	if err != nil {
		return err
	}
	if err := o.output.Check(streams.Out); err != nil {
		return err
	}
	a, err := o.check(flags)
	if err != nil {
		return err
	}
	s := o.sources.NewSession(streams)
	if o.stats {
		return o.writeStats(ctx, s, from, to, a)
	}
	old, new, missing, err := surfacesOf(ctx, s, from, to)
	if err != nil {
		return err
	}
	opts := diff.Options{IncludeDisabled: o.includeDisabled}
	result := diff.Compare(old, new, opts)
	r := report.Build(buildinfo.Tool(), old, new, opts, result, report.Filter{})
	r.Subject, r.Language = report.SubjectNotes, o.notes.Language
	r.Gate, r.Data = o.gate.ForReport(), s.Data()
	if len(missing) > 0 {
		r.NotCompared = missing // the sides are blank, so nothing else was compared either
	}
	r.NotCompared = slices.Concat(r.NotCompared, option.LoosenedNotCompared(s.Streams.Configuration))
	w := notes.Wanted{From: from, To: to, Texts: true, Scope: report.NotesScope{GroupBy: o.groupBy, APIDiff: o.apiDiff, WithNotes: true}}
	if err := notes.Annotate(ctx, s, r, old, new, result, w, a); err != nil {
		return err
	}
	if len(r.NotesScope.Releases) == 0 {
		return errNoNotes(r.NotesScope)
	}
	if a.Filter.Empty() {
		r.SummariseRelease()
	}
	r.LeaveOutChanges()
	return o.output.Finish(streams, r, nil)
}

func (o *options) check(flags *pflag.FlagSet) (notes.Input, error) {
	if known := []string{report.GroupByKind, report.GroupBySIG, report.GroupByRelease}; !slices.Contains(known, o.groupBy) {
		return notes.Input{}, terminal.Usagef("--group-by must be kind, sig or release, not %q%s", o.groupBy, option.DidYouMean(o.groupBy, known))
	}
	if known := []string{report.APIDiffAll, report.APIDiffSIG, report.APIDiffNone}; o.apiDiff != "" && !slices.Contains(known, o.apiDiff) {
		return notes.Input{}, terminal.Usagef("--api-diff must be all, sig or none, not %q%s", o.apiDiff, option.DidYouMean(o.apiDiff, known))
	}
	if o.apiDiff == report.APIDiffSIG && len(o.notes.SIGs) == 0 && option.Typed(flags, "api-diff") != "" {
		return notes.Input{}, terminal.Usagef("--api-diff sig needs --sig: it shows the API changes of these SIGs")
	}
	if o.maxSIGs < 0 {
		return notes.Input{}, terminal.Usagef("--max-sigs must be 0 (no limit) or higher, not %d", o.maxSIGs)
	}
	a, err := o.notes.Check()
	if err != nil {
		return a, err
	}
	a.Filter.Kinds, a.Filter.Areas = o.kinds, o.areas
	a.Filter.ActionRequired, a.Filter.MaxSIGs = o.actionRequired, o.maxSIGs
	if o.grep != "" {
		if a.Filter.Grep, err = regexp.Compile("(?i)" + o.grep); err != nil {
			return a, terminal.Usagef("--grep: %w", err)
		}
	}
	return a, nil
}

// surfacesOf loads both sides of the API comparison. If the catalog lacks one, or has the same API for
// both because one is a pre-release of the other, the report has the notes without it, and says so.
func surfacesOf(ctx context.Context, s *sources.Session, from, to changelog.Version) (old, new *discovery.Surface, missing []diff.NotCompared, err error) {
	if from.Release == to.Release && (!from.Final() || !to.Final()) {
		missing = append(missing, diff.NotCompared{What: "the API of " + from.String() + " and " + to.String(), Why: "the built-in catalog has no APIs of pre-releases"})
		return blank(from), blank(to), missing, nil
	}
	if old, err = surfaceOf(ctx, s, from); err == nil {
		new, err = surfaceOf(ctx, s, to)
	}
	if lacks, ok := errors.AsType[*catalog.MissingError](err); ok {
		missing = append(missing, diff.NotCompared{What: "the API of " + from.Release.String() + " and " + to.Release.String(), Why: lacks.Error()})
		return blank(from), blank(to), missing, nil
	}
	return old, new, missing, err
}

func surfaceOf(ctx context.Context, s *sources.Session, v changelog.Version) (*discovery.Surface, error) {
	name := v.Release.String()
	if v.Patch > 0 || !v.Final() {
		name = strings.TrimPrefix(v.String(), "v")
	}
	ref := source.Reference{Text: name, Scheme: source.SchemeCatalog, Value: name}
	return source.Load(ctx, ref, s.Env)
}

// blank returns a side of which only the version is known.
func blank(v changelog.Version) *discovery.Surface {
	return &discovery.Surface{Name: v.String(), Version: v.String(), Release: v.Release, Source: discovery.SourceCatalog}
}

func errNoNotes(scope *report.NotesScope) error {
	texts := slice.Map(scope.Missing, func(m report.MissingNotes) string { return m.Release + ": " + m.Reason })
	return errors.New("there are no release notes to report on\n  " + strings.Join(texts, "\n  ") + "\n  add files of release notes with --notes-from")
}

// writeStats prints how the bullets of the notes were parsed. It does not count built-in notes,
// which have no bullets.
func (o *options) writeStats(ctx context.Context, s *sources.Session, from, to changelog.Version, a notes.Input) error {
	remote, err := notes.GitHub(s)
	if err != nil {
		return err
	}
	reading := s.Progress.Begin("release notes")
	defer reading.End()
	g, err := gather.Gather(ctx, from, to, gather.Options{Files: a.Given, Remote: remote})
	if err != nil {
		return err
	}
	stats := report.NewNoteStats()
	for _, v := range g.Library.Path(from, to) {
		for _, form := range []changelog.Form{changelog.FormMarkdown, changelog.FormDraft} {
			if d, ok := g.Library.Form(v, form); ok {
				stats.Add(d)
			}
		}
	}
	s.Warn.All(g.Warnings)
	if len(stats.Documents) == 0 {
		why := cmp.Or(g.NoTexts, "no release notes were found")
		return errors.New("there are no release notes to count: " + why + "; add files of release notes with --notes-from")
	}
	return o.output.Write(s.Streams, stats.Writers(), nil)
}
