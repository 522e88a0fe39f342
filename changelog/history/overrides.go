package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// saying is what an entry says of the default or the stage of a gate.
type saying struct {
	release, gate string
	// stage tells the stage from the default.
	stage bool
}

// MarkOverrides finds the entries whose statement about a gate does not hold for their
// release, as a later one says something else of the same gate: that a gate is on by
// default, and then that it is off. It takes the statement out of the facts of the
// earlier entry, which names the later one instead. Pull requests are numbered in the
// order in which they were opened.
func MarkOverrides(notes []changelog.Note) {
	last := map[saying]changelog.Override{}
	for n := range slice.Each(notes) {
		if n.PR == 0 || n.Repository != "" || n.NotInRelease {
			continue
		}
		eachSaying(n, func(of saying, now string) {
			if known, has := last[of]; !has || known.PR < n.PR {
				last[of] = changelog.Override{PR: n.PR, Gate: of.gate, Now: now}
			}
		})
	}
	for n := range slice.Each(notes) {
		if n.Repository != "" {
			continue
		}
		eachSaying(n, func(of saying, now string) {
			if by, has := last[of]; has && by.PR > n.PR && by.Now != now {
				withdraw(n, of, now)
				n.OverriddenBy = append(n.OverriddenBy, by)
			}
		})
	}
}

// eachSaying calls f with what an entry says of gates. Of an entry that says two things
// of one gate nobody knows which holds.
func eachSaying(n *changelog.Note, f func(of saying, now string)) {
	said := map[saying][]string{}
	add := func(gate string, stage bool, now string) {
		of := saying{n.Release, gate, stage}
		said[of] = slice.Add(said[of], now)
	}
	for _, gate := range n.DefaultOnNames {
		add(gate, false, "on")
	}
	for _, gate := range n.DefaultOffNames {
		add(gate, false, "off")
	}
	for _, g := range n.Graduations {
		for _, name := range g.Names {
			if slices.Contains(n.Gates, name) {
				add(name, true, string(g.Stage))
			}
		}
	}
	for _, gate := range n.Gates {
		for _, stage := range []bool{false, true} {
			if now := said[saying{n.Release, gate, stage}]; len(now) == 1 {
				f(saying{n.Release, gate, stage}, now[0])
			}
		}
	}
}

// withdraw takes a statement out of the facts of an entry.
func withdraw(n *changelog.Note, of saying, now string) {
	without := func(names []string) []string {
		return slice.Filter(names, func(name string) bool { return name != of.gate })
	}
	if !of.stage {
		n.DefaultOn = n.DefaultOn && (now != "on" || len(n.DefaultOnNames) > 1)
		if now == "on" {
			n.DefaultOnNames = without(n.DefaultOnNames)
		} else {
			n.DefaultOffNames = without(n.DefaultOffNames)
		}
		return
	}
	var left []changelog.Graduation
	for _, g := range n.Graduations {
		if string(g.Stage) == now {
			if g.Names = without(g.Names); g.Names == nil {
				continue
			}
		}
		left = append(left, g)
	}
	n.Graduations = left
}
