package report

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/junit"
)

// JUnit writes the report as test cases: a suite for each API group, a case for each change. A
// change at or above the limit of the gate is a failure, a part that could not be read an error,
// and a waived change is skipped. The first suite says what was compared, so that a report without
// changes has a test.
func JUnit(w io.Writer, r *Report) error {
	suites := junit.Suites{Name: "kubedelta", Suites: []junit.Suite{r.junitScope()}}
	cases := map[string][]junit.Case{}
	add := func(c Change, one junit.Case) {
		name := junit.Text(groupName(c.Group))
		if unattributed(c.Change) {
			name = "schemas"
		}
		cases[name] = append(cases[name], one)
	}
	for _, c := range r.Changes {
		add(c, r.junitCase(c))
	}
	for _, c := range r.Waived {
		skipped := junitNamed(c.Change)
		skipped.Skipped = &junit.Outcome{Message: junit.Text(c.Reason + " (" + c.Expires + ")")}
		skipped.SystemOut = junit.Lines(r.junitSaid(c.Change))
		add(c.Change, skipped)
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		suites.Suites = append(suites.Suites, junit.Suite{Name: name, Cases: cases[name]})
	}
	return suites.Write(w)
}

func (r *Report) junitScope() junit.Suite {
	w := r.words()
	compared := junit.Case{Name: "what was compared", Class: "kubedelta", SystemOut: junit.Lines(strings.Join(r.closing(w), "\n"))}
	suite := junit.Suite{Name: junit.Text(r.Title()), Cases: []junit.Case{compared}}
	for _, u := range r.unread() {
		name := w.Said(u.GroupVersion) + " of " + u.side
		suite.Cases = append(suite.Cases, junit.Case{
			Name: junit.Text("read " + name), Class: junit.Text(u.side),
			Error: &junit.Outcome{Message: junit.Text(u.Reason), Type: "unreadable", Text: junit.Lines(name + ": " + u.Reason)},
		})
	}
	return suite
}

// The class of a case is what changed; its name is the part that changed, and the rule.
func junitNamed(c Change) junit.Case {
	class, part := c.Schema, c.Field
	if class == "" {
		class, part = c.GroupVersion().String(), c.Resource+phrase.With("/", c.Subresource)+" "+strings.ReplaceAll(c.Verb, ",", ", ")
	}
	return junit.Case{Name: junit.Text(strings.Join(strings.Fields(part+" "+c.Rule), " ")), Class: junit.Text(class)}
}

func (r *Report) junitCase(c Change) junit.Case {
	one := junitNamed(c)
	said := r.junitSaid(c)
	if envelope.Crosses(c.Severity, r.limit()) {
		one.Failure = &junit.Outcome{Message: junit.Text(c.sentence(r.words())), Type: junit.Text(c.Rule), Text: junit.Lines(said)}
		return one
	}
	one.SystemOut = junit.Lines(said)
	return one
}

func (r *Report) junitSaid(c Change) string {
	w := r.words()
	lines := []string{severityName(c.Severity, w) + ": " + c.sentence(w) + " [" + c.Rule + " " + c.Fingerprint + "]"}
	if plan := c.plan(w); plan != "" {
		lines = append(lines, plan)
	}
	for i, reach := range c.Reaches {
		if i == manyReaches {
			lines = append(lines, w.Count("and-kinds", len(c.Reaches)-i))
			break
		}
		lines = append(lines, reach.String())
	}
	for _, n := range c.Notes {
		if n.PR != 0 {
			lines = append(lines, pullURL(n.Repository, n.PR))
		}
	}
	return strings.Join(lines, "\n")
}

// manyReaches is the most reached kinds in a case.
const manyReaches = 10
