package action

import (
	"fmt"
	"strings"
)

// Output is a value that later steps read.
type Output struct{ Name, Value string }

// Outputs writes values as $GITHUB_OUTPUT takes them, so that no value can set
// another output: what has several lines stands between two delimiters that are no
// line of it.
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

// delimiter is the same for the same value. A runner on Windows ends lines at \r\n
// as well, so a line with \r behind it is taken for one without.
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
