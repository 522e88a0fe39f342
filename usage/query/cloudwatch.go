package query

import (
	"fmt"
	"strings"
)

// cloudwatch is CloudWatch Logs Insights, for the log group of EKS. It parses JSON itself, and
// takes the time outside the text of the query:
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html.
func cloudwatch() Engine {
	return Engine{
		Name: "cloudwatch", Title: "CloudWatch Logs Insights", From: "/aws/eks/CLUSTER/cluster", comment: "#", write: insights, Rows: insightsRows,
		limit: 10_000, // queryString of StartQuery
		run: func(p *Plan) []string {
			return []string{
				"The time is not part of the query. Run it with: aws logs start-query --log-group-name " + p.From + " --start-time " + epoch(p.Window, false) + " --end-time " + epoch(p.Window, true) + " --query-string \"$(cat query.txt)\"",
				"The result is the answer of: aws logs get-query-results --query-id ID",
			}
		},
		Lacks: []string{"the query for CloudWatch Logs Insights returns only the first group and the first source address of a caller"},
	}
}

const insightsRows = 10_000

// epoch returns a bound of a window for a shell, in seconds since 1970.
func epoch(w Window, end bool) string {
	switch {
	case w.Last > 0 && end:
		return "$(( $(date +%s) / 3600 * 3600 - 1 ))"
	case w.Last > 0:
		return fmt.Sprintf("$(( $(date +%%s) / 3600 * 3600 - %d ))", int(w.Last.Seconds()))
	case end && w.Until.IsZero():
		return "$(date +%s)"
	case end:
		return fmt.Sprint(w.Until.Unix() - 1)
	default:
		return fmt.Sprint(w.Since.Unix())
	}
}

// insightsFields returns CloudWatch's names of the columns.
func insightsFields() map[string]string {
	fields := eventFields()
	fields[colGroups], fields[colSources], fields[colPath], fields[colHour] = "user.groups.0", "sourceIPs.0", "path", "bin(1h)"
	return fields
}

func insights(p *Plan, asked []part) string {
	one, fields := asked[0], insightsFields()
	lines := []string{"filter @logStream like /^kube-apiserver-audit/", "filter ispresent(auditID) and ispresent(verb)"}
	var keys []string
	for _, key := range one.keys {
		if key == colPath {
			lines = append(lines, `parse requestURI /^\/(?<path>[^\/?]*)/`)
		}
		keys = append(keys, fields[key])
	}
	if one.name == Calls {
		lines = append(lines, "filter "+insightsAPIs(p.APIs))
	}
	// The name of the count is that of the part, because a column cannot be a constant.
	stats := "stats count(*) as " + one.name
	if one.spans {
		stats += ", min(@timestamp) as firstSeen, max(@timestamp) as lastSeen"
	}
	return strings.Join(append(lines, stats+" by "+strings.Join(keys, ", "), fmt.Sprintf("limit %d", insightsRows)), "\n| ")
}

// insightsAPIs returns the condition for some APIs, grouped by group-version.
func insightsAPIs(apis []API) string {
	var versions []string
	for i := 0; i < len(apis); {
		var resources []string
		one := apis[i]
		for ; i < len(apis) && apis[i].Group == one.Group && apis[i].Version == one.Version; i++ {
			resources = append(resources, apis[i].Resource)
		}
		group := "not ispresent(objectRef.apiGroup)"
		if one.Group != "" {
			group = "objectRef.apiGroup = " + backslashed(one.Group)
		}
		versions = append(versions, "("+group+" and objectRef.apiVersion = "+backslashed(one.Version)+" and objectRef.resource in ["+joined(resources, ", ", backslashed)+"])")
	}
	return strings.Join(versions, "\n  or ")
}
