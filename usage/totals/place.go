package totals

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
)

// Resource counts the events of a resource, in all its versions.
type Resource struct {
	Group, Resource string
	Reads, Writes   int
}

// place is an API that occurred, and the counters of its events.
type place struct {
	// api is nil for an unknown API.
	api      *api.API
	resource *Resource
	// generation is the generation of the resources that this one is from.
	generation int
}

// find returns the API of an event, or nil if the API is not known.
func (t *Totals) find(e *event.Event) *api.API {
	if at := t.place(e); at != nil {
		return at.api
	}
	return nil
}

// place returns the place of an event. It is nil for an unknown API if there are many of them.
func (t *Totals) place(e *event.Event) *place {
	if e.Object == nil {
		return t.lookUp(e)
	}
	at, _ := e.Object.Note.(*place)
	if at == nil {
		if at = t.lookUp(e); at != nil {
			e.Object.Note = at
		}
	}
	return at
}

func (t *Totals) lookUp(e *event.Event) *place {
	t.key = append(append(append(append(append(t.key[:0], e.Group...), '/'), e.Version...), '/'), e.Resource...)
	if at := t.places[string(t.key)]; at != nil {
		return at
	}
	gv := discovery.GroupVersion{Group: event.Unescape(e.Group), Version: event.Unescape(e.Version)}
	a := t.table.Of(gv, event.Unescape(e.Resource))
	if a == nil && len(t.places) > mostResources {
		return nil // a log can contain any number of unknown APIs
	}
	at := &place{api: a}
	t.places[string(t.key)] = at
	return at
}

// placed counts an event by its resource.
func (t *Totals) placed(e *event.Event, at *place) {
	switch {
	case at == nil:
		t.resource(e, 1)
	case at.resource == nil || at.generation != t.resources.generation:
		at.resource = t.resource(e, 1)
		at.generation = t.resources.generation
	default:
		t.count(at.resource, e, 1)
	}
}

// resource counts by resource, to find out what the log does not contain. It returns nil if
// the resource is not kept.
func (t *Totals) resource(e *event.Event, n int) *Resource {
	t.key = append(append(append(t.key[:0], e.Group...), '/'), e.Resource...)
	r := t.resources.find(t.key)
	if r != nil {
		t.count(r, e, n)
		return r
	}
	key, one := string(t.key), &Resource{Group: event.Unescape(e.Group), Resource: event.Unescape(e.Resource)}
	t.count(one, e, n)
	t.resources.add(key, one)
	return t.resources.kept[key]
}

// count adds events to the counts of a resource and to those of all resources.
func (t *Totals) count(r *Resource, e *event.Event, n int) {
	if event.Reads(string(e.Verb)) {
		r.Reads += n
		t.Reads += n
	} else {
		r.Writes += n
		t.Writes += n
	}
}
