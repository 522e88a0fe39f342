// Package rules is the command rules. The rules come from ruleset.
package rules

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
)

// New makes the command rules.
func New(streams terminal.Streams) *cobra.Command {
	o := &option.Output{}
	cmd := &cobra.Command{
		Use:  "rules [scan|preflight]",
		Args: option.AtMost(1, "scan, preflight or nothing"),
		RunE: func(_ *cobra.Command, args []string) error {
			set, rules, err := ruleSet(args)
			if err != nil {
				return err
			}
			return o.Write(streams, rulesWriters(set, rules), nil)
		},
	}
	o.Bind(cmd.Flags(), rulesWriters("", nil).Names()...)
	return cmd
}

func rulesWriters(set string, rules []rule.Rule) format.Writers {
	all := report.RuleListWriters(rules, language.English)
	all[format.Wide] = all[format.Text]
	delete(all, format.HTML)
	all[format.Markdown] = func(w io.Writer, _ format.Options) error {
		if set != "preflight" {
			return report.RulesMarkdown(w, set, rules)
		}
		_, err := w.Write(check.Page(check.Every()))
		return err
	}
	return all
}

// ruleSet returns the rules that the argument names, or those of diff without an argument.
func ruleSet(args []string) (name string, rules []rule.Rule, err error) {
	switch {
	case len(args) == 0:
		return "", rule.Registry(), nil
	case args[0] == "scan":
		return "scan", ruleset.Scan(), nil
	case args[0] == "preflight":
		return "preflight", ruleset.Preflight(), nil
	case args[0] == "usage" || args[0] == "rehearse":
		return "", nil, terminal.Usagef("%s has no rules of its own: see kubedelta rules scan", args[0])
	default:
		return "", nil, terminal.Usagef("there are no rules of %q; use scan or preflight, or no argument for the rules of diff", args[0])
	}
}
