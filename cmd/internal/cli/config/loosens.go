package config

import (
	"slices"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
)

// loosening is what flags can take from an answer.
type loosening struct {
	effect string
	flags  []string
}

// loosenings are the flags by which a file that came with a repository could have that
// repository pass. A test holds that every flag stands here, is refused in such a file
// or is harmless.
func loosenings() []loosening {
	return []loosening{
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

// loosens is what a flag of a command can take from its answer, and by which values,
// where not by all.
func loosens(command, flag, otherwise string) (effect string, weaker []string) {
	if apart(command, flag) && (command == "matrix" || command == "history" || command == "data" || command == "site") {
		return "", nil // the columns of a table of what is built in; where a data set is
	}
	flag = option.Sideless(flag)
	for _, l := range loosenings() {
		if slices.Contains(l.flags, flag) {
			effect = l.effect
		}
	}
	if flag == "fail-on" {
		weaker = weakerThan(otherwise)
	}
	return effect, weaker
}

// weakerThan are the values of --fail-on that fewer findings reach than its default.
// Of a default that is none of them that is not known: all values but it are.
func weakerThan(otherwise string) (weaker []string) {
	all := []string{option.Never}
	for _, s := range rule.Severities() {
		all = append(all, string(s))
	}
	i := slices.Index(all, otherwise)
	if i == 0 {
		return []string{""} // nothing is weaker than never
	}
	return all[:max(i, 0)]
}

// tellLoosened says on standard error what a found file takes from the answer, whatever
// --quiet says: it may be the file's.
func tellLoosened(l *terminal.Loosened, w *terminal.Warner) error {
	text := l.Text(false)
	switch {
	case text == "":
		return nil
	case l.Refused:
		return terminal.Usagef("%s; allow that with the input allow-config: true, or name a file with --config in args", text)
	}
	w.Warn(text)
	return nil
}
