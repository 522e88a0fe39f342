package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
)

// fileChange is something that a component no longer accepts in a file: What, with a word to Find it.
// Notes is nil if no note names it.
type fileChange struct {
	Component, Flag  string
	Minor            int
	Notes            []int
	What, Find, Gate string
}

func checkFiles(in preflight.Input) (f found) {
	for _, line := range f.linesOf(in, apiServer, scheduler) {
		for _, c := range facts().Files {
			file, has := line.arguments.last(c.Flag)
			if line.component != c.Component || !has || line.gates[c.Gate] || !onTheWay(in, c.Minor) {
				continue
			}
			it := f.add(line.object)
			it.Severity, it.Field, it.Value, it.Removed, it.Before, it.Notes = rule.Info, "--"+c.Flag, file, minor(c.Minor), hop(minor(c.Minor)), c.Notes
			it.Message = c.Component + " reads the file " + quoted(file) + " (--" + c.Flag + "), which kubedelta cannot read: " + minor(c.Minor).String() + " no longer accepts " + c.What + " in this file"
			it.Commands = []string{"grep -n " + phrase.Word(c.Find) + " " + phrase.Word(file)}
			f.gap("configuration-files", "the file "+quoted(file)+" of "+c.Component+" cannot be read: whether it contains something that "+minor(c.Minor).String()+" no longer accepts is unknown")
		}
	}
	return f
}

func changesFiles(in preflight.Input) bool {
	return slices.ContainsFunc(facts().Files, func(c fileChange) bool { return onTheWay(in, c.Minor) })
}
