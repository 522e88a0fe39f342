package history_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/discovery"
)

// TestOverrides checks that of two notes of one release with different values for the default or
// the stage of a gate, the later one counts.
func TestOverrides(t *testing.T) {
	entry := func(pr int, stage discovery.Stability, on, off []string, gates ...string) changelog.Note {
		n := note(pr, "v1.37.0", "text")
		n.Gates, n.DefaultOnNames, n.DefaultOffNames, n.DefaultOn = gates, on, off, len(on) > 0
		if stage != "" {
			n.Graduations = []changelog.Graduation{{Stage: stage, Names: gates}}
		}
		return n
	}
	a, b := []string{"A"}, []string{"B"}
	for name, c := range map[string]struct {
		notes []changelog.Note
		// want is what the first note says afterwards.
		on            bool
		names, stages []string
		by            []changelog.Override
	}{
		"on, then off":   {[]changelog.Note{entry(1, "beta", a, nil, "A"), entry(2, "", nil, a, "A")}, false, nil, []string{"beta A"}, []changelog.Override{{PR: 2, Gate: "A", Now: "off"}}},
		"in any order":   {[]changelog.Note{entry(1, "", a, nil, "A"), entry(3, "", nil, a, "A"), entry(2, "", nil, b, "B")}, false, nil, nil, []changelog.Override{{PR: 3, Gate: "A", Now: "off"}}},
		"off, then on":   {[]changelog.Note{entry(1, "alpha", nil, a, "A"), entry(2, "", a, nil, "A")}, false, nil, []string{"alpha A"}, []changelog.Override{{PR: 2, Gate: "A", Now: "on"}}},
		"one of two":     {[]changelog.Note{entry(1, "beta", []string{"A", "B"}, nil, "A", "B"), entry(2, "", nil, b, "B")}, true, a, []string{"beta A B"}, []changelog.Override{{PR: 2, Gate: "B", Now: "off"}}},
		"on, off and on": {[]changelog.Note{entry(1, "", a, nil, "A"), entry(2, "", nil, a, "A"), entry(3, "", a, nil, "A")}, true, a, nil, nil},
		"another gate":   {[]changelog.Note{entry(1, "beta", a, nil, "A"), entry(2, "", nil, b, "B")}, true, a, []string{"beta A"}, nil},
		"earlier":        {[]changelog.Note{entry(2, "beta", a, nil, "A"), entry(1, "", nil, a, "A")}, true, a, []string{"beta A"}, nil},
		"a later stage":  {[]changelog.Note{entry(1, "alpha", nil, nil, "A"), entry(2, "beta", nil, nil, "A")}, false, nil, nil, []changelog.Override{{PR: 2, Gate: "A", Now: "beta"}}},
		"back to alpha":  {[]changelog.Note{entry(1, "beta", nil, nil, "A", "B"), entry(2, "alpha", nil, nil, "A")}, false, nil, []string{"beta B"}, []changelog.Override{{PR: 2, Gate: "A", Now: "alpha"}}},
		"the same":       {[]changelog.Note{entry(1, "beta", a, nil, "A"), entry(2, "beta", a, nil, "A")}, true, a, []string{"beta A"}, nil},
	} {
		for range 2 { // the second call changes nothing
			history.MarkOverrides(c.notes)
			n := c.notes[0]
			var stages []string
			for _, g := range n.Graduations {
				text := string(g.Stage)
				for _, name := range g.Names {
					text += " " + name
				}
				stages = append(stages, text)
			}
			if n.DefaultOn != c.on || !slices.Equal(n.DefaultOnNames, c.names) || !slices.Equal(stages, c.stages) || !slices.Equal(n.OverriddenBy, c.by) {
				t.Errorf("%s: on %v %v, stages %q, by %v; want %v %v %q %v", name, n.DefaultOn, n.DefaultOnNames, stages, n.OverriddenBy, c.on, c.names, c.stages, c.by)
			}
		}
	}
	// A revert names the stage to which the gate returns.
	back := note(2, "v1.37.0", "The `A` feature has been reverted to alpha for 1.37.")
	back.Gates, back.IsRevert = a, true
	notes := []changelog.Note{entry(1, "beta", nil, nil, "A"), back}
	if history.MarkOverrides(notes); !slices.Equal(notes[0].OverriddenBy, []changelog.Override{{PR: 2, Gate: "A", Now: "alpha"}}) {
		t.Errorf("reverted to alpha: %v", notes[0].OverriddenBy)
	}
	// The next release may say something else.
	notes = []changelog.Note{entry(1, "", a, nil, "A"), entry(2, "", nil, a, "A")}
	notes[1].Release = "v1.38.0"
	if history.MarkOverrides(notes); len(notes[0].OverriddenBy) > 0 {
		t.Errorf("an entry of another release overrides: %v", notes[0].OverriddenBy)
	}
}
