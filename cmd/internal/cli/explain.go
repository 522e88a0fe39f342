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
		Use:   "explain RESOURCE|GROUP/VERSION/KIND|RULE",
		Short: "The life of an API, or the page of a rule",
		Long: `explain tells the life of an API: when each of its versions came, was deprecated
and went, what takes its place, and which releases serve it. Given a rule's ID it
shows the rule's page. Without a word it lists the rules.`,
		Example: `  kubedelta explain ingresses
  kubedelta explain policy/v1beta1/PodDisruptionBudget
  kubedelta explain resource-removed`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRules(streams)
			}
			if err := exactly(1, "one resource, kind or rule")(cmd, args); err != nil {
				return err
			}
			return runExplain(o, args[0], streams)
		},
	}
	o.bind(cmd.Flags(), explainFormats()...)
	return cmd
}

func runExplain(o *outputOptions, word string, streams Streams) error {
	targets, err := o.targets(streams.Out, explainFormats()...)
	if err != nil {
		return err
	}
	if told, err := o.explainRule(word, streams); told || err != nil {
		return err
	}
	cat := catalog.New()
	all, err := cat.Lives()
	if err != nil {
		return err
	}
	lives, err := selectLives(all, []string{word})
	if err != nil {
		names := resourceNames(all)
		for _, r := range slices.Concat(rule.Registry(), scanRules(), preflightRules()) {
			names = append(names, r.ID)
		}
		return usagef("neither a resource of Kubernetes nor a rule is called %q%s", word, didYouMean(word, names))
	}
	for _, t := range targets {
		err := t.write(streams.Out, func(w io.Writer) error {
			if t.format == "json" {
				return report.ExplainJSON(w, lives)
			}
			return report.ExplainText(w, lives, cat.Newest(), style(o.colour, w))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// explainRule writes the page of a rule of diff, or of one that only scan has.
func (o *outputOptions) explainRule(id string, streams Streams) (told bool, err error) {
	if r, ok := rule.ByID(id); ok {
		return true, report.RulePage(streams.Out, r, style(o.colour, streams.Out))
	}
	for _, r := range append(scanRules(), preflightRules()...) {
		if r.ID == id {
			return true, report.RulePage(streams.Out, r, style(o.colour, streams.Out))
		}
	}
	return false, nil
}

func listRules(streams Streams) error {
	return report.RuleList(streams.Out, rule.Registry())
}
