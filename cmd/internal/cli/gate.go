package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// gateOptions decide the exit code of a report.
type gateOptions struct {
	failOn          string
	allowIncomplete bool
	// limits are what --fail-on can be.
	limits []rule.Severity
	flags  *pflag.FlagSet
}

const never = string(envelope.Never)

// bind adds the flags; severities are those that findings have, limits those beside them.
func (g *gateOptions) bind(flags *pflag.FlagSet, failOn rule.Severity, severities []rule.Severity, limits ...rule.Severity) {
	g.limits = slices.Concat(severities, limits, []rule.Severity{envelope.Never})
	usage := "exit with 3 if there are findings of this `severity` or higher: " + listed(g.limits)
	if slices.Contains(limits, envelope.NotReady) {
		usage += "; not-ready: findings that make a cluster not ready"
	}
	flags.StringVar(&g.failOn, "fail-on", string(failOn), usage)
	g.bindIncomplete(flags, "something could not be read")
}

func (g *gateOptions) bindIncomplete(flags *pflag.FlagSet, where string) {
	g.flags = flags
	flags.BoolVar(&g.allowIncomplete, "allow-incomplete", false, "exit with 0 instead of 4 if "+where)
}

func (g *gateOptions) check() error {
	if !slices.Contains(g.limits, rule.Severity(g.failOn)) {
		return notOneOf("--fail-on "+g.failOn+": unknown severity", g.failOn, g.limits)
	}
	return nil
}

// gate is what the report says of it.
func (g *gateOptions) gate() *envelope.Gate {
	return &envelope.Gate{FailOn: rule.Severity(g.failOn), AllowIncomplete: g.allowIncomplete, Given: g.given()}
}

// given: somebody asked for a gate, by flags or the configuration.
func (g *gateOptions) given() bool {
	return g.flags.Changed("fail-on") || g.flags.Changed("allow-incomplete")
}

// ended is nil, or the exit code that a report leads to.
func ended(code int, why string) error {
	if code == envelope.CodePass {
		return nil
	}
	return verdict{code: code, text: why}
}

// over puts the flags that were given over the gates of a report, and tells whether
// anybody asked for a gate.
func (g *gateOptions) over(gates []**envelope.Gate) (given bool) {
	for _, at := range gates {
		if g.given() {
			one := envelope.Gate{Given: true}
			if *at != nil {
				one = **at
			}
			if g.flags.Changed("fail-on") {
				one.FailOn = rule.Severity(g.failOn)
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
