package findings

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/junit"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// JUnit writes a test suite for each file and a test case for each object with findings. An object
// fails if one of its findings fails the run; other findings are its output. What could not be read
// is an error. The first suite says what was read, so that a run without findings has a test.
func JUnit(w io.Writer, r *Report) error {
	r = r.shortened(mostShown)
	suites := junit.Suites{Name: junit.Text("kubedelta " + strings.ToLower(r.Kind)), Suites: []junit.Suite{junitAccount(r)}}
	suites.Suites = append(suites.Suites, junitFiles(r)...)
	return suites.Write(w)
}

// junitAccount is the suite of the run: what was read, and what of the target could not be.
func junitAccount(r *Report) junit.Suite {
	lines := append([]string{r.verdict()}, r.account()...)
	lines = append(lines, slice.Map(r.Warnings, func(w finding.Warning) string { return "warning: " + warning(w) })...)
	read := junit.Case{Name: "what was read", Class: "kubedelta", SystemOut: junit.Lines(strings.Join(lines, "\n"))}
	if r.Account.Objects+r.Account.InText+r.Account.Carried == 0 {
		read.Skipped = &junit.Outcome{Message: "nothing was checked: no API object was read"}
	}
	suite := junit.Suite{Name: junit.Text(r.Title()), Cases: []junit.Case{read}}
	for _, u := range r.unread() {
		if u.File == "" {
			suite.Cases = append(suite.Cases, junitUnread(u))
		}
	}
	return suite
}

func junitUnread(u unreadPart) junit.Case {
	return junit.Case{
		Name: junit.Text("read " + u.Place), Class: junit.Text(u.Place), File: junit.Text(u.File), Line: u.Line,
		Error: &junit.Outcome{Message: junit.Text("could not be read: " + u.Reason), Type: "unreadable", Text: junit.Lines(u.Place + ": " + u.Reason)},
	}
}

// junitObject groups the findings of an object in a file.
type junitObject struct {
	file     string
	document int
	name     string
	line     int
	failed   []string
	rules    []string
	passed   []string
	excused  []string
}

func junitFiles(r *Report) []junit.Suite {
	cases := map[string][]junit.Case{}
	for _, u := range r.unread() {
		if u.File != "" {
			cases[u.File] = append(cases[u.File], junitUnread(u))
		}
	}
	for _, object := range junitObjects(r) {
		cases[object.file] = append(cases[object.file], object.testCase())
	}
	return slice.Map(slices.Sorted(maps.Keys(cases)), func(file string) junit.Suite {
		return junit.Suite{Name: junit.Text(suiteName(file)), Cases: cases[file]}
	})
}

// junitObjects groups the findings by object. Objects are sorted by document.
func junitObjects(r *Report) (objects []*junitObject) {
	index := map[[2]string]*junitObject{}
	for _, f := range r.decided() {
		key := [2]string{f.File, objectName(f.Finding)}
		object := index[key]
		if object == nil {
			object = &junitObject{file: f.File, document: f.Document, name: key[1], line: f.Line}
			index[key] = object
			objects = append(objects, object)
		}
		switch {
		case f.status == "known":
			object.excused = append(object.excused, junitLine(f.Finding, "known in the baseline"))
		case f.waived != nil:
			object.excused = append(object.excused, junitLine(f.Finding, "waived: "+Until(f.waived)))
		case r.fails(f.Finding):
			object.failed = append(object.failed, junitLine(f.Finding, ""))
			object.rules = append(object.rules, f.Rule)
		default:
			object.passed = append(object.passed, junitLine(f.Finding, ""))
		}
	}
	order.Stably(objects, func(a, b *junitObject) int { return a.document - b.document })
	return objects
}

func junitLine(f *finding.Finding, note string) string {
	text := place(f) + ": " + string(f.Severity) + ": " + f.Message + " [" + f.Rule + "]" + phrase.With(" (", note, ")")
	for _, step := range f.Migration {
		text += "\n  → " + step
	}
	return text
}

func (object *junitObject) testCase() junit.Case {
	c := junit.Case{Name: junit.Text(object.name), Class: junit.Text(suiteName(object.file)), File: junit.Text(object.file), Line: object.line}
	switch {
	case len(object.failed) > 0:
		c.Failure = &junit.Outcome{Message: junit.Text(firstLine(object.failed)), Type: junit.Text(object.rules[0]), Text: junit.Lines(strings.Join(object.failed, "\n"))}
	case len(object.passed) == 0:
		c.Skipped = &junit.Outcome{Message: junit.Text(firstLine(object.excused))}
	}
	c.SystemOut = junit.Lines(strings.Join(append(object.passed, object.excused...), "\n"))
	return c
}

func firstLine(texts []string) string {
	line, _, _ := strings.Cut(texts[0], "\n")
	if len(texts) > 1 {
		line += " and " + rule.Count(len(texts)-1, "more finding")
	}
	return line
}

func suiteName(file string) string { return cmp.Or(fileName(file), "cluster") }

// objectName is the name of the test case. Objects of a file with the same name differ by document.
func objectName(f *finding.Finding) string {
	name := strings.TrimSpace(f.APIVersion + " " + object(f))
	if f.Document > 0 {
		name = strings.TrimSpace("document " + strconv.Itoa(f.Document) + " " + name)
	}
	return cmp.Or(name, f.Rule)
}
