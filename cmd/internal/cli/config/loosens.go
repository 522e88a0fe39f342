package config

import (
	"slices"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// loosenings are the effects by which flags make a check weaker. It lists those with which a file in a repository could make the check of that
// repository pass. A test checks that every flag is listed here, refused in such a file, or
// harmless.
func loosenings() []trait {
	return []trait{
		{"findings that fail the run by default do not fail it", []string{"fail-on"}},
		{"data that could not be read does not fail the run", []string{"allow-incomplete", "accept"}},
		{"findings that it lists do not count", []string{"ignore-file", "waivers", "baseline"}},
		{"it replaces the severities of the rules", []string{"severity-config"}},
		{"it selects the files that are read", []string{"paths", "include", "exclude", "changed-since", "audit", "from-result"}},
		{"it changes what a query asks for", []string{"log", "column", "since", "until", "statement"}},
		{"it changes what charts render", []string{"values", "set", "set-string"}},
		{"it changes what is compared", []string{"from", "to"}},
		{"the report is only a part", []string{
			"uses", "kind", "group", "severity", "sig", "area", "grep", "action-required", "max-sigs", "no-notes", "api-diff", "namespace", "selector", "phase",
		}},
		{"it changes what the report says about release notes", []string{"annotations", "notes-from"}},
		{"warnings are not shown", []string{"quiet"}},
	}
}

// loosens returns how a flag can make a check weaker. weaker are the values that do; empty means
// all values but the default.
func loosens(command, flag, otherwise string) (effect string, weaker []string) {
	if apart(command, flag) && (command == "matrix" || command == "history" || command == "data" || command == "site") {
		return "", nil // columns of a table of built-in data, or the address of a data set
	}
	if flag == "fail-on" {
		weaker = weakerThan(otherwise)
	}
	return said(loosenings(), flag), weaker
}

// weakerThan returns the values of --fail-on that fail fewer runs than the default. For an unknown
// default, it returns none.
func weakerThan(otherwise string) (weaker []string) {
	all := append([]string{option.Never}, slice.Map(rule.Severities(), func(s rule.Severity) string { return string(s) })...)
	i := slices.Index(all, otherwise)
	if i == 0 {
		return []string{""} // nothing is weaker than never
	}
	return all[:max(i, 0)]
}

// tellLoosened writes a warning about a found file that makes the check weaker. It ignores --quiet,
// which the file itself can set.
func tellLoosened(l *terminal.Configuration, w *terminal.Warner) error {
	switch {
	case l.Loosened == "":
		return nil
	case l.Refused:
		return terminal.Usagef("%s; allow that with the input allow-config: true, or specify a file with --config in args", l.Loosened)
	}
	w.Warn(l.Loosened)
	return nil
}
