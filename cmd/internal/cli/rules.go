package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
)

func rulesFormats() []string { return []string{"text", "markdown", "json"} }

func newRules(streams Streams) *cobra.Command {
	o := &outputOptions{}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules that changes are found by",
		Long: `rules prints the registry of rules: their IDs, which never change, their
severities, and what they mean. docs/rules.md is made of it.`,
		Example: `  kubedelta rules
  kubedelta rules -o markdown > docs/rules.md
  kubedelta explain field-removed`,
		Args: exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			targets, err := o.targets(streams.Out, rulesFormats()...)
			if err != nil {
				return err
			}
			for _, t := range targets {
				err := t.write(streams.Out, func(w io.Writer) error {
					switch t.format {
					case "json":
						return report.RulesJSON(w, rule.Registry())
					case "markdown":
						return report.RulesMarkdown(w, rule.Registry())
					default:
						return report.RuleList(w, rule.Registry())
					}
				})
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	o.bind(cmd.Flags(), rulesFormats()...)
	return cmd
}
