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
	// unmasked: see unmask.
	unmasked bool
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
	t.policy(e, 1)
	if e.Body {
		t.Bodies++
	}
	t.time(e.Time)
	t.Classes[classOf(e.Username)]++
	t.client(e, 1)
	switch {
	case len(e.Resource) > 0:
		t.resource(e, 1)
		t.call(e, found)
	case e.Discovery():
		t.Discovery++
	default:
		t.Others++
	}
	return true
}

// policy counts what events show of the audit policy.
func (t *Tally) policy(e *event.Event, n int) {
	count(t.Levels, n, e.Level, "Metadata", "Request", "RequestResponse")
	count(t.Stages, n, e.Stage, "RequestReceived", "ResponseStarted", "ResponseComplete", "Panic")
}

// count counts a word if it is one of those that there are.
func count(in map[string]int, n int, word []byte, known ...string) {
	for _, k := range known {
		if string(word) == k {
			in[k] += n
			return
		}
	}
	in["other"] += n
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
		t.notJudged(t.key, 1)
		return
	case a.Found == nil:
		return
	}
	r := Row{
		Subresource: event.Unescape(e.Subresource), User: event.Unescape(e.Username), Impersonated: e.Impersonated(), Agent: event.Unescape(e.Agent),
		Verb: string(e.Verb), Stage: string(e.Stage), Namespace: event.Unescape(e.Namespace), Sources: e.Sources(), Groups: e.Groups(), Refused: e.Refused(), Events: 1,
	}
	r.First = second(e.Time)
	r.Last = r.First
	t.called(a, &r)
}

// notJudged counts events of an API that the target says nothing of.
func (t *Tally) notJudged(key []byte, n int) {
	if u := t.unjudged.find(key); u != nil {
		u.Events += n
		return
	}
	t.unjudged.add(string(key), &Unjudged{API: strings.TrimPrefix(event.Unescape(key), "/"), Events: n})
}

// called counts calls of an API that the target changes something about.
func (t *Tally) called(a *api.API, r *Row) {
	c := &Call{API: a, Subresource: clipped(r.Subresource), User: clipped(r.User), Agent: agent.Parse(r.Agent)}
	if r.Impersonated != "" {
		c.User, c.Impersonating = clipped(r.Impersonated), c.User
	}
	c.add(KnownVerb([]byte(r.Verb)), r.Stage, r.Events)
	c.seen(r.First, r.Last)
	if r.Refused {
		c.Refused += r.Events
	}
	for _, address := range r.Sources {
		c.Sources.add(clipped(address))
	}
	c.Namespaces.add(clipped(r.Namespace))
	for _, group := range r.Groups {
		if group != "system:authenticated" {
			c.Groups.add(clipped(group))
		}
	}
	t.calls.add(keyOf(a, c.Subresource, c.User, c.Impersonating, c.Agent), c)
}

// keyOf is what a caller is kept by.
func keyOf(a *api.API, subresource, user, impersonating string, with agent.Agent) string {
	return strings.Join([]string{a.Name(), subresource, user, impersonating, with.Name, with.Version}, "\x00")
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
func (t *Tally) client(e *event.Event, n int) {
	key := e.Agent
	if len(key) > longest {
		key = key[:longest]
	}
	c := t.clients.find(key)
	if c == nil {
		c = &Client{Agent: agent.Parse(event.Unescape(key)), Events: n}
		if c.skewed = c.Skewed(t.server) != ""; c.skewed {
			c.Users.add(clipped(event.Unescape(e.Username)))
		}
		t.clients.add(string(key), c)
		return
	}
	if c.Events += n; c.skewed {
		c.Users.add(clipped(event.Unescape(e.Username)))
	}
}

// resource counts by resource, for what the log does not have.
func (t *Tally) resource(e *event.Event, n int) {
	read := e.Read()
	if read {
		t.Reads += n
	} else {
		t.Writes += n
	}
	t.key = append(append(append(t.key[:0], e.Group...), '/'), e.Resource...)
	r := t.resources.find(t.key)
	if r == nil {
		one := &Resource{Group: event.Unescape(e.Group), Resource: event.Unescape(e.Resource)}
		one.count(read, n)
		t.resources.add(string(t.key), one)
		return
	}
	r.count(read, n)
}

func (r *Resource) count(read bool, n int) {
	if read {
		r.Reads += n
	} else {
		r.Writes += n
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
	t.widen(at)
	if !strings.HasPrefix(at, string(t.hour)) || len(t.hour) == 0 {
		t.hour = append(t.hour[:0], at[:hour]...)
		if len(t.Hours) < mostHours {
			t.Hours[at[:hour]] = true
		}
	}
}

// widen makes the span of the log hold a time.
func (t *Tally) widen(at string) {
	if t.First == "" || at < t.First {
		t.First = at
	}
	t.Last = max(t.Last, at)
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
	if other.First != "" {
		t.widen(other.First)
		t.widen(other.Last)
	}
}

// Checked counts the events that were read by all rules of JSON: those that matter. The
// others cost no more than a look at their structure.
func (t *Tally) Checked() int { return t.checked }
