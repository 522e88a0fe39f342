package cli

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report"
)

type changelogOptions struct {
	sources         sourceOptions
	notes           notesOptions
	output          outputOptions
	kinds, areas    []string
	grep            string
	actionRequired  bool
	maxSIGs         int
	groupBy         string
	includeDisabled bool
	stats           bool
	gate            gateOptions
}

func newChangelog(streams Streams) *cobra.Command {
	o := &changelogOptions{}
	cmd := &cobra.Command{
		Use:   "changelog VERSION | FROM..TO | FROM TO",
		Short: "The release notes between two versions, by SIG, with the API diff",
		Long: `changelog writes what a release brings: themes, urgent upgrade notes, the API
diff, and the entries of its release notes by section, each with its pull
request, SIGs and remarks: what was reverted before the release, what patch
releases have too. Without a filter it begins with the release at a glance. Where
the notes of a release on the way are missing it says so, and exits with 4.

VERSION is a release (1.24, the notes of v1.24.0) or a patch release (1.24.3).
FROM..TO joins all notes on the way, each pull request once; what the patch
version FROM has already by cherry-pick is left out and counted.

Texts come from --notes-from, from the cache, then from GitHub within a few
seconds. Where they cannot be had, the built-in facts serve: pull requests, SIGs,
kinds and the gates, flags, metrics and APIs that the entries name.`,
		Example: `  # what a user group publishes for its SIG
  kubedelta changelog 1.24 --sig network --lang ja

  # a release at a glance
  kubedelta changelog 1.29

  # what the way from a patch release brings, only what asks for action
  kubedelta changelog 1.29.4..1.31 --action-required

  # offline, from files
  kubedelta changelog 1.33 --offline --notes-from ./release-notes`,
		Args: atMost(2, "a version, FROM..TO, or FROM and TO"),
		RunE: func(cmd *cobra.Command, args []string) error { return runChangelog(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	o.notes.bind(flags)
	flags.StringSliceVar(&o.kinds, "kind", nil, "only entries of these `kinds`: api-change, deprecation, feature, bug …, or sections")
	flags.StringSliceVar(&o.areas, "area", nil, "only entries of these `areas`: kubelet, kubectl …")
	flags.StringVar(&o.grep, "grep", "", "only entries that match a regular `expression`, letter case ignored")
	flags.BoolVar(&o.actionRequired, "action-required", false, "only entries that ask for action before an upgrade")
	flags.IntVar(&o.maxSIGs, "max-sigs", 0, "leave out entries of more SIGs than `N`: they are about the whole project")
	flags.StringVar(&o.groupBy, "group-by", "kind", "`part` the entries by kind (their sections), sig or release")
	flags.BoolVar(&o.includeDisabled, "include-disabled", false, "compare all that the releases have, not only what a default cluster serves")
	o.gate.failOn = never
	o.gate.bindIncomplete(flags, "the notes of a release on the way are missing")
	flags.BoolVar(&o.stats, "stats", false, "tell what became of the bullets of the notes, instead of the report")
	o.output.bind(flags, report.Formats(report.SubjectNotes)...)
	o.output.bindTemplate(flags)
	o.sources.bind(flags)
	return cmd
}

// versions reads the arguments: the version whose users upgrade, and the one
// that they upgrade to.
func versions(args []string) (from, to changelog.Version, err error) {
	if len(args) == 0 {
		return from, to, usagef("changelog takes a version, FROM..TO, or FROM and TO; see kubedelta changelog --help")
	}
	first, second, ranged := strings.Cut(args[0], "..")
	switch {
	case ranged && len(args) == 2:
		return from, to, usagef("give FROM..TO or FROM TO, not both")
	case len(args) == 2:
		first, second = args[0], args[1]
	case !ranged:
		to, err = parseVersion(first)
		return history.Before(to), to, err
	}
	if from, err = parseVersion(first); err != nil {
		return from, to, err
	}
	if to, err = parseVersion(second); err != nil {
		return from, to, err
	}
	if from.Compare(to) >= 0 {
		return from, to, usagef("%s is not before %s: notes tell of the way up", from, to)
	}
	return from, to, nil
}

func parseVersion(text string) (changelog.Version, error) {
	v, err := changelog.ParseVersion(text)
	if err != nil {
		return v, usageError{err}
	}
	return v, nil
}

func runChangelog(ctx context.Context, o *changelogOptions, args []string, streams Streams) error {
	from, to, err := versions(args)
	if err != nil {
		return err
	}
	if err := o.output.readTemplate(); err != nil {
		return err
	}
	if _, err := o.output.targets(streams.Out, report.Formats(report.SubjectNotes)...); err != nil {
		return err
	}
	a, err := o.check()
	if err != nil {
		return err
	}
	s := o.sources.session(streams)
	if o.stats {
		return s.writeStats(ctx, o, from, to, a)
	}
	old, new, missing, err := s.releases(ctx, from, to)
	if err != nil {
		return err
	}
	opts := diff.Options{IncludeDisabled: o.includeDisabled}
	result := diff.Compare(old, new, opts)
	r := report.Build(tool(), old, new, opts, result, report.Filter{})
	r.Subject, r.Language = report.SubjectNotes, o.notes.language
	r.Gate, r.Data = o.gate.gate(), s.data()
	r.NotCompared = append(r.NotCompared, missing...)
	w := notesWanted{from: from, to: to, texts: true, scope: report.NotesScope{GroupBy: o.groupBy, WithNotes: true}}
	if err := s.annotate(ctx, r, old, new, result, w, a); err != nil {
		return err
	}
	if len(r.NotesScope.Releases) == 0 {
		return errNoNotes(r.NotesScope)
	}
	if a.filter.Empty() {
		r.SummariseRelease()
	}
	return o.output.finish(streams, r, nil)
}

// check reads the files and the filters.
func (o *changelogOptions) check() (annotation, error) {
	if !slices.Contains([]string{"kind", "sig", "release"}, o.groupBy) {
		return annotation{}, usagef("--group-by is kind, sig or release, not %q", o.groupBy)
	}
	if o.maxSIGs < 0 {
		return annotation{}, usagef("--max-sigs is a number from 1 on, not %d", o.maxSIGs)
	}
	a, err := o.notes.check()
	if err != nil {
		return a, err
	}
	a.filter.Kinds, a.filter.Areas = o.kinds, o.areas
	a.filter.ActionRequired, a.filter.MaxSIGs = o.actionRequired, o.maxSIGs
	if o.grep != "" {
		if a.filter.Grep, err = regexp.Compile("(?i)" + o.grep); err != nil {
			return a, usagef("--grep: %w", err)
		}
	}
	return a, nil
}

// releases are the two sides of the API diff. Where the catalog lacks one, the
// notes stand without it, and the report says so.
func (s *session) releases(ctx context.Context, from, to changelog.Version) (old, new *discovery.Surface, missing []diff.NotCompared, err error) {
	if old, err = s.release(ctx, from); err == nil {
		new, err = s.release(ctx, to)
	}
	var lacks *catalog.MissingError
	if errors.As(err, &lacks) {
		missing = append(missing, diff.NotCompared{What: "the API of " + from.Release.String() + " and " + to.Release.String(), Why: lacks.Error()})
		return blank(from), blank(to), missing, nil
	}
	return old, new, missing, err
}

func (s *session) release(ctx context.Context, v changelog.Version) (*discovery.Surface, error) {
	name := v.Release.String()
	if v.Patch > 0 || !v.Final() {
		name = strings.TrimPrefix(v.String(), "v")
	}
	ref := source.Reference{Text: name, Scheme: source.SchemeCatalog, Value: name}
	return source.Open(ref, s.env).Load(ctx)
}

// blank is a side that nothing is known of but its version.
func blank(v changelog.Version) *discovery.Surface {
	return &discovery.Surface{Name: v.String(), Version: v.String(), Release: v.Release, Source: discovery.SourceCatalog}
}

func errNoNotes(scope *report.NotesScope) error {
	var texts []string
	for _, m := range scope.Missing {
		texts = append(texts, m.Release+": "+m.Reason)
	}
	return errors.New("there are no release notes to report on\n  " + strings.Join(texts, "\n  ") + "\n  give them with --notes-from")
}
