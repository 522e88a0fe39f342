package query

import (
	"fmt"
	"strings"
)

// bigquery reads the tables to which Cloud Logging routes audit logs of GKE:
// https://cloud.google.com/logging/docs/audit/understanding-audit-logs. There is one entry for each
// request. resourceName is GROUP/VERSION/[namespaces/NAMESPACE/]RESOURCE[/NAME[/SUBRESOURCE]].
func bigquery() Engine {
	const log = "protopayload_auditlog."
	text := func(member string) string { return "IFNULL(" + log + member + ", '')" }
	at := func(i string) string { return "IFNULL(parts[SAFE_OFFSET(" + i + ")], '')" }
	const namespaced = "ARRAY_LENGTH(parts) > 4 AND parts[OFFSET(2)] = 'namespaces' AND parts[OFFSET(4)] NOT IN ('status', 'finalize')"
	either := func(yes, no string) string { return "IF(" + namespaced + ", " + yes + ", " + no + ")" }
	ofResource := func(expression string) string { return "IF(ARRAY_LENGTH(parts) > 2, " + expression + ", '')" }
	d := dialect{
		// The condition for the time is here, where it restricts the partitions that are read.
		before: func(_ *dialect, p *Plan) string {
			return "log AS (\n  SELECT *, SPLIT(TRIM(" + text("resourceName") + ", '/'), '/') AS parts FROM " + bigqueryTable(p.From) +
				"\n  WHERE " + log + "serviceName = 'k8s.io' AND " + bigqueryWindow(p.Window) + "\n), "
		},
		table: "log",
		fields: map[string]string{
			colGroup: ofResource("IF(parts[OFFSET(0)] = 'core', '', parts[OFFSET(0)])"), colVersion: ofResource("parts[OFFSET(1)]"),
			colResource: ofResource(either(at("4"), at("2"))), colSubresource: ofResource(either(at("6"), at("4"))), colNamespace: ofResource(either(at("3"), "''")),
			colPath: "IF(ARRAY_LENGTH(parts) > 2, '', " + at("0") + ")", colVerb: "IFNULL(REGEXP_EXTRACT(" + log + "methodName, r'[^.]+$'), '')", colLevel: "''", colStage: "'ResponseComplete'",
			colCode: "IFNULL(CAST(" + log + "status.code AS STRING), '')", colUser: text("authenticationInfo.principalEmail"), colImpersonated: "''",
			colAgent: text("requestMetadata.callerSuppliedUserAgent"), colGroups: "''", colSources: text("requestMetadata.callerIp"),
		},
		time: "FORMAT_TIMESTAMP('%Y-%m-%dT%H:%M:%SZ', timestamp, 'UTC')",
		api:  "CONCAT(apiGroup, '/', apiVersion, '/', resource)", quote: backslashedSingle,
	}
	return Engine{
		Name: "bigquery", Title: "Google BigQuery", From: "audit.cloudaudit_googleapis_com_*", whole: true, comment: "--", write: d.statement,
		limit: 1 << 20, // unresolved GoogleSQL query length
		run: func(*Plan) []string {
			return []string{"Run it with: bq query --use_legacy_sql=false --format=json --max_rows=1000000 < query.sql > result.json"}
		},
		Lacks: []string{"The tables of Cloud Logging have no groups of users, and do not show who was impersonated"},
	}
}

// bigqueryTable quotes a name, which may end with * for several tables.
func bigqueryTable(name string) string {
	return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(name) + "`"
}

func bigqueryWindow(w Window) string {
	if w.Last > 0 {
		const hour = "TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), HOUR)"
		return fmt.Sprintf("timestamp >= TIMESTAMP_SUB(%s, INTERVAL %d HOUR) AND timestamp < %s", hour, w.hours(), hour)
	}
	text := "timestamp >= TIMESTAMP '" + stamp(w.Since) + "Z'"
	if !w.Until.IsZero() {
		text += " AND timestamp < TIMESTAMP '" + stamp(w.Until) + "Z'"
	}
	return text
}
