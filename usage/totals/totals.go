package totals

import (
	"bytes"
	"maps"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/usage/agent"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/body"
	"github.com/kubedelta/kubedelta/usage/event"
)

// How many of each are kept separately.
const (
	mostCallers   = 20_000
	mostFields    = 5_000
	mostAgents    = 5_000
	mostResources = 5_000
	mostHours     = 24 * 366 * 10
)

// Call is a caller of an API.
type Call struct {
	API         *api.API
	Subresource string
	User        string
	// Impersonating is the user that impersonated User, or "".
	Impersonating string
	Agent         agent.Agent
	// Field is the finding about a field in the requests, or nil for calls of the API.
	Field *finding.Finding
	// Others says that this is the sum of callers that are not kept separately.
	Others bool
	Requests
}

// Found returns the finding about the called API or the sent field.
func (c *Call) Found() *finding.Finding {
	if c.Field != nil {
		return c.Field
	}
	return c.API.Found
}

// Unchecked counts events of an API that the target has no data about.
type Unchecked struct {
	API    string
	Events int
}

// Sums counts the events by kind of request. It is part of the report.
type Sums struct {
	// Reads and Writes count the events of resources, Discovery those of discovery, and
	// Others those of other paths.
	Reads     int `json:"reads"`
	Writes    int `json:"writes"`
	Discovery int `json:"discovery"`
	Others    int `json:"others"`
	// BodiesChecked and BodiesNotChecked count the events that write an object, by whether
	// its fields were checked against the target.
	BodiesChecked    int `json:"bodiesJudged,omitzero"`
	BodiesNotChecked int `json:"bodiesNotJudged,omitzero"`
}

// Add adds other sums.
func (c *Sums) Add(o Sums) {
	*c = Sums{c.Reads + o.Reads, c.Writes + o.Writes, c.Discovery + o.Discovery, c.Others + o.Others, c.BodiesChecked + o.BodiesChecked, c.BodiesNotChecked + o.BodiesNotChecked}
}

// Totals has the counts of events. It is not safe for concurrent use.
type Totals struct {
	table  *api.Table
	server discovery.Release

	calls     bounded[Call]
	fields    bounded[Call]
	clients   bounded[Client]
	resources bounded[Resource]
	unchecked bounded[Unchecked]
	// places caches the APIs that occurred.
	places map[string]*place
	bodies *body.Reader
	key    []byte
	// hour is the hour of the last event.
	hour []byte

	levels, stages, classes counter
	Sums
	// Bodies counts the events with a body, Untimed those without a time.
	Bodies, Untimed int
	Span
	// Hours are the hours with events: "2026-01-02T03".
	Hours map[string]bool
	// unmasked says that unmask ran.
	unmasked bool
}

// New returns empty totals for a target of a release.
func New(table *api.Table, server discovery.Release) *Totals {
	t := &Totals{
		table: table, server: server, places: map[string]*place{}, bodies: body.NewReader(table), Hours: map[string]bool{},
		levels: newCounter("Metadata", "Request", "RequestResponse"), stages: newCounter("RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"),
		classes: newCounter(string(ControlPlane), string(Node), string(ServiceAccount), string(Person), string(Anonymous)),
	}
	ofAPI := func(c *Call) string { return c.API.Name() }
	t.calls = newBounded(mostCallers, ofAPI, func(to, from *Call) {
		to.others(from)
		to.join(&from.Requests)
	})
	t.fields = newBounded(mostFields, ofAPI, func(to, from *Call) {
		if to.Field.Field != from.Field.Field {
			// These are too many to list separately.
			one := to.Field
			to.Field = &finding.Finding{
				Rule: one.Rule, Severity: one.Severity, APIVersion: one.APIVersion, Kind: one.Kind, Field: "…", Message: "the target does not have these fields", Offset: -1,
			}
		}
		to.others(from)
		to.join(&from.Requests)
	})
	t.clients = newBounded(mostAgents, func(*Client) string { return "" }, func(to, from *Client) {
		if to.Agent != from.Agent {
			to.Agent, to.Others = agent.Agent{}, true
		}
		to.Events += from.Events
		to.Users.join(&from.Users)
	})
	t.resources = newBounded(mostResources, func(*Resource) string { return "" }, func(to, from *Resource) {
		if to.Group != from.Group || to.Resource != from.Resource {
			to.Group, to.Resource = "", ""
		}
		to.Reads += from.Reads
		to.Writes += from.Writes
	})
	t.unchecked = newBounded(mostResources, func(*Unchecked) string { return "" }, func(to, from *Unchecked) {
		if to.API != from.API {
			to.API = "other APIs"
		}
		to.Events += from.Events
	})
	return t
}

// others makes c the sum of itself and another caller.
func (c *Call) others(from *Call) {
	if c.User != from.User || c.Agent != from.Agent || c.Subresource != from.Subresource || c.Impersonating != from.Impersonating {
		*c = Call{API: c.API, Field: c.Field, Others: true, Requests: c.Requests}
	}
}

// Add counts an event. It returns false for a relevant event that is not valid JSON, which is
// not counted.
func (t *Totals) Add(e *event.Event) bool {
	var at *place
	var found *api.API
	var fields []*finding.Finding
	checked := body.None
	if len(e.Resource) > 0 {
		if at = t.place(e); at != nil {
			found = at.api
		}
		if e.Request != nil {
			fields, checked = t.bodies.Of(e, found)
		}
		if found != nil && found.Found != nil || len(fields) > 0 {
			// Events that are reported must be valid JSON in every detail, not only in structure.
			if !event.Valid(e.Text) {
				return false
			}
		}
	}
	t.policy(e, 1)
	t.body(e, checked)
	t.time(e.Time)
	t.caller(e)
	switch {
	case len(e.Resource) > 0:
		t.placed(e, at)
		t.call(e, found)
		for _, f := range fields {
			t.called(found, rowOf(e), f)
		}
	case e.Discovery():
		t.Discovery++
	default:
		t.Others++
	}
	return true
}

