package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report"
)

func explainFormats() []string { return []string{"text", "json"} }

func newExplain(streams Streams) *cobra.Command {
	o := &outputOptions{}
	cmd := &cobra.Command{
		Use:   "explain RESOURCE|GROUP/VERSION|GROUP/VERSION/KIND|RULE",
		Short: "Show the lifecycle of an API, or the documentation of a rule",
		Long: `Show the lifecycle of an API: the releases in which each of its versions was
introduced, deprecated and removed, its replacement, and the releases that serve
it. Name an API as in kubectl (ingresses, Ingress, ing, deployments.apps), or by
its group and version. With the ID of a rule or check, its documentation is
shown. Without an argument, the rules are listed.`,
		Example: `  kubedelta explain ingresses
  kubedelta explain policy/v1beta1/PodDisruptionBudget
  kubedelta explain hpa
  kubedelta explain resource-removed`,
		Args: atMost(1, "one resource, kind or rule"),
		RunE: func(_ *cobra.Command, args []string) error { return runExplain(o, args, streams) },
	}
	o.bind(cmd.Flags(), explainFormats()...)
	return cmd
}

func runExplain(o *outputOptions, args []string, streams Streams) error {
	targets, err := o.targets(streams.Out, explainFormats()...)
	if err != nil {
		return err
	}
	explain, err := explanation(args, streams)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if err := t.write(streams, func(w io.Writer) error { return explain(t.format, w) }); err != nil {
			return err
		}
	}
	return nil
}

// explanation finds what a word means, and gives the writer of its explanation.
func explanation(args []string, streams Streams) (func(format string, w io.Writer) error, error) {
	if len(args) == 0 {
		return func(format string, w io.Writer) error {
			if format == "json" {
				return report.RulesJSON(w, rule.Registry())
			}
			return report.RuleList(w, rule.Registry(), streams.style(w))
		}, nil
	}
	if r, ok := anyRule(args[0]); ok {
		return func(format string, w io.Writer) error {
			if format == "json" {
				return report.RulesJSON(w, []rule.Rule{r})
			}
			return report.RulePage(w, r, streams.style(w))
		}, nil
	}
	cat := catalog.New()
	all, err := cat.Lives()
	if err != nil {
		return nil, err
	}
	lives, err := selectLives(all, args)
	if err != nil {
		names := resourceNames(all)
		for _, r := range allRules() {
			names = append(names, r.ID)
		}
		return nil, usagef("neither a resource of Kubernetes nor a rule is called %q%s", args[0], didYouMean(args[0], names))
	}
	return func(format string, w io.Writer) error {
		if format == "json" {
			return report.ExplainJSON(w, lives)
		}
		return report.ExplainText(w, lives, all, cat.Newest(), streams.style(w))
	}, nil
}

// allRules are the rules of diff, of scan, of usage and of preflight.
func allRules() []rule.Rule {
	return slices.Concat(rule.Registry(), scanRules(), usageRules(), preflightRules())
}

// anyRule is the rule of an ID.
func anyRule(id string) (rule.Rule, bool) {
	for _, r := range allRules() {
		if r.ID == id {
			return r, true
		}
	}
	return rule.Rule{}, false
}
