package event

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// The reasons why a record is passed over or unread.
const (
	Empty         = "empty"
	NotJSON       = "text that is not JSON"
	NotAudit      = "JSON that is not an audit event"
	Brackets      = "brackets of a JSON array"
	Truncated     = "incomplete JSON"
	TruncatedText = "the end of a line whose beginning is missing"
	BadEvent      = "an audit event that is not valid JSON"
	PartialEvent  = "an audit event that lacks its verb, request, stage or level"
	LegacyEvent   = "an audit event that is not JSON (--audit-log-format=legacy)"
	TooDeep       = "JSON inside JSON, too deep"
	TooLong       = "longer than the limit of one record"
	EndsEarly     = "the file ends inside a JSON value"
)

// The envelopes of events.
const (
	Plain         = "audit events"
	List          = "EventList"
	CloudLogging  = "Google Cloud Logging"
	CloudWatch    = "Amazon CloudWatch"
	Azure         = "Azure diagnostic settings"
	AzureTable    = "Azure table AKSAudit"
	Loki          = "Loki"
	Elasticsearch = "Elasticsearch"
	Prefixed      = "lines with a prefix"
	Enveloped     = "other JSON"
	// Summed are events that an engine counted.
	Summed = "events counted by a query"
)

// Counts counts records: every record is an event, passed over, or unread. A record is a line, or
// an entry of an envelope with several entries.
type Counts struct {
	Events int
	// Passed and Unread count by reason, Envelopes the events by envelope.
	Passed, Unread, Envelopes map[string]int
}

// Reader finds the events in records. It is not safe for concurrent use.
type Reader struct {
	// Each is called for every event. It returns false for an event that is not valid JSON, which
	// then counts as unread.
	Each func(*Event) bool
	Counts

	event    Event
	familiar *familiar
	// plain counts the events that familiar read and that are not in Envelopes yet.
	plain int
	// unquoted has the texts of strings, by depth.
	unquoted [deepest][]byte
}

// deepest is the maximum depth of JSON in strings of JSON.
const deepest = 6

// NewReader returns a reader that calls a function for each event.
func NewReader(each func(*Event) bool) *Reader {
	return &Reader{Each: each, familiar: newFamiliar(), Counts: Counts{Passed: map[string]int{}, Unread: map[string]int{}, Envelopes: map[string]int{}}}
}

// Outcome is the outcome of a line.
type Outcome int

// The outcomes. A line with both an event and an unread part is Unread.
const (
	PassedOver Outcome = iota
	Checked
	Unread
)

func (r *Reader) unread() (n int) {
	for _, count := range r.Unread {
		n += count
	}
	return n
}

// Line reads a record: a line, which may have several JSON values, or a JSON value, which may have
// several lines.
func (r *Reader) Line(line []byte) Outcome {
	if r.familiar.event(&r.event, bytes.TrimSuffix(line, []byte("\r"))) {
		if !r.Each(&r.event) {
			r.Unread[BadEvent]++
			return Unread
		}
		r.Events++
		r.plain++
		return Checked
	}
	events, unread := r.Events, r.unread()
	r.line(line)
	switch {
	case r.unread() > unread:
		return Unread
	case r.Events > events:
		return Checked
	default:
		return PassedOver
	}
}

func (r *Reader) line(line []byte) {
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")))
	begin := beginning(line)
	switch {
	case len(line) == 0:
		r.Passed[Empty]++
		return
	case len(bytes.Trim(line, "[], \t")) == 0:
		r.Passed[Brackets]++
		return
	case begin < 0 || begin > 0 && !prefix(line[:begin]):
		r.text(line)
		return
	}
	envelope := Plain
	if begin > 0 {
		envelope = Prefixed
	}
	if line[begin] == '[' && unjson.ContainerEnd(line, begin) == truncated {
		begin = space(line, begin+1) // the array continues on other lines
	}
	for i := begin; i < len(line) && line[i] != ']'; {
		if line[i] != '{' && line[i] != '[' {
			r.text(line[i:])
			return
		}
		end := r.record(line, i, envelope, 0)
		if end == truncated {
			return
		}
		if i = space(line, end); i < len(line) && line[i] == ',' {
			i = space(line, i+1)
		}
	}
}

// beginning returns the index at which JSON begins in a line; -1 if there is none. Braces without a
// quoted name after them, such as those around the labels of a stream, belong to the prefix.
func beginning(line []byte) int {
	if len(line) > 0 && (line[0] == '{' || line[0] == '[') && likeJSON(line) {
		return 0
	}
	return bytes.Index(line, []byte(`{"`))
}

