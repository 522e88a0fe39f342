package check

import (
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// Internals for the tests of this package.

// FlagRows returns the table of removed flags.
func FlagRows() (rows []FlagRow) {
	for _, r := range componentconfig.FlagRemovals() {
		rows = append(rows, FlagRow{"--" + r.Flag, r.Removed.Minor, r.Notes})
	}
	return rows
}

// FlagRow is a row of the table of removed flags.
type FlagRow struct {
	Flag  string
	Minor int
	Notes []int
}

// ClaimedBy returns the check that reports the findings of a rule.
func ClaimedBy(ruleID string) string { return claims[ruleID] }

// Matches evaluates a label selector.
func Matches(s evidence.Selector, labels map[string]string) bool { return matches(s, labels) }

// Gates returns the feature gates of a command line.
func Gates(args []string) map[string]bool { return parseArguments(args).gates() }

// Names returns the flags of a command line.
func Names(args []string) []string { return parseArguments(args).names() }

// Corefile returns the plugins of a Corefile, with their options after a colon.
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

// Bundle checks a CA bundle, for fuzzing.
func Bundle(data []byte) int {
	return len(bundleFaults(evidence.WebhookClient{Service: "a", Namespace: "b", CABundle: data}, evidence.Evidence{}.At))
}
