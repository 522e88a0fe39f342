package query

import (
	"fmt"
	"strings"
)

// clickhouseName quotes a name. A backslash begins an escape in quoted names.
func clickhouseName(name string) string { return identifier(strings.ReplaceAll(name, `\`, `\\`), "`") }

// clickhouse reads a table with a column with the text of each event:
// https://clickhouse.com/docs/sql-reference/functions/json-functions.
func clickhouse() Engine {
	call := func(function string, path []string) string {
		return function + "(event, '" + strings.Join(path, "', '") + "')"
	}
	text := func(path ...string) string { return call("JSONExtractString", path) }
	raw := func(path ...string) string { return call("JSONExtractRaw", path) }
	fields := jsonFields(text, raw)
	fields[colCode] = raw("responseStatus", "code")
	fields[colPath] = "splitByChar('/', splitByChar('?', " + text("requestURI") + ")[1])[2]"
	d := dialect{
		position: func(text, part string) string { return "position(" + text + ", " + part + ")" },
		valid:    func(text string) string { return "isValidJSON(" + text + ")" },
		isEvent:  text("verb") + " <> '' AND " + text("auditID") + " <> ''",
		before:   func(d *dialect, p *Plan) string { return d.texts(clickhouseName(p.Column), clickhouseName(p.From)) },
		table:    "records", fields: fields, time: validTime("if(JSONHas(event, 'requestReceivedTimestamp'), " + text("requestReceivedTimestamp") + ", " + text("timestamp") + ")"), records: "records",
		api: "concat(apiGroup, '/', apiVersion, '/', resource)", quote: backslashedSingle, end: "\nFORMAT CSVWithNames",
		ago: func(hours int) string {
			return fmt.Sprintf("formatDateTime(toStartOfHour(now('UTC')) - INTERVAL %d HOUR, '%%Y-%%m-%%dT%%H:%%i:%%S')", hours)
		},
	}
	return Engine{
		Name: "clickhouse", Title: "ClickHouse", From: "audit", Column: "line", whole: true, comment: "--", write: d.statement,
		limit: 262144, // max_query_size
		run: func(*Plan) []string {
			return []string{"Run it with: clickhouse-client < query.sql > result.csv"}
		},
	}
}
