package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
)

type diffOptions struct {
	sources         sidesOptions
	output          outputOptions
	gate            gateOptions
	includeDisabled bool
	descriptions    bool
	groups, kinds   []string
	severities      []string
	ignoreFile      string
	uses            string
}

func newDiff(streams Streams) *cobra.Command {
	o := &diffOptions{}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare two Kubernetes APIs",
		Long: `diff compares what two releases, clusters or sets of documents serve: versions,
resources, subresources, verbs, kinds, scope, names, deprecations, and the fields of
the objects.

It shows what a default cluster serves: beta APIs that came with 1.24 or later
and all alpha APIs are off by default (KEP-3136). --include-disabled shows all.
What a side could not read is listed and never called removed.

See kubedelta --help for what OLD and NEW can be.`,
		Example: `  # what 1.24 changed, ready to be pasted into a ticket
  kubedelta diff 1.23 1.24

  # fail a pipeline when the next release breaks what this cluster serves
  kubedelta diff context:prod 1.33 --fail-on breaking

  # only what these manifests use
  kubedelta diff 1.24 1.25 --uses ./manifests

  # one run, two files
  kubedelta diff 1.32 1.33 -o markdown=report.md -o json=report.json

  # all of it, alpha and off-by-default APIs too
  kubedelta diff 1.34 1.35 --include-disabled`,
		Args: exactly(2, "two sources, OLD and NEW"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runDiff(cmd.Context(), o, args[0], args[1], streams)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.includeDisabled, "include-disabled", false, "compare all that the releases have, not only what a default cluster serves")
	flags.BoolVar(&o.descriptions, "show-descriptions", false, "list the descriptions that read otherwise, word by word")
	flags.StringSliceVar(&o.groups, "group", nil, "only these API `groups` (core: the core group)")
	flags.StringSliceVar(&o.kinds, "kind", nil, "only these `kinds` or resources")
	flags.StringSliceVar(&o.severities, "severity", nil, "only these `severities`: "+severityWords())
	flags.StringVar(&o.ignoreFile, "ignore-file", "", "YAML `file` of waivers, each with a reason and an expiry date")
	flags.StringVar(&o.uses, "uses", "", "narrow the report to what the manifests of a `path`, or a cluster (context:NAME), use")
	o.gate.bind(flags, "never")
	o.output.bind(flags, reportFormats()...)
	o.sources.bind(flags)
	return cmd
}

func severityWords() string {
	var words []string
	for _, s := range rule.Severities() {
		words = append(words, string(s))
	}
	return strings.Join(words, ", ")
}

func runDiff(ctx context.Context, o *diffOptions, oldRef, newRef string, streams Streams) error {
	// Everything that can be wrong with the command line is told before the work.
	if _, err := o.output.targets(streams.Out, reportFormats()...); err != nil {
		return err
	}
	if err := o.gate.check(); err != nil {
		return err
	}
	filter, err := o.filter()
	if err != nil {
		return err
	}
	waivers, err := readWaivers(o.ignoreFile)
	if err != nil {
		return err
	}
	s := o.sources.session(streams)
	old, new, err := o.sources.load(ctx, oldRef, newRef, s)
	if err != nil {
		return err
	}
	if err := o.checkFilter(old, new); err != nil {
		return err
	}
	if o.uses != "" {
		if filter.Uses, err = s.readUses(ctx, o.uses, o.sources.cluster); err != nil {
			return err
		}
	}
	opts := diff.Options{IncludeDisabled: o.includeDisabled, Descriptions: o.descriptions}
	r := report.Build(report.Tool{Name: "kubedelta", Version: version()}, old, new, opts, diff.Compare(old, new, opts), filter)
	warn := newWarner(streams.Err)
	for _, text := range r.Waive(waivers, today()) {
		warn.warn(text)
	}
	if err := o.output.writeReport(streams, r); err != nil {
		return err
	}
	return o.gate.verdict(r)
}

func (o *diffOptions) filter() (report.Filter, error) {
	f := report.Filter{Groups: o.groups, Kinds: o.kinds}
	for _, word := range o.severities {
		s := rule.Severity(word)
		if !slices.Contains(rule.Severities(), s) {
			return f, usagef("--severity %s: there is no such severity; there are %s", word, severityWords())
		}
		f.Severities = append(f.Severities, s)
	}
	return f, nil
}

// today is the date that waivers end by: the only look at the clock, and nothing
// of it gets into a report's body.
func today() string { return time.Now().UTC().Format(time.DateOnly) } //nolint:forbidigo // see above
