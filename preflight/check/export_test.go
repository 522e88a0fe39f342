package check

import (
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// What the tests of this package look at.

// Tabled flags as rows of flag, release and pull request.
func FlagRows() (rows []FlagRow) {
	for _, r := range componentconfig.FlagRemovals() {
		rows = append(rows, FlagRow{"--" + r.Flag, r.Minor, r.PR})
	}
	return rows
}

// FlagRow is a row of the table of removed flags.
type FlagRow struct {
	Flag  string
	Minor int
	PR    int
}

// ClaimedBy is claimedBy's table.
func ClaimedBy(ruleID string) string { return claims[ruleID] }

// Matches is matches.
func Matches(s evidence.Selector, labels map[string]string) bool { return matches(s, labels) }

// Gates reads a command line's gates.
func Gates(args []string) map[string]bool { return parseArguments(args).gates() }

// Names reads a command line's flags.
func Names(args []string) []string { return parseArguments(args).names() }

// Corefile reads the plugins of a Corefile, with their options after a colon.
func Corefile(text string) (out []string, ok bool) {
	plugins, _, ok := parseCorefile(text)
	for _, p := range plugins {
		line := p.plugin
		for _, o := range p.options {
			line += ":" + o
		}
		out = append(out, line)
	}
	return out, ok
}

// Settings reads the flags and gates of a text, for fuzzing.
func Settings(text string) {
	s, err := parseSettings(text, "ClusterConfiguration")
	if err == nil {
		s.arguments("apiServer")
		s.gates()
	}
}

// Bundle looks at a CA bundle, for fuzzing.
func Bundle(data []byte) int {
	return len(bundleFaults(evidence.WebhookClient{Service: "a", Namespace: "b", CABundle: data}, evidence.Evidence{}.At))
}
