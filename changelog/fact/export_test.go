package fact

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// CompileBefore compiles a vocabulary as of the time before a release: without the gates and
// metrics that began in the release or later, and without later stages.
func CompileBefore(v Vocabulary, release discovery.Release) *Dictionary {
	v.Metrics.Newest = discovery.Release{Major: release.Major, Minor: release.Minor - 1}
	v.Metrics.First = maps.Clone(v.Metrics.First)
	maps.DeleteFunc(v.Metrics.First, func(_ string, first discovery.Release) bool { return release.AtOrBefore(first) })
	d := Compile(v)
	for _, set := range d.table.Gates {
		for name, steps := range set {
			if len(steps) == 0 || !release.AtOrBefore(steps[0].From) {
				continue
			}
			delete(d.gates, name)
			first := plainWords(name)[0]
			var kept []spokenGate
			for _, g := range d.spoken[first] {
				if g.name != name {
					kept = append(kept, g)
				}
			}
			d.spoken[first] = kept
		}
	}
	for _, name := range strings.Fields(knownGates) {
		if begins := d.table.Begins(gate.Components, name); begins.Known() && release.AtOrBefore(begins) {
			delete(d.gates, name)
		}
	}
	d.table = before(d.table, release)
	return d
}

// before returns the table as it was before a release.
func before(t gate.Table, release discovery.Release) gate.Table {
	out := gate.Table{Oldest: t.Oldest, Newest: discovery.Release{Major: release.Major, Minor: release.Minor - 1}, Gates: map[gate.Set]map[string][]gate.Step{}}
	for set, gates := range t.Gates {
		out.Gates[set] = map[string][]gate.Step{}
		for name, steps := range gates {
			steps = slices.DeleteFunc(slices.Clone(steps), func(s gate.Step) bool { return release.AtOrBefore(s.From) })
			if len(steps) > 0 {
				out.Gates[set][name] = steps
			}
		}
	}
	return out
}
