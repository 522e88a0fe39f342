package findings

import (
	"cmp"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// The elements of JUnit's XML that its readers agree on.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		Class     string        `xml:"classname,attr"`
		File      string        `xml:"file,attr,omitempty"`
		Line      int           `xml:"line,attr,omitempty"`
		Error     *junitOutcome `xml:"error"`
		Failure   *junitOutcome `xml:"failure"`
		Skipped   *junitOutcome `xml:"skipped"`
		SystemOut string        `xml:"system-out,omitempty"`
	}
	junitOutcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes a test suite a file and a test case an object that something was
// found in. An object fails where a finding of it fails the run; weaker findings
// are its output. What could not be read is an error. The first suite tells what
// was read, so that a run without findings is not one without tests.
func JUnit(w io.Writer, r *Report, o Options) error {
	suites := junitSuites{Name: junitText("kubedelta " + strings.ToLower(r.Kind)), Suites: []junitSuite{junitAccount(r)}}
	suites.Suites = append(suites.Suites, junitFiles(r, o)...)
	for i := range suites.Suites {
		s := &suites.Suites[i]
		s.count()
		suites.Tests += s.Tests
		suites.Failures += s.Failures
		suites.Errors += s.Errors
		suites.Skipped += s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitText(s string) string { return escape.XML(escape.Plain(s)) }

func (s *junitSuite) count() {
	s.Tests = len(s.Cases)
	for i := range s.Cases {
		switch c := &s.Cases[i]; {
		case c.Error != nil:
			s.Errors++
		case c.Failure != nil:
			s.Failures++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
}

// junitAccount is the suite of the run itself: what was read, and the parts of
// the target that could not be.
func junitAccount(r *Report) junitSuite {
	lines := append([]string{r.verdict()}, r.account()...)
	for _, w := range r.Warnings {
		lines = append(lines, "warning: "+warning(w))
	}
	read := junitCase{Name: "what was read", Class: "kubedelta", SystemOut: escape.XML(strings.Join(lines, "\n"))}
	if r.Account.Objects == 0 {
		read.Skipped = &junitOutcome{Message: "nothing was judged: no API object was read"}
	}
	suite := junitSuite{Name: junitText(r.Title()), Cases: []junitCase{read}}
	for _, u := range r.unread() {
		if u.File == "" {
			suite.Cases = append(suite.Cases, junitUnread(u))
		}
	}
	return suite
}

func junitUnread(u unreadPart) junitCase {
	return junitCase{
		Name: junitText("read " + u.Place), Class: junitText(u.Place), File: junitText(u.File), Line: u.Line,
		Error: &junitOutcome{Message: junitText("could not be read: " + u.Reason), Type: "unreadable", Text: escape.XML(u.Place + ": " + u.Reason)},
	}
}

// junitObject gathers what was found in one object of a file.
type junitObject struct {
	document int
	name     string
	line     int
	failed   []string
	rules    []string
	passed   []string
	excused  []string
}

// junitFiles makes the suites of the files, in the order of their names.
func junitFiles(r *Report, o Options) []junitSuite {
	g := junitGroups{index: map[string]int{}}
	for _, u := range r.unread() {
		if u.File != "" {
			g.file(u.File).unread = append(g.file(u.File).unread, junitUnread(u))
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		object := g.object(f)
		if crosses(f.Severity, o.FailOn) {
			object.failed = append(object.failed, junitLine(f, ""))
			object.rules = append(object.rules, f.Rule)
		} else {
			object.passed = append(object.passed, junitLine(f, ""))
		}
	}
	for i := range r.Known {
		object := g.object(&r.Known[i])
		object.excused = append(object.excused, junitLine(&r.Known[i], "known in the baseline"))
	}
	for i := range r.Waived {
		object := g.object(&r.Waived[i].Finding)
		object.excused = append(object.excused, junitLine(&r.Waived[i].Finding, "waived: "+until(&r.Waived[i])))
	}
	return g.suites()
}

// junitLine is a finding in a failure's text.
func junitLine(f *finding.Finding, note string) string {
	text := place(f) + ": " + string(f.Severity) + ": " + f.Message + " [" + f.Rule + "]"
	if note != "" {
		text += " (" + note + ")"
	}
	for _, step := range f.Remedy {
		text += "\n  → " + step
	}
	return text
}

// testCase turns what was found in an object into its test case.
func (object *junitObject) testCase(file string) junitCase {
	c := junitCase{Name: junitText(object.name), Class: junitText(suiteName(file)), File: junitText(file), Line: object.line}
	switch {
	case len(object.failed) > 0:
		c.Failure = &junitOutcome{Message: junitText(firstLine(object.failed)), Type: junitText(object.rules[0]), Text: escape.XML(strings.Join(object.failed, "\n"))}
	case len(object.passed) == 0:
		c.Skipped = &junitOutcome{Message: junitText(firstLine(object.excused))}
	}
	c.SystemOut = escape.XML(strings.Join(append(object.passed, object.excused...), "\n"))
	return c
}

func firstLine(texts []string) string {
	line, _, _ := strings.Cut(texts[0], "\n")
	if len(texts) > 1 {
		line += " and " + rule.Count(len(texts)-1, "more finding")
	}
	return line
}

// suiteName names the suite of a file, or of what is in none.
func suiteName(file string) string { return cmp.Or(fileName(file), "cluster") }

// objectName names a test case: two objects of a file may be called the same.
func objectName(f *finding.Finding) string {
	name := strings.TrimSpace(f.APIVersion + " " + object(f))
	if f.Document > 0 {
		name = strings.TrimSpace("document " + strconv.Itoa(f.Document) + " " + name)
	}
	if name == "" {
		return f.Rule
	}
	return name
}
