package option

import (
	"cmp"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// Gate has the flags that decide the exit code of a report.
type Gate struct {
	FailOn          string
	allowIncomplete bool
	// limits are the values that --fail-on accepts.
	limits []rule.Severity
	flags  *pflag.FlagSet
}

// Never is the value of --fail-on with which no finding fails the run.
const Never = string(envelope.Never)

// LimitsOf is the annotation of --fail-on that has the values that the command accepts.
const LimitsOf = "kubedelta_limits"

// Bind adds the flags. --fail-on accepts the limits; failOn is its default.
func (g *Gate) Bind(flags *pflag.FlagSet, failOn rule.Severity, limits []rule.Severity) {
	g.limits = limits
	usage := "exit with 3 if there are findings of this `severity` or higher: " + Listed(g.limits)
	if slices.Contains(limits, envelope.NotReady) {
		usage += "; not-ready: findings that make a cluster not ready"
	}
	flags.StringVar(&g.FailOn, "fail-on", string(failOn), usage)
	flags.Lookup("fail-on").Annotations = map[string][]string{LimitsOf: slice.Map(limits, offered)}
	g.BindIncomplete(flags, "something could not be read")
}

// offered returns a value of --fail-on for shell completion.
func offered(limit rule.Severity) string {
	about := map[rule.Severity]string{
		envelope.Never: "\tfindings do not change the exit code", envelope.NotReady: "\tfindings that make a cluster not ready",
	}
	return string(limit) + about[limit]
}

// BindIncomplete adds --allow-incomplete. where completes the sentence of its usage: "something
// could not be read".
func (g *Gate) BindIncomplete(flags *pflag.FlagSet, where string) {
	g.flags = flags
	flags.BoolVar(&g.allowIncomplete, "allow-incomplete", false, "exit with 0 instead of 4 if "+where)
}

// Check returns an error for an unknown value of --fail-on.
func (g *Gate) Check() error {
	return CheckWord("--fail-on "+g.FailOn+": unknown severity", g.FailOn, g.limits)
}

// ForReport returns the gate as reports contain it. It is given if a flag, the environment or a
// configuration file set it.
func (g *Gate) ForReport() *envelope.Gate {
	return &envelope.Gate{FailOn: rule.Severity(g.FailOn), AllowIncomplete: g.allowIncomplete, Given: g.flags.Changed("fail-on") || g.flags.Changed("allow-incomplete")}
}

// Ended returns nil for exit code 0, and otherwise the error with which the command exits.
func Ended(code int, why string) error {
	if code == envelope.CodePass {
		return nil
	}
	return terminal.ExitError{Code: code, Text: why}
}

// CheckFor returns an error for a flag that the command of a report does not have, or whose value it
// does not accept. limits are the values of its --fail-on, and gated reports whether it has
// --allow-incomplete.
func (g *Gate) CheckFor(command string, limits []rule.Severity, gated bool) error {
	var lacks []string
	if len(limits) == 0 {
		lacks = append(lacks, "fail-on")
	}
	if !gated {
		lacks = append(lacks, "allow-incomplete")
	}
	if flag := Typed(g.flags, lacks...); flag != "" {
		return terminal.Usagef("--%s has no effect on a report of %s, which does not have this flag", flag, command)
	}
	if g.FailOn == "" || len(limits) == 0 {
		return nil
	}
	return CheckWord("--fail-on "+g.FailOn+": unknown severity for a report of "+command, g.FailOn, limits)
}

// Over applies the flags that were given to the gates of a report, whose command accepts the limits.
// It reports whether the flags or a gate of the report ask for an exit code.
func (g *Gate) Over(gates []**envelope.Gate, limits []rule.Severity) (given bool) {
	failOn, incomplete := len(limits) > 0 && g.flags.Changed("fail-on"), g.flags.Changed("allow-incomplete")
	for _, at := range gates {
		if failOn || incomplete {
			one := *cmp.Or(*at, &envelope.Gate{})
			if failOn {
				one.FailOn = rule.Severity(g.FailOn)
			}
			if incomplete {
				one.AllowIncomplete = g.allowIncomplete
			}
			one.Given = true
			*at = &one
		}
		given = given || *at != nil && (*at).Given
	}
	return given
}
