package query

import (
	"fmt"
	"regexp"
	"strings"
)

// lokiPrefix is the prefix of the labels of an event: streams often have labels such as namespace
// and level, which would hide those of the event.
const lokiPrefix = "audit_"

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
		if one.Spans {
			measures = append(measures, measureFirst, measureLast)
		}
		for _, m := range measures {
			two := one
			two.Measure = m
			list = append(list, two)
		}
	}
	last := records()
	last.Measure = measureEvents
	return append(list, last)
}

// logql writes a metric query in LogQL: https://grafana.com/docs/loki/latest/query/.
func logql(p *Plan, one part) string {
	fields := eventFields()
	var read, format, labels []string
	for _, key := range one.Keys {
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
	if one.Name == Records {
		pipeline += " | json " + lokiPrefix + "verb=\"verb\" | __error__!=\"\""
	} else {
		if one.Name == Hours {
			read = append(read, lokiPrefix+`verb="verb"`)
		}
		pipeline += " | json " + strings.Join(read, ", ") + " | __error__=\"\""
	}
	if one.Name == Calls {
		format = append(format, lokiPrefix+"api=`{{ .audit_apiGroup }}/{{ .audit_apiVersion }}/{{ .audit_resource }}`")
	}
	format = append(format, lokiPrefix+"part=`"+one.Name+"`", lokiPrefix+"measure=`"+one.Measure+"`")
	if one.Measure != measureEvents {
		format = append(format, lokiPrefix+"at=`{{ __timestamp__ | unixEpoch }}`")
	}
	pipeline += " | label_format " + strings.Join(format, ", ")
	if one.Name == Calls {
		pipeline += " | " + lokiPrefix + "api=~" + backslashed(joined(paths(p.APIs), "|", regexp.QuoteMeta))
	}
	by := strings.Join(append([]string{lokiPrefix + "part", lokiPrefix + "measure"}, labels...), ", ")
	switch one.Measure {
	case measureFirst, measureLast:
		function := map[string]string{measureFirst: "min", measureLast: "max"}[one.Measure]
		return function + "_over_time(" + pipeline + " | unwrap " + lokiPrefix + "at " + lokiRange(p.Window) + ") by (" + by + ")"
	default:
		return "sum by (" + by + ") (count_over_time(" + pipeline + " " + lokiRange(p.Window) + "))"
	}
}

// lokiRange returns the range of a query, which ends at the time of the query. A window that
// begins at a time must have an end, too.
func lokiRange(w Window) string {
	if w.Last > 0 {
		return fmt.Sprintf("[%dh]", w.Hours())
	}
	return fmt.Sprintf("[%ds]", int(w.Until.Sub(w.Since).Seconds()))
}
