package query

import (
	"fmt"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// The parts of an answer. Each is a sum over all events of the time asked for, by other
// keys, so that the parts can be held against each other.
const (
	// Calls are the calls of affected APIs, by caller.
	Calls = "calls"
	// Requests are all events, by what was asked for.
	Requests = "requests"
	// Clients are all events, by user and user agent.
	Clients = "clients"
	// Hours are all events, by hour.
	Hours = "hours"
	// Records are the records of the log, by what became of them: see the outcomes.
	Records = "records"
)

// The outcomes of Records.
const (
	checked    = "judged"
	passedOver = "passed over"
	unread     = "unread"
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
	name string
	keys []string
	// spans: the first and last time is asked for too.
	spans bool
	// measure is the one number that is asked for, of engines that return one.
	measure string
}

// parts are those that every engine is asked for. Calls are the last: they are what is
// split where a statement is too long.
func parts() []part {
	return []part{
		{name: Requests, keys: []string{colGroup, colVersion, colResource, colPath, colVerb, colLevel, colStage}, spans: true},
		{name: Clients, keys: []string{colUser, colAgent}},
		{name: Hours, keys: []string{colHour}},
		{name: Calls, keys: []string{
			colGroup, colVersion, colResource, colSubresource, colNamespace, colVerb, colStage, colCode, colUser, colImpersonated, colAgent, colGroups, colSources,
		}, spans: true},
	}
}

// columns are all columns of a row, in the order in which they are written.
func columns() []string {
	return []string{
		colPart, colGroup, colVersion, colResource, colSubresource, colNamespace, colPath, colVerb, colLevel, colStage, colCode, colUser, colImpersonated, colAgent,
		colGroups, colSources, colHour, colOutcome, colEvents, colFirst, colLast,
	}
}

// eventFields are the columns that are members of an event, and where these stand in it.
func eventFields() map[string]string {
	return map[string]string{
		colGroup: "objectRef.apiGroup", colVersion: "objectRef.apiVersion", colResource: "objectRef.resource", colSubresource: "objectRef.subresource",
		colNamespace: "objectRef.namespace", colVerb: "verb", colLevel: "level", colStage: "stage", colCode: "responseStatus.code", colUser: "user.username",
		colImpersonated: "impersonatedUser.username", colAgent: "userAgent", colGroups: "user.groups", colSources: "sourceIPs",
	}
}

// Plan is what is asked for.
type Plan struct {
	// APIs are those whose callers are asked for.
	APIs []API
	// From is the table, files, index or stream that holds the log; "" for the engine's
	// own. Column is where the event stands in it, for engines that need to know.
	From, Column string
	Window       Window
}

// API is a resource in one version of its group.
type API struct{ Group, Version, Resource string }

// path writes GROUP/VERSION/RESOURCE, which is unambiguous: none of them has a slash.
func (a API) path() string { return a.Group + "/" + a.Version + "/" + a.Resource }

func paths(apis []API) []string {
	return slice.Map(apis, func(a API) string { return a.path() })
}

// Window is the time that is asked for: Since and Until, or the last full hours.
type Window struct {
	Since, Until time.Time
	// Last is how much before the last full hour; 0 where Since is set. The engine knows
	// what time it is: the text of a query does not depend on when it was written.
	Last time.Duration
}

const (
	day      = 24 * time.Hour
	longestW = 3660 * day
)

// ParseWindow reads --since and --until: "30d", "12h", or a time in RFC 3339.
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

// hours are those of Last.
func (w Window) hours() int { return int(w.Last / time.Hour) }

// stamp writes a time as audit events begin: it compares with theirs as text.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05") }

// String writes the window for people.
func (w Window) String() string {
	switch {
	case w.Last > 0:
		return fmt.Sprintf("the last %d hours, to the full hour", w.hours())
	case w.Until.IsZero():
		return "since " + stamp(w.Since) + "Z"
	default:
		return stamp(w.Since) + "Z to " + stamp(w.Until) + "Z"
	}
}

// joined writes each of some texts by a function, with text between.
func joined(list []string, between string, write func(string) string) string {
	out := slice.Map(list, write)
	return strings.Join(out, between)
}

// backslashed puts a text between double quotes, with backslashes before quotes,
// backslashes and the ends of lines, as KQL, LogQL and CloudWatch Logs Insights read it.
func backslashed(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}

// separator stands between the texts of a list in engines that return one text.
const separator = "\n"
