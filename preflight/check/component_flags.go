package check

import (
	"strconv"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkFlags(in preflight.Input) (f found) {
	f.emulated(in)
	notes := f.notesOfMinors(in)
	removed := index(notes, func(n noteOf) ([]string, []string) { return n.RemovedNames, n.Flags })
	deprecated := index(notes, func(n noteOf) ([]string, []string) { return n.DeprecatedNames, n.Flags })
	for _, c := range f.configurations(in) {
		from := answering(in)
		if onNodes(c.component) {
			from = nodesFrom(in)
		}
		for _, flag := range c.arguments.names() {
			it := c.object
			it.Field, it.Value = c.component, "--"+flag
			noted, gone := removed[it.Value]
			n, old := deprecated[it.Value]
			switch r, known := componentconfig.RemovedFlag(c.component, flag, from, in.To); {
			case known:
				it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, r.Removed, hop(r.Removed), r.Notes
				it.Message = c.component + " has the flag --" + flag + ", which " + r.Removed.String() + " no longer accepts: it does not start"
				f.add(it)
			case gone && !componentconfig.Tabled(flag):
				f.removedByNote(it, noted, c.component)
			case old && n.concerns(c.component) != no:
				it.Severity, it.Deprecated, it.Notes = rule.Deprecation, n.minor, n.pulls()
				it.Likely = n.concerns(c.component) == maybe
				it.Message = c.component + " has the flag --" + flag + ", which " + n.minor.String() + " deprecates"
				f.add(it)
			}
		}
	}
	return f
}

func (f *found) removedByNote(it preflight.Item, n noteOf, component string) {
	it.Removed, it.Before, it.Notes = n.minor, hop(n.minor), n.pulls()
	switch n.concerns(component) {
	case no:
		return
	case yes:
		it.Severity = rule.Breaking
		it.Message = component + " has the flag " + it.Value + ", which " + n.minor.String() + " no longer accepts: it does not start"
	case maybe:
		it.Severity, it.Likely = rule.Risky, true
		it.Message = component + " has the flag " + it.Value + ", and a note of " + n.minor.String() + " (#" + strconv.Itoa(n.PR) + ") says that a flag with this name is removed, but not from which component"
	}
	f.add(it)
}

// emulated adds the items of components that are configured to emulate a release that the target
// cannot emulate.
func (f *found) emulated(in preflight.Input) {
	oldest := componentconfig.OldestEmulated(in.To)
	for _, line := range f.commandLines(in) {
		for _, flag := range componentconfig.EmulationFlags() {
			value, has := line.arguments.last(flag)
			emulated, known := componentconfig.Emulated(value)
			if !has || !known || emulated.Compare(oldest) >= 0 {
				continue
			}
			if simulated(in) && emulated.Compare(componentconfig.OldestEmulated(answering(in))) < 0 {
				continue // an earlier hop reports it
			}
			it := line.object
			it.Severity, it.Field, it.Value, it.Before = rule.Breaking, line.component, "--"+flag, hop(in.To)
			it.Message = line.component + " has --" + flag + "=" + value + ", but " + in.To.String() + " accepts " + oldest.String() + " or later: it does not start"
			f.add(it)
		}
	}
}
