package option

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// Gate decides the exit code of a report.
type Gate struct {
	FailOn          string
	allowIncomplete bool
	// limits are what --fail-on can be.
	limits []rule.Severity
	flags  *pflag.FlagSet
}

// Never is the value of --fail-on that no finding reaches.
const Never = string(envelope.Never)

// Bind adds the flags; severities are those that findings have, limits those beside them.
func (g *Gate) Bind(flags *pflag.FlagSet, failOn rule.Severity, severities []rule.Severity, limits ...rule.Severity) {
	g.limits = slices.Concat(severities, limits, []rule.Severity{envelope.Never})
	usage := "exit with 3 if there are findings of this `severity` or higher: " + Listed(g.limits)
	if slices.Contains(limits, envelope.NotReady) {
		usage += "; not-ready: findings that make a cluster not ready"
	}
	flags.StringVar(&g.FailOn, "fail-on", string(failOn), usage)
	g.BindIncomplete(flags, "something could not be read")
}

// BindIncomplete adds --allow-incomplete; where says when it counts.
func (g *Gate) BindIncomplete(flags *pflag.FlagSet, where string) {
	g.flags = flags
	flags.BoolVar(&g.allowIncomplete, "allow-incomplete", false, "exit with 0 instead of 4 if "+where)
}

// Check refuses a severity that there is not.
func (g *Gate) Check() error {
	if !slices.Contains(g.limits, rule.Severity(g.FailOn)) {
		return NotOneOf("--fail-on "+g.FailOn+": unknown severity", g.FailOn, g.limits)
	}
	return nil
}

// ForReport is what the report says of it.
func (g *Gate) ForReport() *envelope.Gate {
	return &envelope.Gate{FailOn: rule.Severity(g.FailOn), AllowIncomplete: g.allowIncomplete, Given: g.given()}
}

// given: somebody asked for a gate, by flags or the configuration.
func (g *Gate) given() bool {
	return g.flags.Changed("fail-on") || g.flags.Changed("allow-incomplete")
}

// Ended is nil, or the exit code that a report leads to.
func Ended(code int, why string) error {
	if code == envelope.CodePass {
		return nil
	}
	return terminal.ExitError{Code: code, Text: why}
}

// Over puts the flags that were given over the gates of a report, and tells whether
// anybody asked for a gate.
func (g *Gate) Over(gates []**envelope.Gate) (given bool) {
	for _, at := range gates {
		if g.given() {
			one := envelope.Gate{Given: true}
			if *at != nil {
				one = **at
			}
			if g.flags.Changed("fail-on") {
				one.FailOn = rule.Severity(g.FailOn)
			}
			if g.flags.Changed("allow-incomplete") {
				one.AllowIncomplete = g.allowIncomplete
			}
			one.Given = true
			*at = &one
		}
		given = given || *at != nil && (*at).Given
	}
	return given
}
