package query

import (
	"fmt"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// The parts of a result. Requests, Clients and Hours each count all events in the window, so that
// they can be compared.
const (
	// Calls counts the calls of affected APIs by caller.
	Calls = "calls"
	// Requests counts all events by API, path, verb, level and stage.
	Requests = "requests"
	// Clients counts all events by user and user agent.
	Clients = "clients"
	// Hours counts all events by hour.
	Hours = "hours"
	// Records counts the records of the log by outcome.
	Records = "records"
)

// The outcomes of Records.
const (
	checked = "judged"
	unread  = "unread"
)

// The columns of a row. part names the part that the row belongs to.
const (
	colPart         = "part"
	colGroup        = "apiGroup"
	colVersion      = "apiVersion"
	colResource     = "resource"
	colSubresource  = "subresource"
	colNamespace    = "namespace"
	colPath         = "path"
	colVerb         = "verb"
	colLevel        = "level"
	colStage        = "stage"
	colCode         = "code"
	colUser         = "username"
	colImpersonated = "impersonated"
	colAgent        = "userAgent"
	colGroups       = "userGroups"
	colSources      = "sourceIPs"
	colHour         = "hour"
	colOutcome      = "outcome"
	colEvents       = "events"
	colFirst        = "firstSeen"
	colLast         = "lastSeen"
)

// part is one aggregation of the events.
type part struct {
	Name string
	Keys []string
	// Spans says that the first and the last time are part of a row.
	Spans bool
	// Measure is what the number of a row is, for engines that return one number.
	Measure string
}

// parts returns the parts of a query. Calls is the last: it is split if a statement is too long.
func parts() []part {
	return []part{
		{Name: Requests, Keys: []string{colGroup, colVersion, colResource, colPath, colVerb, colLevel, colStage}, Spans: true},
		{Name: Clients, Keys: []string{colUser, colAgent}},
		{Name: Hours, Keys: []string{colHour}},
		{Name: Calls, Keys: []string{
			colGroup, colVersion, colResource, colSubresource, colNamespace, colVerb, colStage, colCode, colUser, colImpersonated, colAgent, colGroups, colSources,
		}, Spans: true},
	}
}

// columns returns all columns of a row, in the order of the result.
func columns() []string {
	return []string{
		colPart, colGroup, colVersion, colResource, colSubresource, colNamespace, colPath, colVerb, colLevel, colStage, colCode, colUser, colImpersonated, colAgent,
		colGroups, colSources, colHour, colOutcome, colEvents, colFirst, colLast,
	}
}

// eventFields returns the columns that are members of an event, with their paths.
func eventFields() map[string]string {
	return map[string]string{
		colGroup: "objectRef.apiGroup", colVersion: "objectRef.apiVersion", colResource: "objectRef.resource", colSubresource: "objectRef.subresource",
		colNamespace: "objectRef.namespace", colVerb: "verb", colLevel: "level", colStage: "stage", colCode: "responseStatus.code", colUser: "user.username",
		colImpersonated: "impersonatedUser.username", colAgent: "userAgent", colGroups: "user.groups", colSources: "sourceIPs",
	}
}

// insightsFields returns CloudWatch's names of the columns.
func insightsFields() map[string]string {
	fields := eventFields()
	fields[colGroups], fields[colSources], fields[colPath], fields[colHour] = "user.groups.0", "sourceIPs.0", "path", "bin(1h)"
	return fields
}

// Plan is the content of a query.
type Plan struct {
	// APIs are those whose callers are queried.
	APIs []API
	// From is the table, files, index or stream with the log; "" for the default of the engine.
	// Column is the column or field with the event, for engines that need it.
	From, Column string
	Window       Window
}

// API is a resource in one version of its group.
type API struct{ Group, Version, Resource string }

// Path returns GROUP/VERSION/RESOURCE. None of the three contains a slash.
func (a API) Path() string { return a.Group + "/" + a.Version + "/" + a.Resource }

// Window is the time of the events: from Since to Until, or the last full hours.
type Window struct {
	Since, Until time.Time
	// Last is the duration before the last full hour; 0 if Since is set. The engine computes the
	// times, so that the text of a query does not depend on when it was written.
	Last time.Duration
}

const (
	day      = 24 * time.Hour
	longestW = 3660 * day
)

// ParseWindow parses --since ("30d", "12h", or a time in RFC 3339) and --until (a time).
func ParseWindow(since, until string) (w Window, err error) {
	if until != "" {
		if w.Until, err = time.Parse(time.RFC3339, until); err != nil {
			return w, fmt.Errorf("--until %s is not a time like 2026-01-31T00:00:00Z", until)
		}
	}
	if w.Since, err = time.Parse(time.RFC3339, since); err == nil {
		if !w.Until.IsZero() && !w.Since.Before(w.Until) {
			return w, fmt.Errorf("--since %s is not before --until %s", since, until)
		}
		return w, nil
	}
	var n int
	var unit string
	if _, err := fmt.Sscanf(since, "%d%s", &n, &unit); err != nil || n <= 0 || unit != "d" && unit != "h" {
		return w, fmt.Errorf("--since %s is not a number of days or hours like 30d or 12h, or a time like 2026-01-31T00:00:00Z", since)
	}
	one := time.Hour
	if unit == "d" {
		one = day
	}
	if n > int(longestW/one) {
		return w, fmt.Errorf("--since %s is longer than 3660 days", since)
	}
	if !w.Until.IsZero() {
		w.Since = w.Until.Add(-time.Duration(n) * one)
		return w, nil
	}
	w.Last = time.Duration(n) * one
	return w, nil
}

// Hours returns Last in hours.
func (w Window) Hours() int { return int(w.Last / time.Hour) }

// stamp returns a time in the form of audit events, to the second, for a comparison as text.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") }

// String returns the window as words.
func (w Window) String() string {
	switch {
	case w.Last > 0:
		return fmt.Sprintf("the last %d hours, to the full hour", w.Hours())
	case w.Until.IsZero():
		return "since " + stamp(w.Since) + "Z"
	default:
		return stamp(w.Since) + "Z to " + stamp(w.Until) + "Z"
	}
}

// joined applies a function to each text and joins the results.
func joined(list []string, between string, write func(string) string) string {
	return strings.Join(slice.Map(list, write), between)
}

// backslashed quotes a text with double quotes and backslash escapes, for KQL, LogQL and CloudWatch
// Logs Insights.
func backslashed(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}

// separator is between the texts of a list, for engines that return a list as one text.
const separator = "\n"