// likeJSON reports whether the text after the first bracket can be JSON.
func likeJSON(text []byte) bool {
	next := space(text, 1)
	if next >= len(text) {
		return true
	}
	c := text[next]
	return c == '"' || c == text[0]+2 || text[0] == '[' && (c == '{' || c == '[')
}

// longestPrefix is the maximum length of the text before an event in a line: a time, the name of a
// node, labels of a stream.
const longestPrefix = 1024

// prefix reports whether a text before a brace can be a prefix that a tool adds: it ends with white
// space and is not part of JSON.
func prefix(text []byte) bool {
	last := text[len(text)-1]
	return len(text) <= longestPrefix && (last == ' ' || last == '\t') && !bytes.Contains(text, []byte(`":`))
}

// text counts a line, or the rest of one, that is not JSON. The end of an event counts as unread.
func (r *Reader) text(line []byte) {
	switch {
	case bytes.Contains(line, []byte(legacy)):
		r.Unread[LegacyEvent]++
	case marked(line), tail(line):
		r.Unread[TruncatedText]++
	default:
		r.Passed[NotJSON]++
	}
}

// legacy is in each event of the log format legacy (k8s.io/apiserver/pkg/audit/format.go, EventString).
const legacy = "AUDIT: id="

// Marks returns texts that only audit events have.
func Marks() []string {
	return []string{legacy, "audit.k8s.io/", `"auditID"`, `"requestURI"`, `"requestReceivedTimestamp"`, `"stageTimestamp"`, `"objectRef"`}
}

func marked(text []byte) bool {
	return slices.ContainsFunc(Marks(), func(mark string) bool { return bytes.Contains(text, []byte(mark)) })
}

// tail reports whether the text closes more objects than it opens, like the end of a line of JSON.
func tail(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n,")
	return bytes.HasSuffix(text, []byte("}")) && bytes.IndexByte(text, '"') >= 0 && bytes.Count(text, []byte("}")) > bytes.Count(text, []byte("{"))
}

// value reads the object or array at i, and returns the index after it. counted reports whether it
// counted something.
func (r *Reader) value(b []byte, i int, envelope string, depth int) (end int, counted bool) {
	if b[i] == '{' {
		var is bool
		if end, is = r.event.ofKubernetes(b, i); is {
			r.emit(envelope)
			return end, true
		}
	} else {
		end = unjson.ContainerEnd(b, i)
	}
	switch {
	case end == truncated && !likeJSON(b[i:]) && !marked(b[i:]):
		r.Passed[NotJSON]++ // words in braces
		return truncated, true
	case end == truncated:
		r.Unread[Truncated]++
		return truncated, true
	case b[i] == '{':
		return end, r.object(b[i:end], envelope, depth)
	default:
		return end, r.array(b[i:end], envelope, depth)
	}
}

// record reads the object or array at i as a record, which is counted in any case.
func (r *Reader) record(b []byte, i int, envelope string, depth int) (end int) {
	end, counted := r.value(b, i, envelope, depth)
	if !counted {
		r.other(b[i:end])
	}
	return end
}

// other counts JSON without an event. A program that forwards the log can have removed members of an
// event, or changed the case of their names. One name is not enough: JSON of other programs can have it.
func (r *Reader) other(text []byte) {
	text = bytes.ToLower(text)
	names := 0
	for _, mark := range Marks() {
		if mark[0] == '"' && bytes.Contains(text, []byte(strings.ToLower(mark))) {
			names++
		}
	}
	if names > 1 {
		r.Unread[PartialEvent]++
	} else {
		r.Passed[NotAudit]++
	}
}

// Total returns the counts of all records.
func (r *Reader) Total() Counts {
	if r.plain > 0 {
		r.Envelopes[Plain] += r.plain
		r.plain = 0
	}
	return r.Counts
}

func (r *Reader) emit(envelope string) {
	if !r.Each(&r.event) {
		r.Unread[BadEvent]++
		return
	}
	if r.event.table {
		envelope = AzureTable
	}
	r.Events++
	r.Envelopes[envelope]++
}

// object looks for events inside an object that is not an event. It reports whether it counted
// something.
func (r *Reader) object(b []byte, envelope string, depth int) (counted bool) {
	if payload := Member(b, "protoPayload"); payload != nil {
		is, partial := r.event.ofCloudLogging(b, payload)
		if is {
			r.emit(CloudLogging)
		} else if partial {
			r.Unread[PartialEvent]++
		}
		return is || partial
	}
	envelope = enveloped(b, envelope)
	for name, value := range Each(b) {
		if string(name) != "metadata" && string(name) != "labels" {
			counted = r.inside(value, envelope, depth, false) || counted
		}
	}
	return counted
}

