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

// place is an API that was seen, and where its events are counted.
type place struct {
	// api is nil for one that nobody knows.
	api      *api.API
	resource *Resource
	// generation is that of the resources in which this one is.
	generation int
}

// find is what is known of the API of an event, nil for an API that nobody knows.
func (t *Totals) find(e *event.Event) *api.API {
	if at := t.place(e); at != nil {
		return at.api
	}
	return nil
}

// place is nil for an API that nobody knows, where there are many of them.
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
		return nil // those that nobody knows are as many as a log claims
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
		t.count(at.resource, e.Read(), 1)
	}
}

// resource counts by resource, for what the log does not have. It returns nil where the
// resource is not kept.
func (t *Totals) resource(e *event.Event, n int) *Resource {
	t.key = append(append(append(t.key[:0], e.Group...), '/'), e.Resource...)
	r := t.resources.find(t.key)
	if r != nil {
		t.count(r, e.Read(), n)
		return r
	}
	key, one := string(t.key), &Resource{Group: event.Unescape(e.Group), Resource: event.Unescape(e.Resource)}
	t.count(one, e.Read(), n)
	t.resources.add(key, one)
	return t.resources.kept[key]
}

// count counts events of a resource, among all.
func (t *Totals) count(r *Resource, read bool, n int) {
	if read {
		r.Reads += n
		t.Reads += n
	} else {
		r.Writes += n
		t.Writes += n
	}
}
