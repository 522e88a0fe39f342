package query

import (
	"fmt"
	"strings"
)

// duckdb reads files with a line for each event: DuckDB 1.5,
// https://duckdb.org/docs/data/csv/overview.
func duckdb() Engine {
	text := func(path ...string) string {
		return "coalesce(json_extract_string(event, '$." + strings.Join(path, ".") + "'), '')"
	}
	array := func(path ...string) string {
		return "coalesce(CAST(json_extract(event, '$." + strings.Join(path, ".") + "') AS VARCHAR), '')"
	}
	fields := jsonFields(text, array)
	fields[colPath] = "split_part(split_part(" + text("requestURI") + ", '?', 1), '/', 2)"
	// The delimiter is a byte that JSON escapes, so that each line is one column.
	file := func(p *Plan, more string) string {
		return "read_csv(" + singleQuoted(p.From) + ", columns = {'line': 'VARCHAR'}, header = false, auto_detect = false, delim = chr(1), quote = '', escape = '', max_line_size = 16777216" + more + ")"
	}
	d := dialect{
		position: func(text, part string) string { return "strpos(" + text + ", " + part + ")" },
		valid:    func(text string) string { return "json_valid(" + text + ")" },
		isEvent:  "json_extract_string(event, '$.verb') <> '' AND json_extract_string(event, '$.auditID') <> ''",
		before: func(d *dialect, p *Plan) string {
			return d.texts("coalesce(line, '')", file(p, ", ignore_errors = true")) +
				// Lines that are not UTF-8 are ignored above, and counted here.
				"counted AS (\n  SELECT " + colOutcome + " FROM records UNION ALL\n  SELECT '" + unread + "' FROM range((SELECT count(*) FROM " + file(p, ", encoding = 'latin-1'") + ") - (SELECT count(*) FROM raw))\n), "
		},
		table: "records", fields: fields, time: validTime("coalesce(json_extract_string(event, '$.requestReceivedTimestamp'), json_extract_string(event, '$.timestamp'), '')"), records: "counted",
		api: "apiGroup || '/' || apiVersion || '/' || resource", quote: singleQuoted, end: ";",
		ago: func(hours int) string {
			return fmt.Sprintf("strftime(date_trunc('hour', now() AT TIME ZONE 'UTC') - INTERVAL %d HOUR, '%%Y-%%m-%%dT%%H:%%M:%%S')", hours)
		},
	}
	return Engine{
		Name: "duckdb", Title: "DuckDB", From: "audit*.log*", whole: true, comment: "--", write: d.statement,
		run: func(*Plan) []string {
			return []string{"Run it with: duckdb -csv < query.sql > result.csv", "It reads files with a line for each event, also with gzip."}
		},
	}
}
