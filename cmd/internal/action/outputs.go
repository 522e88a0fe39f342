package action

import (
	"cmp"
	"fmt"
	"strings"
)

// Output is an output for later steps.
type Output struct{ Name, Value string }

// Outputs writes values in the format of $GITHUB_OUTPUT, so that no value can set another output: a
// value with several lines is between two delimiters that none of its lines equals.
func Outputs(list []Output) string {
	var b strings.Builder
	for _, o := range list {
		if !strings.ContainsAny(o.Value, "\r\n") {
			fmt.Fprintf(&b, "%s=%s\n", o.Name, o.Value)
			continue
		}
		d := delimiter(o.Value)
		fmt.Fprintf(&b, "%s<<%s\n%s\n%s\n", o.Name, d, o.Value, d)
	}
	return b.String()
}

// delimiter returns the same delimiter for the same value. Runners on Windows also end lines at
// \r\n, so lines are compared without a trailing \r.
func delimiter(value string) string {
	lines := map[string]bool{}
	for line := range strings.SplitSeq(value, "\n") {
		lines[strings.TrimRight(line, "\r")] = true
	}
	for i := 0; ; i++ {
		d := fmt.Sprintf("KUBEDELTA_END_%d", i)
		if !lines[d] {
			return d
		}
	}
}

// The values of the output verdict.
const (
	Pass       = "pass"
	Fail       = "fail"
	Incomplete = "incomplete"
	Error      = "error"
)

// Verdict returns the word for an exit code.
func Verdict(code int) string {
	return cmp.Or(map[int]string{0: Pass, 3: Fail, 4: Incomplete}[code], Error)
}

// Step returns the exit code of the step. With report-only, it is 0 unless the command failed.
func (in *Inputs) Step(code int) int {
	if in.ReportOnly && Verdict(code) != Error {
		return 0
	}
	return code
}
