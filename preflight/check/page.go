package check

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/preflight"
)

// Page is the documentation of checks, in markdown: docs/preflight-checks.md.
func Page(checks []preflight.Check) []byte {
	var b strings.Builder
	b.WriteString("# What `kubedelta preflight` looks at\n\n" +
		"Generated from the checks themselves; `go test ./preflight/check -run TestPage -update` writes it anew.\n\n" +
		"A check passes, fails, is unknown where something that it needs could not be read, or does not apply. Findings that are breaking or risky make it\n" +
		"fail, also where other things could not be read. The cluster is ready only if every required check passes or does not apply. Accounts of cloud\n" +
		"providers (quotas, subnets, node groups) are out of scope.\n\n" +
		"| check | looks for | severity | phase | required |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range checks {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s | %s | %s |\n", c.ID, c.ID, c.Title, c.Severity, c.Phase, yesNo(c.Required))
	}
	for _, c := range checks {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n%s\n\n**What to do.** %s\n\n", c.ID, c.Title, c.Doc, c.Remedy)
		if len(c.Needs) == 0 {
			b.WriteString("Needs nothing of the cluster but its version.\n")
			continue
		}
		names := make([]string, 0, len(c.Needs))
		for _, n := range c.Needs {
			names = append(names, "`"+n.String()+"`")
		}
		fmt.Fprintf(&b, "Needs %s.\n", strings.Join(names, ", "))
	}
	return []byte(b.String())
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
