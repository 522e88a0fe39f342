// Package diff is the command diff. The product's package diff does the comparison.
package diff

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/notes"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
)

type options struct {
	sources         sources.Sides
	output          option.Output
	gate            option.Gate
	includeDisabled bool
	descriptions    bool
	downgrade       bool
	groups, kinds   []string
	severities      []string
	decisions       option.DecisionFiles
	uses            string
	notes           notes.Options
	withNotes       bool
	noNotes         bool
}

const twoSources = "two sources, OLD and NEW"

// New makes the command diff.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "diff OLD NEW | OLD..NEW",
		Args: option.Between(1, 2, twoSources),
		RunE: func(cmd *cobra.Command, args []string) error {
			old, new, ok := sources.SidesOf(args, o.sources.Cluster.Context)
			if !ok {
				return option.Exactly(2, twoSources)(cmd, args)
			}
			return run(cmd.Context(), o, old, new, streams)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.includeDisabled, "include-disabled", false, "compare all APIs of the releases, including those that are off by default")
	flags.BoolVar(&o.downgrade, "downgrade", false, "compare a newer release with an older one")
	flags.BoolVar(&o.descriptions, "show-descriptions", false, "show changed descriptions, word by word")
	flags.StringSliceVar(&o.groups, "group", nil, "show only these API `groups` (core: the core group)")
	flags.StringSliceVar(&o.kinds, "kind", nil, "show only these `kinds` or resources")
	flags.StringSliceVar(&o.severities, "severity", nil, "show only these `severities`: "+option.Listed(rule.Severities()))
	o.decisions.Bind(flags)
	option.AddOldName(flags, "ignore-file", "", "waivers")
	flags.StringVar(&o.uses, "uses", "", "show only changes that affect the manifests at a `path`, or the objects of a cluster (context:NAME)")
	flags.BoolVar(&o.withNotes, "with-notes", false, "add the release notes after the API changes")
	flags.BoolVar(&o.noNotes, "no-notes", false, "hide the release notes")
	o.notes.Bind(flags)
	o.gate.Bind(flags, envelope.Never, envelope.ChangeLimits())
	o.output.Bind(flags, (&report.Report{Subject: report.SubjectAPI}).Writers().Names()...)
	o.sources.Bind(flags)
	return cmd
}

func run(ctx context.Context, o *options, oldRef, newRef string, streams terminal.Streams) error {
	if err := cmp.Or(o.output.Check(streams.Out), o.gate.Check()); err != nil {
		return err
	}
	a, err := o.checkNotes()
	if err != nil {
		return err
	}
	filter, err := o.filter()
	if err != nil {
		return err
	}
	if err := cmp.Or(option.CheckZeros(oldRef, newRef), o.sources.CheckContexts(oldRef, newRef, o.uses)); err != nil {
		return err
	}
	given, err := o.decisions.Read()
	if err != nil {
		return err
	}
	s := o.sources.NewSession(streams)
	old, new, err := o.sources.Load(ctx, oldRef, newRef, s)
	if err != nil {
		return err
	}
	if err := cmp.Or(o.checkDirection(old, new), o.checkFilter(old, new)); err != nil {
		return err
	}
	if o.uses != "" {
		if filter.Uses, err = readUses(ctx, s, o.uses, o.sources.Cluster); err != nil {
			return err
		}
	}
	opts := diff.Options{IncludeDisabled: o.includeDisabled, Descriptions: o.descriptions}
	result := diff.Compare(old, new, opts)
	changes, set := envelope.SetLevels(given.Levels, result.Changes, func(c *diff.Change) (string, *rule.Severity) { return c.Rule, &c.Severity })
	slices.SortStableFunc(changes, rule.Compare)
	result.Changes = changes
	r := report.Build(buildinfo.Tool(), old, new, opts, result, filter)
	r.Severities = set
	r.Language = o.notes.Language
	r.Gate, r.Data = o.gate.ForReport(), s.Data()
	r.NotCompared = append(r.NotCompared, option.LoosenedNotCompared(streams.Configuration)...)
	if err := o.annotate(ctx, s, r, old, new, result, a); err != nil {
		return err
	}
	s.Warn.All(r.Waive(given.Waivers, option.Today()))
	return o.output.Finish(streams, r, ruleset.PagesOf(rule.Registry(), "rules.md"))
}

