package query

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
	for _, one := range append(parts(), records()) {
		measures := []string{measureEvents}
		if one.Spans {
			measures = append(measures, measureFirst, measureLast)
		}
		for _, one.Measure = range measures {
			list = append(list, one)
		}
	}
	return list
}
