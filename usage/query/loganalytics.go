package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// loganalytics reads the table AKSAudit of Azure Monitor:
// https://learn.microsoft.com/azure/azure-monitor/reference/tables/aksaudit. Columns with objects
// are dynamic values or texts.
func loganalytics() Engine {
	return Engine{
		Name: "loganalytics", Title: "Azure Log Analytics", From: "AKSAudit", whole: true, comment: "//", write: kusto, Rows: 30_000,
		limit: 1 << 20,
		run: func(p *Plan) []string {
			return []string{"Run it with: az monitor log-analytics query --workspace ID --analytics-query @query.kql -o json > result.json"}
		},
	}
}

func kusto(p *Plan, asked []part) string {
	object := func(column, member string) string {
		return "tostring(parse_json(tostring(" + column + "))." + member + ")"
	}
	fields := map[string]string{
		colGroup: object("ObjectRef", "apiGroup"), colVersion: object("ObjectRef", "apiVersion"), colResource: object("ObjectRef", "resource"),
		colSubresource: object("ObjectRef", "subresource"), colNamespace: object("ObjectRef", "namespace"),
		colPath: `tostring(split(tostring(split(RequestUri, "?")[0]), "/")[1])`, colVerb: "Verb", colLevel: "Level", colStage: "Stage",
		colCode: object("ResponseStatus", "code"), colUser: object("User", "username"), colImpersonated: object("ImpersonatedUser", "username"),
		colAgent: "UserAgent", colGroups: object("User", "groups"), colSources: "tostring(SourceIps)",
		colHour: `format_datetime(TimeGenerated, "yyyy-MM-dd HH")`,
	}
	var b strings.Builder
	b.WriteString("let events = " + kustoName(p.From) + "\n| where " + kustoWindow(p.Window) + "\n| where isnotempty(Verb) and isnotempty(AuditId)\n| project ")
	for _, name := range columns() {
		if fields[name] != "" {
			b.WriteString(name + " = " + fields[name] + ",\n    ")
		}
	}
	b.WriteString("at = format_datetime(TimeGenerated, \"yyyy-MM-dd HH:mm:ss\");\nunion")
	for i, one := range asked {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n    (events")
		if one.name == Calls {
			b.WriteString("\n    | where strcat(apiGroup, \"/\", apiVersion, \"/\", resource) in (\n        " + joined(paths(p.APIs), ",\n        ", backslashed) + ")")
		}
		b.WriteString("\n    | summarize events = count()")
		if one.spans {
			b.WriteString(", firstSeen = min(at), lastSeen = max(at)")
		}
		b.WriteString(" by " + strings.Join(one.keys, ", ") + "\n    | extend part = \"" + one.name + "\")")
	}
	list := slices.DeleteFunc(columns(), func(name string) bool {
		return name != colPart && name != colEvents && !slices.ContainsFunc(asked, func(one part) bool {
			return slices.Contains(one.keys, name) || one.spans && (name == colFirst || name == colLast)
		})
	})
	b.WriteString("\n| project " + strings.Join(list, ", ") + "\n| order by part asc, events desc")
	return b.String()
}

// kustoName quotes the name of a table if it is not a plain word.
func kustoName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return "[" + backslashed(name) + "]"
	}
	return name
}

func kustoWindow(w Window) string {
	const hour = "bin(now(), 1h)"
	if w.Last > 0 {
		return fmt.Sprintf("TimeGenerated >= %s - %dh and TimeGenerated < %s", hour, w.hours(), hour)
	}
	text := "TimeGenerated >= datetime(" + stamp(w.Since) + "Z)"
	if !w.Until.IsZero() {
		text += " and TimeGenerated < datetime(" + stamp(w.Until) + "Z)"
	}
	return text
}
