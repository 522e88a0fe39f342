package query

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/usage/event"
)

// dialect has the differences between SQL engines.
type dialect struct {
	// before returns the common table expressions that come first, and table is the one with the
	// events.
	before func(d *dialect, p *Plan) string
	table  string
	// fields has the expression of each column of an event, and time that of its time.
	fields map[string]string
	time   string
	// ago returns the expression for the time a number of hours before the last full hour, as text.
	// It is nil if before restricts the time.
	ago func(hours int) string
	// api is the expression for GROUP/VERSION/RESOURCE of an event.
	api string
	// position returns the expression for the position of a part in a text, from 1; 0 if it is not
	// in the text. valid returns the condition for valid JSON, and isEvent is that for a JSON value
	// that is an audit event. They are for records that are texts.
	position func(text, part string) string
	valid    func(text string) string
	isEvent  string
	// records is the table of records with their outcome; "" if the engine has events only.
	records string
	quote   func(string) string
	end     string
}

// singleQuoted quotes a text with single quotes, and doubles those in it (ISO SQL).
func singleQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// backslashedSingle quotes a text with single quotes, for engines with backslash escapes.
func backslashedSingle(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(text) + "'"
}

// statement returns one SELECT for each part, all with the same columns.
func (d dialect) statement(p *Plan, asked []part) string {
	var b strings.Builder
	b.WriteString("WITH " + d.before(&d, p) + "events AS (\n  SELECT\n")
	for _, name := range columns() {
		if d.fields[name] != "" {
			b.WriteString("    " + d.fields[name] + " AS " + name + ",\n")
		}
	}
	b.WriteString("    " + d.time + " AS seen\n  FROM " + d.table + "\n")
	if d.records != "" {
		b.WriteString("  WHERE " + colOutcome + " = '" + checked + "'\n")
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

// part returns the SELECT of one part.
func (d dialect) part(p *Plan, one part) string {
	text := d.row(one) + "FROM asked"
	if one.name == Calls {
		text += "\nWHERE " + d.api + " IN (\n  " + joined(paths(p.APIs), ",\n  ", d.quote) + "\n)"
	}
	return text + "\nGROUP BY " + strings.Join(one.keys, ", ")
}

// row returns the list of all columns. Columns that are not keys of the part are ”.
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

// jsonFields returns the expressions of the columns of an event in JSON. text and array return the
// expressions for a text and for the JSON of an array at a path.
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

// validTime returns the time of an event, or an empty text if it is not a time. A log pipeline may have
// replaced the T by a space.
func validTime(text string) string {
	return "CASE WHEN " + text + " LIKE '____-__-_____:__:__%' THEN REPLACE(" + text + ", ' ', 'T') ELSE '' END"
}

// window returns the condition for the time. It compares times as texts: audit events have them in
// UTC, with the date first. It includes events without a time, which may be in the window.
func (d dialect) window(w Window) string {
	const untimed = "seen = '' OR "
	switch {
	case d.ago == nil:
		return "TRUE"
	case w.Last > 0:
		return untimed + "seen >= " + d.ago(w.hours()) + " AND seen < " + d.ago(0)
	case w.Until.IsZero():
		return untimed + "seen >= " + singleQuoted(stamp(w.Since))
	default:
		return untimed + "seen >= " + singleQuoted(stamp(w.Since)) + " AND seen < " + singleQuoted(stamp(w.Until))
	}
}

// identifier quotes the parts of a name, which are separated by dots.
func identifier(name, quote string) string {
	return joined(strings.Split(name, "."), ".", func(part string) string { return quote + strings.ReplaceAll(part, quote, quote+quote) + quote })
}

// texts returns the common table expressions for records that are texts: each without the prefix
// before its JSON, and its outcome. As in package event, marks identify truncated audit events.
func (d *dialect) texts(column, source string) string {
	at := d.position("line", singleQuoted(`{"`))
	marks := joined(event.Marks(), " OR ", func(mark string) string { return d.position("line", singleQuoted(mark)) + " > 0" })
	return "raw AS (\n  SELECT trim(" + column + ") AS line FROM " + source + "\n), cut AS (\n" +
		"  SELECT line, CASE WHEN " + at + " > 1 AND substr(line, " + at + " - 1, 1) = ' ' THEN substr(line, " + at + ") ELSE line END AS whole FROM raw\n" +
		"), checked AS (\n  SELECT line, " + d.valid("whole") + " AS ok, CASE WHEN " + d.valid("whole") + " THEN whole ELSE '{}' END AS event FROM cut\n" +
		"), records AS (\n  SELECT event, CASE WHEN NOT ok AND (" + marks + ") THEN '" + unread + "'\n" +
		"    WHEN " + d.isEvent + " THEN '" + checked + "' ELSE '" + passedOver + "' END AS " + colOutcome + " FROM checked\n), "
}
