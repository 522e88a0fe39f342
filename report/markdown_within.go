package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
)

// markdown is a report being written as markdown: a page, and the piece of it that
// is being written.
type markdown struct {
	page budget.Page
	text strings.Builder
	// weight is that of the piece, if it is a line; isHead if it is none.
	weight budget.Weight
	isHead bool
	r      *Report
	w      language.Words
}

// MarkdownWithin writes the report as markdown of no more than limit bytes, 0 for
// no limit, as for a summary or a comment on GitHub. What there is no room for is
// left out by lines, the least important first, and a line says so. whole tells
// where all of it is, "" for WholeInJSON.
func MarkdownWithin(w io.Writer, r *Report, limit int, whole string) error {
	m := &markdown{weight: budget.Title, r: r, w: r.words()}
	if r.Subject == SubjectNotes && r.NotesScope != nil {
		m.notesReport()
	} else {
		m.apiReport()
	}
	m.end()
	_, err := io.WriteString(w, m.page.Within(limit, shedWords(m.w, whole)))
	return err
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(&m.text, format, args...) }

// end puts the piece onto the page.
func (m *markdown) end() {
	text := escape.LogLines(m.text.String())
	if m.isHead {
		m.page.Head(text)
	} else {
		m.page.Line(m.weight, text)
	}
	m.text.Reset()
}

// item begins a line that cannot be divided.
func (m *markdown) item(w budget.Weight) {
	m.end()
	m.weight, m.isHead = w, false
}

// head begins what stands above lines and goes with the last of them.
func (m *markdown) head() {
	m.end()
	m.isHead = true
}

// heading starts a chapter; the title is one of the fixed texts or escaped.
func (m *markdown) heading(level int, title string) {
	m.end()
	m.page.Heading(level, title, fmt.Sprintf("\n%s %s\n\n", strings.Repeat("#", level), title))
	m.head()
}

// chapter starts a chapter of which each section has a heading of its own.
func (m *markdown) chapter(level int, title string) {
	m.end()
	m.page.Heading(level, title, fmt.Sprintf("\n%s %s\n", strings.Repeat("#", level), title))
	m.head()
}

// notice marks the place of the line that says what was left out.
func (m *markdown) notice() {
	m.end()
	m.page.Notice()
}

// shedWords say what was left out in the language of the report.
func shedWords(w language.Words, whole string) budget.Words {
	if whole == "" {
		whole = budget.WholeInJSON
		if !w.English() {
			whole = "`-o json`"
		}
	}
	return budget.Words{
		Shed: func(lines int, parts []budget.Lost) string {
			said := "**" + w.Count(language.ShedLines, lines) + "**"
			for i, p := range parts {
				separator := ", "
				if i == 0 {
					separator = ": "
				}
				said += separator + w.Text(language.ShedPart, p.Lost, p.Of, p.Part)
			}
			return "\n" + said + ". " + whole + ".\n"
		},
		More: func(lines int) string { return "\n" + w.Text(language.ShedMore, lines) + "\n" },
	}
}

// What weighs how much in a bounded report. What is removed and what could not be
// read is kept (budget.Keep); the entries of release notes go first, since each is
// a link away.
const (
	weightAdvisory    budget.Weight = 950
	weightBreaking    budget.Weight = 900
	weightScope       budget.Weight = 880
	weightGap         budget.Weight = 870
	weightUrgent      budget.Weight = 860
	weightRisky       budget.Weight = 800
	weightNotCompared budget.Weight = 750
	weightDeprecated  budget.Weight = 700
	weightKnownIssues budget.Weight = 650
	weightGraduated   budget.Weight = 600
	weightGlance      budget.Weight = 550
	weightUnknown     budget.Weight = 500
	weightClaim       budget.Weight = 480
	weightWaived      budget.Weight = 450
	weightAdded       budget.Weight = 420
	// weightEntry is that of an entry in the first section of the notes; each
	// section behind it weighs a little less, and there are eleven.
	weightEntry    budget.Weight = 400
	weightTheme    budget.Weight = 220
	weightReworded budget.Weight = 200
	weightCounts   budget.Weight = 160
	weightInfo     budget.Weight = 100
)

func sectionWeight(section int) budget.Weight {
	switch section {
	case removed:
		return budget.Keep
	case deprecated:
		return weightDeprecated
	case graduated:
		return weightGraduated
	case added:
		return weightAdded
	default:
		return weightInfo
	}
}

// changeWeight is that of the section, or of the severity where that weighs more.
func changeWeight(section int, c Change) budget.Weight {
	own := weightInfo
	switch c.Severity {
	case rule.Breaking:
		own = weightBreaking
	case rule.Risky:
		own = weightRisky
	case rule.Deprecation:
		own = weightDeprecated
	case rule.Unknown:
		own = weightUnknown
	case rule.Addition:
		own = weightAdded
	case rule.Info, rule.Possible:
	}
	if section == graduated {
		return max(own, weightGraduated)
	}
	if section == removed {
		return budget.Keep
	}
	return own
}

// entryWeight: the sections of release notes are in the order of their weight, and
// what concerns many SIGs is read least.
func entryWeight(n *Note) budget.Weight {
	if actionRequired(&n.Note) {
		return weightUrgent
	}
	weight := weightEntry - 10*budget.Weight(n.Section.Rank())
	if n.Broad {
		weight -= 5
	}
	return weight
}

func proseWeight(part string) budget.Weight {
	if part == "Known Issues" {
		return weightKnownIssues
	}
	return weightTheme
}
