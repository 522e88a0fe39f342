package findings

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// Rule is what a report tells of a rule. It is data: the rules live with who
// judges.
type Rule struct {
	ID string
	// Title says what the rule finds, in a few words.
	Title string
	// Doc is the rule's page, markdown.
	Doc string
	// Severity of its findings as a rule.
	Severity rule.Severity
	// HelpURI is where the page can be read; "" where nowhere.
	HelpURI string
}

// Options is what renderers know beyond the report.
type Options struct {
	// Rules describes the rules, for the formats that carry their help.
	Rules []Rule
	// Colour paints text for a terminal.
	Colour bool
	// Width is that of the terminal; 0 for lines of any length.
	Width int
	// Wide adds to text what waivers and baselines name a finding by.
	Wide bool
	// FailOn is the severity from which on a finding fails the run; "" for
	// breaking. JUnit's failures are those, so that they say what the exit code
	// says.
	FailOn rule.Severity
	// Limit bounds the bytes of markdown, 0 for none; see package budget. Whole tells
	// where all of a bounded report is, "" for budget.WholeInJSON.
	Limit int
	Whole string
}

// formatWide is text with more of each finding, as kubectl's users know it.
const formatWide = "wide"

// Formats are the formats that Render knows.
func Formats() []string {
	return []string{"text", formatWide, "markdown", "json", "sarif", "junit", "github", "csv", "html"}
}

// Render writes the report in a format, in pieces that are worth a system call.
func Render(w io.Writer, format string, r *Report, o Options) error {
	b := bufio.NewWriterSize(w, 64<<10)
	if err := write(b, format, r, o); err != nil {
		return err
	}
	return b.Flush()
}

func write(w io.Writer, format string, r *Report, o Options) error {
	switch format {
	case formatWide:
		o.Wide = true
		return Text(w, r, o)
	case "text":
		return Text(w, r, o)
	case "markdown":
		return Markdown(w, r, o)
	case "json":
		return JSON(w, r)
	case "sarif":
		return SARIF(w, r, o)
	case "junit":
		return JUnit(w, r, o)
	case "github":
		return GitHub(w, r, o)
	case "csv":
		return CSV(w, r)
	case "html":
		return HTML(w, r, o)
	}
	return fmt.Errorf("there is no format %q; there are %s", format, strings.Join(Formats(), ", "))
}
