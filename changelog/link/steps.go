package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
)

// Steps links changes over several releases with the links of the steps between them, oldest first,
// each with its own changes and notes. Over many releases, the notes about the addition, graduation
// and removal of a thing all name it. Within one release, there is only one of them. notes are
// those of the whole range, and the indexes of the result refer to them.
func Steps(changes []rule.Change, notes []changelog.Note, steps []Input) Result {
	places := map[noteKey]int{}
	for i := len(notes) - 1; i >= 0; i-- {
		places[keyOf(&notes[i])] = i
	}
	known := map[changeKey][][]Match{}
	result := Result{Links: make([][]Match, len(changes))}
	for i := range steps {
		step := Link(steps[i])
		at := func(note int) (int, bool) {
			place, ok := places[keyOf(&steps[i].Notes[note])]
			return place, ok
		}
		for j := range steps[i].Changes {
			matches := moved(step.Links[j], at)
			for _, t := range keysOf(&steps[i].Changes[j]) {
				known[t] = append(known[t], matches)
			}
		}
		for _, c := range step.Claims {
			if place, ok := at(c.Note); ok {
				c.Note = place
				result.Claims = append(result.Claims, c)
			}
		}
	}
	for i := range changes {
		result.Links[i] = pick(keysOf(&changes[i]), known)
	}
	return result
}

// noteKey identifies a note.
type noteKey struct {
	release, repository string
	pr                  int
	text                string
}

func keyOf(n *changelog.Note) noteKey { return noteKey{n.Release, n.Repository, n.PR, n.Text} }

// moved converts indexes in the notes of a step to indexes in those of the range.
func moved(matches []Match, at func(int) (int, bool)) (out []Match) {
	for _, m := range matches {
		if place, ok := at(m.Note); ok {
			m.Note = place
			out = append(out, m)
		}
	}
	return out
}

// changeKey is what a change is about and what happened to it. It finds the changes of the steps
// for a change over a range: what graduated in a step was added and removed.
type changeKey struct {
	what string // "+", "-", or the rule
	name string
}

func keysOf(c *rule.Change) []changeKey {
	a, ok := acts(c.Rule)
	if !ok {
		return nil
	}
	if c.Schema != "" {
		return []changeKey{{sign(a, c.Rule), c.Schema + "." + c.Field + " " + c.Detail}}
	}
	name := func(version string) string {
		return strings.Join([]string{c.Group, version, c.Resource, c.Subresource, c.Field, c.Detail}, " ")
	}
	if c.Rule == "resource-graduated" {
		return []changeKey{{"+", name(c.Version)}, {"-", name(c.Old)}}
	}
	return []changeKey{{sign(a, c.Rule), name(c.Version)}}
}

func sign(a act, id string) string {
	switch a {
	case added:
		return "+"
	case removed:
		return "-"
	case altered, deprecated, staged:
	}
	return id
}

// pick returns the links of the step that added the thing. For what may happen in several steps,
// the links of the last step come first.
func pick(list []changeKey, known map[changeKey][][]Match) (out []Match) {
	for _, t := range list {
		steps := known[t]
		if t.what != "+" {
			steps = slices.Clone(steps)
			slices.Reverse(steps)
		}
		for _, matches := range steps {
			for _, m := range matches {
				if len(out) < 3 && !slices.ContainsFunc(out, func(o Match) bool { return o.Note == m.Note }) {
					out = append(out, m)
				}
			}
			if t.what == "+" && len(out) > 0 {
				break
			}
		}
	}
	return out
}
