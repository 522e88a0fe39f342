package query

import (
	"fmt"
	"regexp"
	"strings"
)

// lokiPrefix is the prefix of the labels of an event: streams often have labels such as namespace
// and level, which would hide those of the event.
const lokiPrefix = "audit_"

// loki is LogQL, with metric queries: https://grafana.com/docs/loki/latest/query/. A result has one
// number for each row, so that each of the times needs a separate query.
func loki() Engine {
	return Engine{
		Name: "loki", Title: "Grafana Loki", From: `{job="audit"}`, comment: "#", write: logql,
		limit: 131072, asks: lokiParts, // maxInputSize of pkg/logql/syntax/parser.go

		run: func(p *Plan) []string {
			at := ""
			switch {
			case p.Window.Last > 0:
				at = " --now $(date -u +%Y-%m-%dT%H:00:00Z)"
			case !p.Window.Until.IsZero():
				at = " --now " + stamp(p.Window.Until) + "Z"
			}
			return []string{"Run it with: logcli instant-query" + at + " \"$(cat query.txt)\" > result.json", "Loki returns 500 rows if max_query_series is not higher, and before 2.9.4 the limit of a query is 5120 characters."}
		},
	}
}

// The measures: what the number of a row is.
const (
	measureEvents = "events"
	measureFirst  = "first"
	measureLast   = "last"
)

// lokiParts returns the parts, once for each measure.
func lokiParts() (list []part) {
	for _, one := range parts() {
		measures := []string{measureEvents}
		if one.spans {
			measures = append(measures, measureFirst, measureLast)
		}
		for _, m := range measures {
			two := one
			two.measure = m
			list = append(list, two)
		}
	}
	return append(list, part{name: Records, keys: []string{colOutcome}, measure: measureEvents})
}

func logql(p *Plan, asked []part) string {
	one := asked[0]
	fields := eventFields()
	var read, format, labels []string
	for _, key := range one.keys {
		labels = append(labels, lokiPrefix+key)
		if fields[key] != "" {
			read = append(read, lokiPrefix+key+"="+backslashed(fields[key]))
		}
		switch key {
		case colPath:
			read = append(read, `audit_uri="requestURI"`)
			format = append(format, lokiPrefix+"path=`{{ regexReplaceAll \"^/?([^/?]*).*$\" .audit_uri \"${1}\" }}`")
		case colHour:
			format = append(format, lokiPrefix+"hour=`{{ __timestamp__ | date \"2006-01-02 15\" }}`")
		case colOutcome:
			format = append(format, lokiPrefix+"outcome=`"+unread+"`")
		}
	}
	pipeline := p.From + " |= `\"auditID\"`"
	if one.name == Records {
		pipeline += " | json " + lokiPrefix + "verb=\"verb\" | __error__!=\"\""
	} else {
		if one.name == Hours {
			read = append(read, lokiPrefix+`verb="verb"`)
		}
		pipeline += " | json " + strings.Join(read, ", ") + " | __error__=\"\""
	}
	if one.name == Calls {
		format = append(format, lokiPrefix+"api=`{{ .audit_apiGroup }}/{{ .audit_apiVersion }}/{{ .audit_resource }}`")
	}
	format = append(format, lokiPrefix+"part=`"+one.name+"`", lokiPrefix+"measure=`"+one.measure+"`")
	if one.measure != measureEvents {
		format = append(format, lokiPrefix+"at=`{{ __timestamp__ | unixEpoch }}`")
	}
	pipeline += " | label_format " + strings.Join(format, ", ")
	if one.name == Calls {
		pipeline += " | " + lokiPrefix + "api=~" + backslashed(joined(paths(p.APIs), "|", regexp.QuoteMeta))
	}
	by := strings.Join(append([]string{lokiPrefix + "part", lokiPrefix + "measure"}, labels...), ", ")
	switch one.measure {
	case measureFirst, measureLast:
		function := map[string]string{measureFirst: "min", measureLast: "max"}[one.measure]
		return function + "_over_time(" + pipeline + " | unwrap " + lokiPrefix + "at " + lokiRange(p.Window) + ") by (" + by + ")"
	default:
		return "sum by (" + by + ") (count_over_time(" + pipeline + " " + lokiRange(p.Window) + "))"
	}
}

// lokiRange returns the range of a query, which ends at the time of the query.
func lokiRange(w Window) string {
	switch {
	case w.Last > 0:
		return fmt.Sprintf("[%dh]", w.hours())
	case w.Until.IsZero():
		return "[30d]"
	default:
		return fmt.Sprintf("[%ds]", int(w.Until.Sub(w.Since).Seconds()))
	}
}
