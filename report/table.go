package report

import (
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
)

// table writes the APIs of a section, with the release note behind each where
// notes were joined.
func (m *markdown) table(section int, apis []Change) {
	columns, row := m.layout(section)
	if m.r.hasNotes() {
		columns = append(columns, language.ColumnReleaseNote)
	}
	m.head()
	for _, c := range columns {
		m.printf("| %s ", m.w.Text(c))
	}
	m.printf("|\n|%s\n", strings.Repeat(" --- |", len(columns)))
	for _, c := range apis {
		cells := row(c)
		if m.r.hasNotes() {
			cells = append(cells, orDash(m.noteCell(c.Notes, c.SIGs)))
		}
		m.item(changeWeight(section, c))
		m.printf("| %s |\n", strings.Join(cells, " | "))
	}
}

// layout has the columns of a section's table, and what stands in a row.
func (m *markdown) layout(section int) (columns []language.Key, row func(Change) []string) {
	columns = []language.Key{language.ColumnAPI, language.ColumnResource}
	switch section {
	case removed:
		return append(columns, language.ColumnSeverity, language.ColumnDeprecatedSince, language.ColumnUseInstead), func(c Change) []string {
			return []string{markdownAPI(c), escape.Code(c.Resource), severityName(c.Severity, m.w), orDash(c.Deprecated.String()), markdownReplacement(c)}
		}
	case deprecated:
		return append(columns, language.ColumnDeprecatedSince, language.ColumnRemovedIn, language.ColumnUseInstead), func(c Change) []string {
			return []string{markdownAPI(c), escape.Code(c.Resource), orDash(c.Deprecated.String()), orDash(c.Removed.String()), markdownReplacement(c)}
		}
	case graduated:
		return append(columns, language.ColumnSeverity, language.ColumnNoLongerServed, language.ColumnUseInstead), func(c Change) []string {
			return []string{escape.Code(groupName(c.Group)) + " " + escape.Markdown(c.Kind), escape.Code(c.Resource), severityName(c.Severity, m.w), escape.Code(c.Old), escape.Code(c.New)}
		}
	default:
		return append(columns, language.ColumnStability, language.ColumnNote), func(c Change) []string {
			return []string{markdownAPI(c), escape.Code(c.Resource), orDash(stageName(string(c.Stability), m.w)), orDash(m.addedNote(c))}
		}
	}
}

func (m *markdown) addedNote(c Change) string {
	switch {
	case c.Replacement != nil:
		return m.w.Text(language.DeprecatedUse, c.Deprecated.String(), markdownReplacement(c))
	case !c.ServedByDefault:
		return m.w.Text(language.OffByDefault)
	default:
		return ""
	}
}

func markdownAPI(c Change) string {
	apiVersion, kind := c.api()
	return escape.Code(apiVersion) + " " + escape.Markdown(kind)
}

func markdownReplacement(c Change) string {
	if c.Replacement == nil {
		return "–"
	}
	return escape.Code(c.Replacement.GroupVersion().String()) + " " + escape.Markdown(c.Replacement.Kind)
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
