package tally

import (
	"bytes"
	"maps"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/usage/agent"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
)

// How many of each are kept apart.
const (
	mostCallers   = 20_000
	mostAgents    = 5_000
	mostResources = 5_000
	mostHours     = 24 * 366 * 10
)

// Call is a caller of an API.
type Call struct {
	API         *api.API
	Subresource string
	User        string
	// Impersonating: User was impersonated by this one.
	Impersonating string
	Agent         agent.Agent
	// Others: it sums up callers that are not kept apart.
	Others bool
	Requests
}

// Client is a program that sent requests, by its user agent.
type Client struct {
	agent.Agent
	// Events of it. They are more than its requests where the log has several stages.
	Events int
	// Others: it sums up programs that are not kept apart.
	Others bool
	// Users are kept of components outside the version skew policy.
	Users Few
	// skewed: the users are kept.
	skewed bool
}

// Resource counts the events of a resource, in all its versions.
type Resource struct {
	Group, Resource string
	Reads, Writes   int
}

// Unjudged counts events of APIs that the target says nothing of.
type Unjudged struct {
	API    string
	Events int
}

// Tally is the sum of events. It is used by one goroutine.
type Tally struct {
	table  *api.Table
	server discovery.Release

	calls     bounded[Call]
	clients   bounded[Client]
	resources bounded[Resource]
	unjudged  bounded[Unjudged]
	// apis caches what is known of the APIs that were seen.
	apis map[string]*api.API
	key  []byte
	// hour is that of the last event.
	hour []byte

	// Levels and Stages count events.
	Levels, Stages map[string]int
	Classes        map[Class]int
	// Reads and Writes count the events of resources, Discovery those that ask what is
	// served, and Others those of other paths.
	Reads, Writes, Discovery, Others int
	// Bodies counts the events with a body, Untimed those that do not tell when.
	Bodies, Untimed int
	First, Last     string
	// Hours are those of which there are events: "2026-01-02T03".
	Hours   map[string]bool
	checked int
}