// checkDirection returns an error if OLD is newer than NEW and --downgrade is not set: the report
// would list all additions of the newer release as removed.
func (o *options) checkDirection(old, new *discovery.Surface) error {
	unsure := func(s *discovery.Surface) bool {
		return s.Source == discovery.SourceCRD || s.Provenance == source.Called
	}
	for name, release := range old.Projects {
		if after, both := new.Projects[name]; both && !o.downgrade && release.Compare(after) > 0 {
			return terminal.Usagef("%s is newer than %s; did you mean: kubedelta diff %s %s? To compare with the older release, use --downgrade", old.Name, new.Name, phrase.Word(new.Name), phrase.Word(old.Name))
		}
	}
	if o.downgrade || unsure(old) || unsure(new) || !new.Release.Known() || old.Release.Compare(new.Release) <= 0 {
		return nil
	}
	return terminal.Usagef("%s is newer than %s; did you mean: kubedelta diff %s %s? To compare with the older release, use --downgrade",
		withRelease(old), withRelease(new), phrase.Word(new.Name), phrase.Word(old.Name))
}

// withRelease returns the name of a side, with its release if the name does not contain it.
func withRelease(s *discovery.Surface) string {
	if strings.Contains(s.Name, s.Release.String()) {
		return s.Name
	}
	return s.Name + " (Kubernetes " + s.Release.String() + ")"
}

// checkNotes reads the files about notes and checks the flags about notes.
func (o *options) checkNotes() (notes.Input, error) {
	switch {
	case o.noNotes && o.withNotes:
		return notes.Input{}, terminal.Usagef("--no-notes and --with-notes cannot be combined")
	case o.noNotes && (len(o.notes.SIGs) > 0 || len(o.notes.From) > 0 || o.notes.Annotations != ""):
		return notes.Input{}, terminal.Usagef("--no-notes cannot be combined with --sig, --notes-from or --annotations")
	}
	return o.notes.Check()
}

// annotate adds the release notes between both sides, if both are versions of Kubernetes and NEW is
// the later one.
func (o *options) annotate(ctx context.Context, s *sources.Session, r *report.Report, old, new *discovery.Surface, result diff.Result, a notes.Input) error {
	if o.noNotes {
		return nil
	}
	from, to, why := notesRange(old, new)
	if why != "" {
		if o.withNotes || len(o.notes.SIGs) > 0 || len(o.notes.From) > 0 {
			return fmt.Errorf("there are no release notes to link: %s; to compare without them, use --no-notes", why)
		}
		return nil
	}
	w := notes.Wanted{From: from, To: to, Texts: o.withNotes, Scope: report.NotesScope{WithNotes: o.withNotes, GroupBy: report.GroupByKind}}
	return notes.Annotate(ctx, s, r, old, new, result, w, a)
}

// notesRange returns the range of versions whose notes describe the comparison, or the reason there
// is none.
func notesRange(old, new *discovery.Surface) (from, to changelog.Version, why string) {
	from, okFrom := versionOf(old)
	to, okTo := versionOf(new)
	switch {
	case !okFrom:
		return from, to, old.Name + " is not a known version of Kubernetes"
	case !okTo:
		return from, to, new.Name + " is not a known version of Kubernetes"
	case from.Compare(to) >= 0:
		return from, to, fmt.Sprintf("%s is not older than %s", from, to)
	}
	return from, to, ""
}

// versionOf returns the version of a side. For the catalog, the patch release is in the name: it
// matters for the notes, but not for the API.
func versionOf(s *discovery.Surface) (changelog.Version, bool) {
	if s.Source == discovery.SourceCRD || !s.Release.Known() {
		return changelog.Version{}, false
	}
	if s.Source == discovery.SourceCatalog {
		if v, err := changelog.ParseVersion(strings.TrimPrefix(s.Name, "catalog:")); err == nil {
			return v, true
		}
	}
	v, err := changelog.ParseVersion(s.Version)
	if err != nil || v.Release != s.Release {
		return changelog.Version{Release: s.Release}, true
	}
	return v, true
}

func (o *options) filter() (report.Filter, error) {
	f := report.Filter{Groups: o.groups, Kinds: o.kinds}
	for _, word := range o.severities {
		if err := option.CheckWord("--severity "+word+": unknown severity", word, rule.Severities()); err != nil {
			return f, err
		}
		f.Severities = append(f.Severities, rule.Severity(word))
	}
	return f, nil
}
