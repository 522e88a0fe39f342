package query

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Engine is a place where audit logs lie and can be asked.
type Engine struct {
	Name string
	// Title is what people call it.
	Title string
	// From and Column are what is asked where a plan does not say.
	From, Column string
	// limit is how many characters a statement may have; 0 for no limit that matters.
	limit int
	// whole: all parts are one statement. The others have one for each.
	whole bool
	// comment begins a line that the engine does not read.
	comment string
	// asks are the parts that are asked for, if they are not those of parts.
	asks  func() []part
	write func(p *Plan, asked []part) string
	// run tells how to run a statement, a line each. It may have none.
	run func(p *Plan) []string
	// Lacks is what the engine's result does not tell and a log would.
	Lacks []string
	// Rows is how many rows a result has at most; 0 for no such limit.
	Rows int
}

// Engines are all, in the order of their names.
func Engines() []Engine {
	return []Engine{athena(), bigquery(), clickhouse(), cloudwatch(), duckdb(), elasticsearch(), loganalytics(), loki()}
}

// Names are those of the engines.
func Names() []string {
	return slice.Map(Engines(), func(e Engine) string { return e.Name })
}

// Find is the engine of a name.
func Find(name string) (Engine, bool) {
	all := Engines()
	i := slices.IndexFunc(all, func(e Engine) bool { return e.Name == name })
	if i < 0 {
		return Engine{}, false
	}
	return all[i], true
}

// Statement is one query.
type Statement struct {
	// Notes are lines about it.
	Notes []string
	Text  string
}

// Statements writes a plan in the language of the engine.
func (e Engine) Statements(p Plan) ([]Statement, error) {
	p.From, p.Column = cmp.Or(p.From, e.From), cmp.Or(p.Column, e.Column)
	all := parts()
	if e.asks != nil {
		all = e.asks()
	}
	if len(p.APIs) == 0 {
		all = slices.DeleteFunc(all, func(one part) bool { return one.name == Calls })
	}
	var list []Statement
	if e.whole {
		if text := e.write(&p, all); e.fits(text) {
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
		list[i].Notes = append([]string{fmt.Sprintf("%s, statement %d of %d: %s", e.Title, i+1, len(list), p.Window)}, list[i].Notes...)
		if e.run != nil {
			list[i].Notes = append(list[i].Notes, e.run(&p)...)
		}
		if i == 0 && len(list) > 1 {
			list[i].Notes = append(list[i].Notes, "Run all statements, for the same time, and give all their results to kubedelta usage --from-result.")
		}
	}
	return list, nil
}

// split writes a part, and as several statements where one is too long.
func (e Engine) split(p Plan, one part, apis []API) ([]Statement, error) {
	p.APIs = apis
	text := e.write(&p, []part{one})
	switch {
	case e.fits(text) && one.name != Calls:
		return []Statement{{Text: text}}, nil
	case e.fits(text):
		return []Statement{{Text: text, Notes: []string{fmt.Sprintf("Callers of %d APIs, %s to %s", len(apis), apis[0].path(), apis[len(apis)-1].path())}}}, nil
	case one.name != Calls || len(apis) < 2:
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

// Comment writes a line that the engine does not read.
func (e Engine) Comment(text string) string {
	return e.comment + " " + strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
