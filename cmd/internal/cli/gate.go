package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
)

// gateOptions decide the exit code of a report.
type gateOptions struct {
	failOn          string
	allowIncomplete bool
	severities      []rule.Severity
}

const never = "never"

func (g *gateOptions) bind(flags *pflag.FlagSet, failOn string, severities []rule.Severity) {
	g.severities = severities
	flags.StringVar(&g.failOn, "fail-on", failOn, "exit with 3 if there are findings of this `severity` or higher: "+severityWords(severities)+", never")
	flags.BoolVar(&g.allowIncomplete, "allow-incomplete", false, "exit with 0 instead of 4 if something could not be read")
}

func (g *gateOptions) check() error {
	if g.failOn != never && !slices.Contains(g.severities, rule.Severity(g.failOn)) {
		return usagef("--fail-on %s: there is no such severity; there are %s, never", g.failOn, severityWords(g.severities))
	}
	return nil
}

// verdict is nil, or the exit code that the report leads to.
func (g *gateOptions) verdict(r *report.Report) error {
	if g.failOn != never {
		n := 0
		for _, c := range r.Changes {
			if c.Severity.AtLeast(rule.Severity(g.failOn)) {
				n++
			}
		}
		if n > 0 {
			return verdict{exitFindings, fmt.Sprintf("%s at or above %s", rule.Count(n, "finding"), g.failOn)}
		}
	}
	if unread := len(r.Old.Incomplete) + len(r.New.Incomplete); unread > 0 && !g.allowIncomplete {
		return verdict{exitIncomplete, fmt.Sprintf(
			"%s could not be read, so this is not the whole answer; see \"Could not be read\" in the report, or pass --allow-incomplete", rule.Count(unread, "part"))}
	}
	return nil
}
