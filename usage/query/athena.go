package query

import (
	"fmt"
	"strings"
)

// athena reads a table with one column, the line of the log, such as an export of CloudWatch to S3:
// engine version 3, https://docs.aws.amazon.com/athena/latest/ug/functions.html.
func athena() Engine {
	text := func(path ...string) string {
		return "coalesce(json_extract_scalar(event, '$." + strings.Join(path, ".") + "'), '')"
	}
	array := func(path ...string) string {
		return "coalesce(json_format(json_extract(event, '$." + strings.Join(path, ".") + "')), '')"
	}
	fields := jsonFields(text, array)
	fields[colPath] = "coalesce(split_part(split_part(" + text("requestURI") + ", '?', 1), '/', 2), '')"
	d := dialect{
		position: func(text, part string) string { return "strpos(" + text + ", " + part + ")" },
		valid:    func(text string) string { return "(try(json_parse(" + text + ")) IS NOT NULL)" },
		isEvent:  text("verb") + " <> '' AND " + text("auditID") + " <> ''",
		table:    "records", fields: fields, time: validTime("coalesce(json_extract_scalar(event, '$.requestReceivedTimestamp'), json_extract_scalar(event, '$.timestamp'), '')"), records: "records",
		api: "apiGroup || '/' || apiVersion || '/' || resource", quote: singleQuoted,
		before: func(d *dialect, p *Plan) string { return d.texts(identifier(p.Column, `"`), identifier(p.From, `"`)) },
		ago: func(hours int) string {
			return fmt.Sprintf("date_format(date_add('hour', %d, date_trunc('hour', at_timezone(current_timestamp, 'UTC'))), '%%Y-%%m-%%dT%%H:%%i:%%s')", -hours)
		},
	}
	return Engine{
		Name: "athena", Title: "Amazon Athena", From: "audit", Column: "line", whole: true, comment: "--", write: d.statement,
		limit: 262144, // QueryString of StartQueryExecution
		run: func(*Plan) []string {
			return []string{"The result is the CSV file in the result location, or the answer of: aws athena get-query-results"}
		},
	}
}