// array looks for events in the elements of an array. Each element that is an object is a record.
func (r *Reader) array(b []byte, envelope string, depth int) (counted bool) {
	for _, value := range Each(b) {
		counted = r.inside(value, envelope, depth, true) || counted
	}
	return counted
}

// inside looks for events in a value of an envelope.
func (r *Reader) inside(value []byte, envelope string, depth int, element bool) (counted bool) {
	if depth >= deepest {
		r.Unread[TooDeep]++
		return true
	}
	switch value[0] {
	case '"':
		return r.quoted(value, envelope, depth)
	case '[':
		return r.array(value, envelope, depth+1)
	case '{':
		_, counted = r.value(value, 0, envelope, depth+1) // its brackets may not match
		if element && !counted {
			r.other(value)
			return true
		}
	}
	return counted
}

// quoted looks for events in the text of a string.
func (r *Reader) quoted(value []byte, envelope string, depth int) (counted bool) {
	const least = len(`{"verb":""}`)
	text := Inner(value)
	if len(text) < least {
		return false
	}
	if bytes.Contains(text, []byte(legacy)) {
		r.Unread[LegacyEvent]++
		return true
	}
	if bytes.IndexByte(text, '{') < 0 {
		// The quotes in an entry whose beginning is missing are escaped.
		if bytes.Contains(text, []byte(`\"`)) && marked(bytes.ReplaceAll(text, []byte(`\"`), []byte(`"`))) {
			r.Unread[TruncatedText]++
			return true
		}
		return false
	}
	buffer, err := jsontext.AppendUnquote(r.unquoted[depth][:0], value)
	r.unquoted[depth] = buffer
	if err != nil && !marked(buffer) {
		return false
	}
	events, unread := r.Events, r.unread()
	passed := r.Passed[NotAudit]
	inner := bytes.TrimSpace(buffer)
	begin := bytes.IndexByte(inner, '{')
	switch {
	case begin == 0 || begin > 0 && prefix(inner[:begin]):
		for i := begin; i < len(inner) && inner[i] == '{'; {
			end := r.record(inner, i, envelope, depth+1)
			if end == truncated {
				break
			}
			i = space(inner, end)
		}
	case marked(inner), tail(inner):
		r.Unread[TruncatedText]++
	}
	if r.Events == events && r.unread() == unread {
		r.Passed[NotAudit] = passed // the caller counts the record that contains the string
		if passed == 0 {
			delete(r.Passed, NotAudit)
		}
		return false
	}
	return true
}

// enveloped returns the envelope of an object, by its members.
func enveloped(b []byte, outer string) string {
	if outer != Plain && outer != Prefixed && outer != Enveloped {
		return outer
	}
	kind, has := "", map[string]bool{}
	for name, value := range Each(b) {
		if string(name) == "kind" {
			kind = string(Inner(value))
		}
		has[string(name)] = true
	}
	if kind == "EventList" {
		return List
	}
	for _, shape := range [...]struct {
		members  []string
		envelope string
	}{
		{[]string{"items"}, List},
		{[]string{"logEvents"}, CloudWatch},
		{[]string{"events"}, CloudWatch},
		{[]string{"ingestionTime"}, CloudWatch},
		{[]string{"@message"}, CloudWatch},
		{[]string{"field", "value"}, CloudWatch},
		{[]string{"_source"}, Elasticsearch},
		{[]string{"hits"}, Elasticsearch},
		{[]string{"resourceId", "properties"}, Azure},
		{[]string{"resourceId", "category"}, Azure},
		{[]string{"records"}, Azure},
		{[]string{"log_s"}, Azure},
		{[]string{"stream", "values"}, Loki},
		{[]string{"result"}, Loki},
		{[]string{"data"}, Loki},
		{[]string{"labels", "line"}, Loki},
	} {
		if !slices.ContainsFunc(shape.members, func(name string) bool { return !has[name] }) {
			return shape.envelope
		}
	}
	return Enveloped
}

// Add adds other counts.
func (c *Counts) Add(other Counts) {
	c.Events += other.Events
	for _, m := range [...]struct{ to, from map[string]int }{{c.Passed, other.Passed}, {c.Unread, other.Unread}, {c.Envelopes, other.Envelopes}} {
		for word, n := range m.from {
			m.to[word] += n
		}
	}
}
