package query

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/usage/event"
)

// dialect is what SQL engines write differently.
type dialect struct {
	// table returns the operand of FROM. fields has the expression of each column of an event, and
	// time that of its time. before returns common table expressions that come first. real is the
	// condition for a record that is an event; "" if all are.
	table  func(p *Plan) string
	before func(p *Plan) string
	fields map[string]string
	time   string
	real   string
	// window is the condition for the time.
	window func(w Window) string
	// api is the expression that has GROUP/VERSION/RESOURCE of an event.
	api string
	// records is the source of records with their outcome; "" if the engine holds events
	// only.
	records string
	quote   func(string) string
	end     string
}

// singleQuoted puts a text between single quotes, doubling those in it (ISO SQL).
func singleQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// backslashedSingle puts a text between single quotes for engines in which a backslash
// begins an escape.
func backslashedSingle(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(text) + "'"
}

// statement is one SELECT for each part, all with the same columns.
func (d dialect) statement(p *Plan, asked []part) string {
	var b strings.Builder
	b.WriteString("WITH ")
	if d.before != nil {
		b.WriteString(d.before(p))
	}
	b.WriteString("events AS (\n  SELECT\n")
	for _, name := range columns() {
		if d.fields[name] != "" {
			b.WriteString("    " + d.fields[name] + " AS " + name + ",\n")
		}
	}
	b.WriteString("    " + d.time + " AS seen\n  FROM " + d.table(p) + "\n")
	if d.real != "" {
		b.WriteString("  WHERE " + d.real + "\n")
	}
	b.WriteString("), asked AS (\n  SELECT *, substr(seen, 1, 13) AS hour FROM events WHERE " + d.window(p.Window) + "\n)\n")
	selects := slice.Map(asked, func(one part) string { return d.part(p, one) })
	if d.records != "" && asked[0].name == Requests {
		selects = append(selects, d.row(part{name: Records, keys: []string{colOutcome}})+"FROM "+d.records+" GROUP BY "+colOutcome)
	}
	b.WriteString(strings.Join(selects, "\nUNION ALL\n"))
	b.WriteString("\nORDER BY " + strings.Join(columns()[:len(columns())-3], ", ") + d.end)
	return b.String()
}

// part is the SELECT of one part.
func (d dialect) part(p *Plan, one part) string {
	text := d.row(one) + "FROM asked"
	if one.name == Calls {
		text += "\nWHERE " + d.api + " IN (\n  " + joined(paths(p.APIs), ",\n  ", d.quote) + "\n)"
	}
	return text + "\nGROUP BY " + strings.Join(one.keys, ", ")
}

// row is the list of all columns, of which a part has its keys.
func (d dialect) row(one part) string {
	var list []string
	for _, name := range columns() {
		switch {
		case name == colPart:
			list = append(list, d.quote(one.name)+" AS part")
		case name == colEvents:
			list = append(list, "count(*) AS events")
		case name == colFirst && one.spans:
			list = append(list, "coalesce(min(nullif(seen, '')), '') AS "+colFirst)
		case name == colLast && one.spans:
			list = append(list, "max(seen) AS "+colLast)
		case slices.Contains(one.keys, name):
			list = append(list, name)
		default:
			list = append(list, "'' AS "+name)
		}
	}
	return "SELECT " + strings.Join(list, ", ") + "\n"
}

// jsonFields are the columns of an event that is a text of JSON, from functions that
// write how a dialect gets at a text and at the JSON of an array in it.
func jsonFields(text, array func(path ...string) string) map[string]string {
	fields := eventFields()
	for column, path := range fields {
		of := text
		if column == colGroups || column == colSources {
			of = array
		}
		fields[column] = of(strings.Split(path, ".")...)
	}
	return fields
}

// validTime returns the time of an event, or ” if the text is not a time.
func validTime(text string) string {
	return "CASE WHEN " + text + " LIKE '____-__-__T__:__:__%' THEN " + text + " ELSE '' END"
}

// textual compares times as texts: audit events have them in UTC, with the date first. It includes
// events without a time, which may be in the window.
func textual(now func(hours int) string) func(Window) string {
	return func(w Window) string {
		const untimed = "seen = '' OR "
		if w.Last > 0 {
			return untimed + "seen >= " + now(w.hours()) + " AND seen < " + now(0)
		}
		text := untimed + "seen >= " + singleQuoted(stamp(w.Since))
		if !w.Until.IsZero() {
			text += " AND seen < " + singleQuoted(stamp(w.Until))
		}
		return text
	}
}

// identifier quotes the parts of a name, between dots.
func identifier(name, quote string) string {
	return joined(strings.Split(name, "."), ".", func(part string) string { return quote + strings.ReplaceAll(part, quote, quote+quote) + quote })
}

// texts is how a dialect handles records that are texts.
type texts struct {
	// position is where a part begins in a text, 1 for its beginning and 0 for nowhere.
	position func(text, part string) string
	valid    func(text string) string
	// isEvent is the condition for a JSON value that is an audit event.
	isEvent string
}

// records are the common table expressions of logs whose records are texts: each without
// what stands before its JSON, and what became of it. The marks are those by which package
// event knows that a truncated text is of an audit log.
func (t texts) records(column, source string) string {
	at := t.position("line", singleQuoted(`{"`))
	marks := joined(event.Marks(), " OR ", func(mark string) string { return t.position("line", singleQuoted(mark)) + " > 0" })
	return "raw AS (\n  SELECT trim(" + column + ") AS line FROM " + source + "\n), cut AS (\n" +
		"  SELECT line, CASE WHEN " + at + " > 1 AND substr(line, " + at + " - 1, 1) = ' ' THEN substr(line, " + at + ") ELSE line END AS whole FROM raw\n" +
		"), checked AS (\n  SELECT line, " + t.valid("whole") + " AS ok, CASE WHEN " + t.valid("whole") + " THEN whole ELSE '{}' END AS event FROM cut\n" +
		"), records AS (\n  SELECT event, CASE WHEN NOT ok AND (" + marks + ") THEN '" + unread + "'\n" +
		"    WHEN " + t.isEvent + " THEN '" + checked + "' ELSE '" + passedOver + "' END AS " + colOutcome + " FROM checked\n), "
}