// New makes an empty tally for a target of a release.
func New(table *api.Table, server discovery.Release) *Tally {
	t := &Tally{table: table, server: server, apis: map[string]*api.API{}, Levels: map[string]int{}, Stages: map[string]int{}, Classes: map[Class]int{}, Hours: map[string]bool{}}
	t.calls = newBounded(mostCallers, func(c *Call) string { return c.API.Name() }, func(to, from *Call) {
		if to.User != from.User || to.Agent != from.Agent || to.Subresource != from.Subresource || to.Impersonating != from.Impersonating {
			*to = Call{API: to.API, Others: true, Requests: to.Requests}
		}
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
	t.unjudged = newBounded(mostResources, func(*Unjudged) string { return "" }, func(to, from *Unjudged) {
		if to.API != from.API {
			to.API = "other APIs"
		}
		to.Events += from.Events
	})
	return t
}

// Add counts an event. It reports false for one that matters and is not valid JSON:
// that one is not counted.
func (t *Tally) Add(e *event.Event) bool {
	var found *api.API
	if len(e.Resource) > 0 {
		if found = t.find(e); found != nil && found.Found != nil {
			// What is reported was read by all rules, not only by its structure.
			if t.checked++; !event.Valid(e.Text) {
				return false
			}
		}
	}
	count(t.Levels, e.Level, "Metadata", "Request", "RequestResponse")
	count(t.Stages, e.Stage, "RequestReceived", "ResponseStarted", "ResponseComplete", "Panic")
	if e.Body {
		t.Bodies++
	}
	t.time(e.Time)
	t.Classes[classOf(e.Username)]++
	t.client(e)
	switch {
	case len(e.Resource) > 0:
		t.resource(e)
		t.call(e, found)
	case e.Discovery():
		t.Discovery++
	default:
		t.Others++
	}
	return true
}

// count counts a word if it is one of those that there are.
func count(in map[string]int, word []byte, known ...string) {
	for _, k := range known {
		if string(word) == k {
			in[k]++
			return
		}
	}
	in["other"]++
}

// classOf is ClassOf without making a string of the name.
func classOf(user []byte) Class {
	const longest = 200 // of names that mean something
	if len(user) > longest {
		return Person
	}
	switch {
	case bytes.HasPrefix(user, []byte("system:")):
		return ClassOf(string(user))
	case len(user) == 0:
		return Anonymous
	default:
		return Person
	}
}

// find is what is known of the API of an event, nil for an API that nobody knows.
func (t *Tally) find(e *event.Event) *api.API {
	t.key = append(append(append(append(append(t.key[:0], e.Group...), '/'), e.Version...), '/'), e.Resource...)
	if a, seen := t.apis[string(t.key)]; seen {
		return a
	}
	gv := discovery.GroupVersion{Group: event.Unescape(e.Group), Version: event.Unescape(e.Version)}
	a := t.table.Of(gv, event.Unescape(e.Resource))
	if a != nil { // others are as many as a log claims
		t.apis[string(t.key)] = a
	}
	return a
}

// call counts a call of an API that the target changes something about, or says nothing
// of.
func (t *Tally) call(e *event.Event, a *api.API) {
	switch {
	case a == nil || a.Unjudged && a.Found == nil:
		t.key = append(append(append(append(append(t.key[:0], e.Group...), '/'), e.Version...), ' '), e.Resource...)
		if u := t.unjudged.find(t.key); u != nil {
			u.Events++
			return
		}
		t.unjudged.add(string(t.key), &Unjudged{API: strings.TrimPrefix(event.Unescape(t.key), "/"), Events: 1})
		return
	case a.Found == nil:
		return
	}
	c := &Call{
		API: a, Subresource: clipped(event.Unescape(e.Subresource)), User: clipped(event.Unescape(e.Username)),
		Agent: agent.Parse(event.Unescape(e.Agent)),
	}
	if other := e.Impersonated(); other != "" {
		c.User, c.Impersonating = clipped(other), c.User
	}
	verb := KnownVerb(e.Verb)
	c.add(verb, string(e.Stage), 1)
	at := second(e.Time)
	c.seen(at, at)
	if e.Refused() {
		c.Refused++
	}
	for _, address := range e.Sources() {
		c.Sources.add(clipped(address))
	}
	c.Namespaces.add(clipped(event.Unescape(e.Namespace)))
	for _, group := range e.Groups() {
		if group != "system:authenticated" {
			c.Groups.add(clipped(group))
		}
	}
	t.calls.add(strings.Join([]string{a.Name(), c.Subresource, c.User, c.Impersonating, c.Agent.Name, c.Agent.Version}, "\x00"), c)
}

// longest is how much of a text of a log is kept: names of Kubernetes are shorter.
const longest = 300

func clipped(text string) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}

// client counts the program.
func (t *Tally) client(e *event.Event) {
	key := e.Agent
	if len(key) > longest {
		key = key[:longest]
	}
	c := t.clients.find(key)
	if c == nil {
		c = &Client{Agent: agent.Parse(event.Unescape(key)), Events: 1}
		if c.skewed = c.Skewed(t.server) != ""; c.skewed {
			c.Users.add(clipped(event.Unescape(e.Username)))
		}
		t.clients.add(string(key), c)
		return
	}
	if c.Events++; c.skewed {
		c.Users.add(clipped(event.Unescape(e.Username)))
	}
}

// resource counts by resource, for what the log does not have.
func (t *Tally) resource(e *event.Event) {
	read := e.Read()
	if read {
		t.Reads++
	} else {
		t.Writes++
	}
	t.key = append(append(append(t.key[:0], e.Group...), '/'), e.Resource...)
	r := t.resources.find(t.key)
	if r == nil {
		one := &Resource{Group: event.Unescape(e.Group), Resource: event.Unescape(e.Resource)}
		one.count(read)
		t.resources.add(string(t.key), one)
		return
	}
	r.count(read)
}

func (r *Resource) count(read bool) {
	if read {
		r.Reads++
	} else {
		r.Writes++
	}
}

// time widens the span of the log.
func (t *Tally) time(b []byte) {
	const hour = len("2006-01-02T15")
	if len(b) > hour && bytes.Equal(b[:hour], t.hour) && b[len(b)-1] == 'Z' && len(t.First) > 0 {
		// Most events are of the hour of the one before.
		if string(b[:19]) >= t.First[:19] && string(b[:19]) <= t.Last[:19] {
			return
		}
	}
	at := second(b)
	if at == "" {
		t.Untimed++
		return
	}
	if t.First == "" || at < t.First {
		t.First = at
	}
	t.Last = max(t.Last, at)
	if !strings.HasPrefix(at, string(t.hour)) || len(t.hour) == 0 {
		t.hour = append(t.hour[:0], at[:hour]...)
		if len(t.Hours) < mostHours {
			t.Hours[at[:hour]] = true
		}
	}
}

// Merge adds what another tally of the same target holds. The other is not used any
// more.
func (t *Tally) Merge(other *Tally) {
	t.calls.merge(&other.calls)
	t.clients.merge(&other.clients)
	t.resources.merge(&other.resources)
	t.unjudged.merge(&other.unjudged)
	for _, m := range [...]struct{ to, from map[string]int }{{t.Levels, other.Levels}, {t.Stages, other.Stages}} {
		for word, n := range m.from {
			m.to[word] += n
		}
	}
	maps.Copy(t.Hours, other.Hours)
	for class, n := range other.Classes {
		t.Classes[class] += n
	}
	t.Reads += other.Reads
	t.Writes += other.Writes
	t.Discovery += other.Discovery
	t.Others += other.Others
	t.Bodies += other.Bodies
	t.Untimed += other.Untimed
	t.checked += other.checked
	if other.First != "" && (t.First == "" || other.First < t.First) {
		t.First = other.First
	}
	t.Last = max(t.Last, other.Last)
}

// Checked counts the events that were read by all rules of JSON: those that matter. The
// others cost no more than a look at their structure.
func (t *Tally) Checked() int { return t.checked }
