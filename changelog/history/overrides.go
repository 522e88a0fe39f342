package history

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// saying identifies a statement about the default or the stage of a feature gate.
type saying struct {
	release, gate string
	// stage is true for the stage and false for the default.
	stage bool
}

// MarkOverrides finds notes whose statement about a feature gate does not apply to their release,
// because a later note of the release has another value: the gate is on by default, and then off.
// It removes the statement from the facts of the earlier note, and adds the later note to it. Pull
// requests are numbered in the order in which they were opened.
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

// eachSaying calls f with the statements of a note about feature gates. If a note has two values
// for one gate, it is skipped, because it is not known which one applies.
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
	if stage := backTo(n); stage != "" {
		add(n.Gates[0], true, stage)
	}
	for _, gate := range n.Gates {
		for _, stage := range []bool{false, true} {
			if now := said[saying{n.Release, gate, stage}]; len(now) == 1 {
				f(saying{n.Release, gate, stage}, now[0])
			}
		}
	}
}

// backToForms matches "reverted to alpha for 1.24", "moved back to beta".
var backToForms = lazy.Regexp(`(?i)\b(?:reverted|reverting|moved|demoted|downgraded)(?: back)? to (alpha|beta)\b`)

// backTo returns the stage to which a revert returns its only gate; "" if it does not say so. It is
// not a graduation, so it is not among those of the note.
func backTo(n *changelog.Note) string {
	if !n.IsRevert || len(n.Gates) != 1 {
		return ""
	}
	if m := backToForms().FindStringSubmatch(n.Text); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// withdraw removes a statement from the facts of a note.
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