// policy counts the data of an event that shows the audit policy.
func (t *Totals) policy(e *event.Event, n int) {
	*t.levels.of(string(e.Level)) += n
	*t.stages.of(string(e.Stage)) += n
}

// Levels counts the events of each level.
func (t *Totals) Levels() map[string]int { return t.levels.counts() }

// Stages counts the events of each stage.
func (t *Totals) Stages() map[string]int { return t.stages.counts() }

// Classes counts the events of each class of users.
func (t *Totals) Classes() map[string]int { return t.classes.counts() }

func (t *Totals) body(e *event.Event, checked body.Outcome) {
	if e.Body {
		t.Bodies++
	}
	switch checked {
	case body.Checked:
		t.BodiesChecked++
	case body.NotChecked:
		t.BodiesNotChecked++
	case body.None:
	}
}

// call counts a call of an API that the target changes or has no data about.
func (t *Totals) call(e *event.Event, a *api.API) {
	switch {
	case a == nil || a.Unchecked && a.Found == nil:
		t.key = append(append(append(append(append(t.key[:0], e.Group...), '/'), e.Version...), ' '), e.Resource...)
		t.notChecked(t.key, 1)
	case a.Found != nil:
		t.called(a, rowOf(e), nil)
	}
}

func rowOf(e *event.Event) *Row {
	at := Second(string(e.Time))
	return &Row{
		Subresource: event.Unescape(e.Subresource), User: event.Unescape(e.Username), Impersonated: e.Impersonated(), Agent: event.Unescape(e.Agent),
		Verb: string(e.Verb), Stage: string(e.Stage), Namespace: event.Unescape(e.Namespace), Sources: e.Sources(), Groups: e.Groups(), Refused: e.Refused(), Events: 1,
		First: at, Last: at,
	}
}

// notChecked counts events of an API that the target has no data about.
func (t *Totals) notChecked(key []byte, n int) {
	if u := t.unchecked.find(key); u != nil {
		u.Events += n
		return
	}
	t.unchecked.add(string(key), &Unchecked{API: strings.TrimPrefix(event.Unescape(key), "/"), Events: n})
}

// called counts calls of an API that the target changes, or, if field is not nil, calls that
// contain the field.
func (t *Totals) called(a *api.API, r *Row, field *finding.Finding) {
	c := &Call{API: a, Field: field, Subresource: clipped(r.Subresource), User: clipped(r.User), Agent: agent.Parse(r.Agent)}
	if r.Impersonated != "" {
		c.User, c.Impersonating = clipped(r.Impersonated), c.User
	}
	verb := KnownVerb(r.Verb)
	c.verbs.add(verb, r.Stage, r.Events)
	if r.Refused {
		c.refused.add(verb, r.Stage, r.Events)
	}
	c.seen(r.First, r.Last)
	for _, address := range r.Sources {
		c.Sources.add(clipped(address))
	}
	c.Namespaces.add(clipped(r.Namespace))
	for _, group := range r.Groups {
		if group != "system:authenticated" {
			c.Groups.add(clipped(group))
		}
	}
	key := keyOf(a, c.Subresource, c.User, c.Impersonating, c.Agent)
	if field == nil {
		t.calls.add(key, c)
		return
	}
	t.fields.add(strings.Join([]string{key, field.Rule, field.APIVersion, field.Kind, field.Field}, "\x00"), c)
}

func keyOf(a *api.API, subresource, user, impersonating string, with agent.Agent) string {
	return strings.Join([]string{a.Name(), subresource, user, impersonating, with.Name, with.Version}, "\x00")
}

// longest is the maximum length of a text from a log. Names in Kubernetes are shorter.
const longest = 300

func clipped(text string) string { return phrase.Clip(text, longest) }

func (t *Totals) time(b []byte) {
	const hour = len("2006-01-02T15")
	if len(b) > hour && bytes.Equal(b[:hour], t.hour) && b[len(b)-1] == 'Z' && len(t.First) > 0 {
		// Most events have the hour of the previous event.
		if string(b[:19]) >= t.First[:19] && string(b[:19]) <= t.Last[:19] {
			return
		}
	}
	at := Second(string(b))
	if at == "" {
		t.Untimed++
		return
	}
	t.seen(at, at)
	if !strings.HasPrefix(at, string(t.hour)) || len(t.hour) == 0 {
		t.hour = append(t.hour[:0], at[:hour]...)
		if len(t.Hours) < mostHours {
			t.Hours[at[:hour]] = true
		}
	}
}

// Merge adds other totals of the same target, which must not be used afterwards.
func (t *Totals) Merge(other *Totals) {
	t.calls.merge(&other.calls)
	t.fields.merge(&other.fields)
	t.clients.merge(&other.clients)
	t.resources.merge(&other.resources)
	t.unchecked.merge(&other.unchecked)
	t.levels.join(other.levels)
	t.stages.join(other.stages)
	t.classes.join(other.classes)
	maps.Copy(t.Hours, other.Hours)
	t.Sums.Add(other.Sums)
	t.Bodies += other.Bodies
	t.Untimed += other.Untimed
	t.seen(other.First, other.Last)
}
