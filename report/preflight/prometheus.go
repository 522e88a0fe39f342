package preflight

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
)

// prometheus writes a file for the textfile collector of node_exporter or for a push gateway, with
// a sample for each cluster and target. There are no timestamps, because the collector rejects
// them.
func prometheus(w io.Writer, v *view) error {
	b := bufio.NewWriter(w)
	for _, m := range []struct {
		name, help string
		value      func(*Report) int
		// measured: the value is unknown for a cluster that could not be checked.
		measured bool
	}{
		{"kubedelta_preflight_ready", "1 if the cluster is ready for the target, 0 if it is not ready or unknown.", func(r *Report) int { return oneIf(r.Verdict == Ready) }, false},
		{"kubedelta_preflight_blockers", "Findings that block the upgrade to the target.", func(r *Report) int { return r.Summary.Blockers }, true},
		{"kubedelta_preflight_unknown", "Required checks that are unknown, completely or in part.", func(r *Report) int { return r.Summary.Unknown }, true},
		{"kubedelta_preflight_unread", "Resources of the cluster that could not be read.", func(r *Report) int { return r.Summary.Unread }, true},
		{"kubedelta_preflight_reachable", "1 if the cluster could be checked.", func(r *Report) int { return oneIf(r.Unreachable == "") }, false},
		{"kubedelta_preflight_done", "1 if the cluster already runs the target.", func(r *Report) int { return oneIf(r.Done) }, false},
		{"kubedelta_preflight_accepted", "Data that could not be read and is accepted.", func(r *Report) int { return r.counted().accepted }, true},
		{"kubedelta_preflight_waived", "Findings that are waived.", func(r *Report) int { return r.counted().waived }, true},
	} {
		fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s gauge\n", m.name, m.help, m.name)
		seen := map[string]int{}
		for _, r := range v.Clusters {
			if r.Unreachable != "" && m.measured {
				continue // a 0 would say that nothing was found
			}
			fmt.Fprintf(b, "%s{%s} %d\n", m.name, labels(r, seen), m.value(r))
		}
	}
	return b.Flush()
}

// counted returns the lengths of the lists of a report, also if only its head is available.
func (r *Report) counted() head {
	if r.head != nil {
		return *r.head
	}
	return head{accepted: len(r.Accepted), waived: len(r.Waived)}
}

func oneIf(b bool) int { return map[bool]int{true: 1}[b] }

// labels returns the labels of a sample. Duplicate labels would make the file invalid, so a second
// cluster with the same name gets a number.
func labels(r *Report, seen map[string]int) string {
	cluster := escape.Plain(r.name())
	target := label(r.target()) + `"`
	if r.Scope != nil {
		target += `,scope="` + label(escape.Plain(r.Scope.String())) + `"`
	}
	text := `cluster="` + label(cluster) + `",target="` + target
	seen[text]++
	if n := seen[text]; n > 1 {
		text = fmt.Sprintf(`cluster="%s (%d)",target="%s`, label(cluster), n, target)
	}
	return text
}

// label escapes backslash, quote and line feed, as in the text exposition format.
func label(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(strings.ToValidUTF8(s, "\uFFFD"))
}
