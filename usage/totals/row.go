package totals

import (
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
)

// Row is a number of equal events that a query counted. Unknown fields are empty.
type Row struct {
	Group, Version, Resource, Subresource, Namespace string
	// Path is the first part of the path of a request that is not for a resource: "apis".
	Path                            string
	Verb, Level, Stage              string
	User, Impersonated, Agent, Hour string
	Sources, Groups                 []string
	// Refused says that the response was an error.
	Refused     bool
	Events      int
	First, Last string
}

// API returns the API of the row, or nil if it is not known.
func (t *Totals) API(r *Row) *api.API { return t.find(r.event()) }

// event returns the texts of the row as in a log. APIs and programs are looked up by them.
func (r *Row) event() *event.Event {
	return &event.Event{
		Group: escaped(r.Group), Version: escaped(r.Version), Resource: escaped(r.Resource), Verb: []byte(r.Verb), Level: []byte(r.Level), Stage: []byte(r.Stage),
		Agent: escaped(r.Agent), Username: escaped(r.User), Path: escaped("/" + r.Path),
	}
}

func escaped(text string) []byte {
	quoted := event.Quote(text)
	return quoted[1 : len(quoted)-1]
}

// AddCalls counts a row of a caller. The other functions do not count it again.
func (t *Totals) AddCalls(r *Row) {
	if a := t.API(r); a != nil && a.Found != nil {
		one := *r
		one.First, one.Last = Second(r.First), Second(r.Last)
		t.called(a, &one, nil)
	}
}

// AddRequests counts a row of requests of all callers. Whether there are bodies depends on
// the level: events of level Metadata have none.
func (t *Totals) AddRequests(r *Row) {
	e := r.event()
	t.policy(e, r.Events)
	if r.Level == "Request" || r.Level == "RequestResponse" {
		t.Bodies += r.Events
	}
	for _, at := range []string{Second(r.First), Second(r.Last)} {
		t.seen(at, at)
	}
	switch {
	case r.Resource != "":
		t.resource(e, r.Events)
		if a := t.find(e); a == nil || a.Unchecked && a.Found == nil {
			t.notChecked(escaped(r.Group+"/"+r.Version+" "+r.Resource), r.Events)
		}
	case e.Discovery():
		t.Discovery += r.Events
	default:
		t.Others += r.Events
	}
}

// AddClients counts a row of a user with a program.
func (t *Totals) AddClients(r *Row) {
	e := r.event()
	*t.class(e.Username) += r.Events
	t.client(e, r.Events)
}

// AddHours adds an hour with events.
func (t *Totals) AddHours(r *Row) {
	const hour = len("2006-01-02T15")
	if at := Second(r.Hour); at != "" && len(t.Hours) < mostHours {
		t.Hours[at[:hour]] = true
	} else {
		t.Untimed += r.Events
	}
}
