package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Engine is a store of audit logs that can be queried.
type Engine struct {
	Name string
	// Title is its usual name.
	Title string
	// From and Column are the defaults of a plan.
	From, Column string
	// limit is the maximum number of characters of a statement; 0 if it does not matter.
	limit int
	// whole says that all parts are one statement. Other engines have one for each part.
	whole bool
	// comment begins a comment line.
	comment string
	// asks returns the parts of the query if they are not those of the function parts.
	asks func() []part
	// json says that a statement is JSON, which is written with sorted members.
	json bool
	// templates are those of the engine.
	templates *template.Template
	// Lacks lists what a log has and the engine's result does not, as sentences.
	Lacks []string
	// Rows is the maximum number of rows of a result; 0 if there is none.
	Rows int
	// Counts says that the result always has rows of the part Records.
	Counts bool
	// sparse says that the engine leaves out columns without a value.
	sparse bool
}

// Engines returns all engines, sorted by name.
func Engines() []Engine {
	return []Engine{
		// The limit is that of QueryString of StartQueryExecution.
		{Name: "athena", Title: "Amazon Athena", From: "audit", Column: "line", whole: true, comment: "--", limit: 262144, Counts: true},
		{
			Name: "bigquery", Title: "Google BigQuery", From: "audit.cloudaudit_googleapis_com_*", whole: true, comment: "--",
			limit: 1 << 20, // unresolved GoogleSQL query length
			Lacks: []string{"The tables of Cloud Logging have no groups of users, and do not show who was impersonated"},
		},
		// The limit is that of max_query_size.
		{Name: "clickhouse", Title: "ClickHouse", From: "audit", Column: "line", whole: true, comment: "--", limit: 262144, Counts: true},
		{
			Name: "cloudwatch", Title: "CloudWatch Logs Insights", From: "/aws/eks/CLUSTER/cluster", comment: "#", Rows: 10_000, sparse: true,
			limit: 10_000, // queryString of StartQuery
			Lacks: []string{"the query for CloudWatch Logs Insights returns only the first group and the first source address of a caller"},
		},
		{Name: "duckdb", Title: "DuckDB", From: "audit*.log*", whole: true, comment: "--", Counts: true},
		{Name: "elasticsearch", Title: "Elasticsearch", From: "audit-*", comment: "#", json: true, Rows: 65_535}, // search.max_buckets
		{Name: "loganalytics", Title: "Azure Log Analytics", From: "AKSAudit", whole: true, comment: "//", limit: 1 << 20, Rows: 30_000},
		// A result has one number for each row, so that each of the times needs a separate query. The
		// limit is maxInputSize of pkg/logql/syntax/parser.go.
		{Name: "loki", Title: "Grafana Loki", From: `{job="audit"}`, comment: "#", asks: lokiParts, limit: 131072, sparse: true},
	}
}

// Names returns the names of the engines.
func Names() []string {
	return slice.Map(Engines(), func(e Engine) string { return e.Name })
}

// Find returns the engine of a name.
func Find(name string) (e Engine, ok bool) {
	if found := slice.Find(Engines(), func(e *Engine) bool { return e.Name == name }); found != nil {
		return *found, true
	}
	return e, false
}

// Statement is one query.
type Statement struct {
	// Notes are lines of comments about it.
	Notes []string
	Text  string
}

// Takes reports whether the engine can be asked for a window. The range of a query of Loki ends when
// the query runs, so that a window without an end has no known length.
func (e Engine) Takes(w Window) bool {
	return e.Name != "loki" || w.Last > 0 || !w.Until.IsZero()
}

// covers returns the window as words. Engines with several statements are asked up to the last full
// hour, so that all statements are about the same time.
func (e Engine) covers(w Window) string {
	if !e.whole && w.Last == 0 && w.Until.IsZero() {
		return w.String() + ", to the full hour"
	}
	return w.String()
}

// Statements returns the statements of a plan in the language of the engine.
func (e Engine) Statements(p Plan) ([]Statement, error) {
	p.From, p.Column = cmp.Or(p.From, e.From), cmp.Or(p.Column, e.Column)
	if !e.Takes(p.Window) {
		return nil, fmt.Errorf("a query for %s needs an end time", e.Title)
	}
	e.templates = e.parsed()
	all := parts()
	if e.asks != nil {
		all = e.asks()
	}
	if len(p.APIs) == 0 {
		all = slices.DeleteFunc(all, func(one part) bool { return one.Name == Calls })
	}
	var list []Statement
	if e.whole {
		if text := e.fill("query", &p, all...); e.fits(text) {
			list = append(list, Statement{Text: text})
		}
	}
	if list == nil {
		for _, one := range all {
			split, err := e.split(p, one, p.APIs)
			if err != nil {
				return nil, err
			}
			list = append(list, split...)
		}
	}
	for i := range list {
		list[i].Notes = append([]string{fmt.Sprintf("%s, statement %d of %d: %s", e.Title, i+1, len(list), e.covers(p.Window))}, list[i].Notes...)
		list[i].Notes = append(list[i].Notes, strings.Split(e.fill("run", &p), "\n")...)
		if i == 0 && len(list) > 1 {
			list[i].Notes = append(list[i].Notes, "Run all statements for the same period, and pass all results to kubedelta usage --from-result.")
		}
	}
	return list, nil
}

// split returns the statement of a part, or several if one is too long.
func (e Engine) split(p Plan, one part, apis []API) ([]Statement, error) {
	p.APIs = apis
	switch text := e.fill("query", &p, one); {
	case e.fits(text) && one.Name != Calls:
		return []Statement{{Text: text}}, nil
	case e.fits(text):
		return []Statement{{Text: text, Notes: []string{fmt.Sprintf("Callers of %d APIs, %s to %s", len(apis), apis[0].Path(), apis[len(apis)-1].Path())}}}, nil
	case one.Name != Calls || len(apis) < 2:
		return nil, fmt.Errorf("a query for %s has %d characters, and the limit of the engine is %d", e.Title, utf8.RuneCountInString(text), e.limit)
	}
	first, err := e.split(p, one, apis[:len(apis)/2])
	if err != nil {
		return nil, err
	}
	second, err := e.split(p, one, apis[len(apis)/2:])
	return append(first, second...), err
}

func (e Engine) fits(text string) bool {
	return e.limit == 0 || utf8.RuneCountInString(text) <= e.limit
}

// Comment returns a text as a comment line.
func (e Engine) Comment(text string) string {
	return e.comment + " " + strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
