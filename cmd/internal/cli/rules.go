package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/scan/judge"
	"github.com/kubedelta/kubedelta/scan/validate"
)

func rulesFormats() []string { return []string{"text", format.Wide, "markdown", "json"} }

func newRules(streams Streams) *cobra.Command {
	o := &outputOptions{}
	cmd := &cobra.Command{
		Use:   "rules [scan|preflight]",
		Short: "List the rules and checks",
		Long: `List the rules of diff: their IDs, which never change, their severities and
their descriptions. With scan, list the rules for manifests; with preflight,
list the checks of clusters.`,
		Example: `  kubedelta rules
  kubedelta rules scan
  kubedelta rules -o markdown > docs/rules.md
  kubedelta explain field-removed`,
		Args: atMost(1, "scan, preflight or nothing"),
		RunE: func(_ *cobra.Command, args []string) error {
			set, rules, err := ruleSet(args)
			if err != nil {
				return err
			}
			targets, err := o.targets(streams.Out, rulesFormats()...)
			if err != nil {
				return err
			}
			for _, t := range targets {
				err := t.write(streams, func(w io.Writer) error {
					switch t.format {
					case "json":
						return report.RulesJSON(w, rules)
					case "markdown":
						if set == "preflight" {
							_, err := w.Write(check.Page(check.Every()))
							return err
						}
						return report.RulesMarkdown(w, set, rules)
					default:
						return report.RuleList(w, rules, streams.styleOf(t.format, w))
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

// ruleSet is the registry that the argument names; diff's without one.
func ruleSet(args []string) (name string, rules []rule.Rule, err error) {
	switch {
	case len(args) == 0:
		return "", rule.Registry(), nil
	case args[0] == "scan":
		return "scan", scanRules(), nil
	case args[0] == "preflight":
		return "preflight", preflightRules(), nil
	default:
		return "", nil, usagef("there are no rules of %q; use scan or preflight, or no argument for the rules of diff", args[0])
	}
}

// scanRules are the rules of scan.
func scanRules() []rule.Rule { return append(judge.Rules(), validate.Rule()) }
