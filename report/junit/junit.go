// Package junit writes test results in JUnit's XML.
//
// It owns the elements and attributes that the readers of the format agree on, and what XML can
// hold. It must not know what is tested.
package junit

import (
	"encoding/xml"
	"io"

	"github.com/kubedelta/kubedelta/report/escape"
)

// The elements. Their texts must come from [Text] or [Lines].
type (
	// Suites is the root element. Write sets its counts.
	Suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Suites   []Suite  `xml:"testsuite"`
	}
	// Suite is a group of cases.
	Suite struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Errors   int    `xml:"errors,attr"`
		Skipped  int    `xml:"skipped,attr"`
		Cases    []Case `xml:"testcase"`
	}
	// Case passes if it has no outcome.
	Case struct {
		Name      string   `xml:"name,attr"`
		Class     string   `xml:"classname,attr"`
		File      string   `xml:"file,attr,omitempty"`
		Line      int      `xml:"line,attr,omitempty"`
		Error     *Outcome `xml:"error"`
		Failure   *Outcome `xml:"failure"`
		Skipped   *Outcome `xml:"skipped"`
		SystemOut string   `xml:"system-out,omitempty"`
	}
	// Outcome is the reason why a case did not pass.
	Outcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// Text is a text of one line, for an attribute.
func Text(s string) string { return escape.XML(escape.Plain(s)) }

// Lines is a text of several lines.
func Lines(s string) string { return escape.XML(s) }

// Write sets the counts and writes the document.
func (s *Suites) Write(w io.Writer) error {
	s.Tests, s.Failures, s.Errors, s.Skipped = 0, 0, 0, 0
	for i := range s.Suites {
		one := &s.Suites[i]
		one.count()
		s.Tests += one.Tests
		s.Failures += one.Failures
		s.Errors += one.Errors
		s.Skipped += one.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *Suite) count() {
	s.Tests, s.Failures, s.Errors, s.Skipped = len(s.Cases), 0, 0, 0
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
