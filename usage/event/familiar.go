package event

import (
	"bytes"
	"hash/maphash"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// An API server writes the members of all events in the same order, and many events have the same
// caller, response and annotations. For speed, an event is read as runs of members, which are
// cached, with a value after each that differs from event to event (X):
//
//	{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID": X
//	,"stage":"ResponseComplete","requestURI": X
//	,"verb":"list","user":{…},"sourceIPs":[…],"userAgent":"…","objectRef": X
//	,"responseStatus":{…},"requestReceivedTimestamp": X ,"stageTimestamp": X
//	,"annotations":{…}}
//
// Each run is parsed once, with the same rules as other events. Its text ends at the colon of a
// name, or at the end of the event, so that it has the same meaning in every event. Events of
// another form are read member by member.

// run is a cached part of events.
type run struct {
	text []byte
	// event has the members of the run.
	event Event
	// known is a place for data of the caller.
	known Known
}

// Known identifies a cached text.
type Known struct {
	// Note is data of the caller about the text.
	Note any
}

// role is the set of members that a run may have.
type role uint8

const (
	head role = 1 << iota
	stage
	caller
	status
	rest
	elsewhere
)

// roleOf returns the role of a member; 0 if the member is not needed.
func roleOf(name []byte) role {
	if m := members[string(name)]; m != nil {
		return m.role
	}
	if len(name) > 0 && name[0] >= 'A' && name[0] <= 'Z' {
		return elsewhere // a column
	}
	return 0
}

// The names that end a run.
const (
	beforeID       = `"auditID":`
	beforeURI      = `"requestURI":`
	beforeObject   = `"objectRef":`
	beforeReceived = `"requestReceivedTimestamp":`
	beforeStaged   = `,"stageTimestamp":`
)

// longestRun is the maximum length of a run.
const longestRun = 1024

// ways is the number of cached runs that are compared for the same beginning, and alike is the
// length of that beginning.
const (
	ways  = 4
	alike = 96
)

// runs caches the runs of one role. Most are found in recents by their beginning, without searching
// for their end. The number of places limits the cache.
type runs struct {
	role    role
	places  []*run
	recents [][ways]*run
	// mask converts a hash to an index of places.
	mask uint64
	last *run
}

// familiar reads events by their runs. It is not safe for concurrent use.
type familiar struct {
	seed maphash.Seed
	// others has the callers of requests without an object, with the response.
	heads, stages, callers, others, objects, answers, rests runs
}

func newFamiliar() *familiar {
	const few, some, many = 16, 256, 2048 // powers of two
	of := func(r role, n uint64) runs {
		return runs{role: r, places: make([]*run, n), recents: make([][ways]*run, n/2), mask: n - 1}
	}
	return &familiar{maphash.MakeSeed(), of(head, few), of(stage, few), of(caller, many), of(caller|status, some), of(elsewhere, many), of(status, some), of(rest, many)}
}

// event reads a text that is one event. It reports false if the event does not have that form; the
// caller then reads it member by member.
func (f *familiar) event(e *Event, b []byte) bool {
	h := f.at(&f.heads, b, beforeID)
	if h == nil || string(h.event.Level) != "Metadata" {
		return false // bodies differ from event to event
	}
	i, _ := quotedEnd(b, len(h.text))
	if i == 0 {
		return false
	}
	s := f.at(&f.stages, b[i:], beforeURI)
	if s == nil {
		return false
	}
	i, uri := quotedEnd(b, i+len(s.text))
	if i == 0 {
		return false
	}
	*e = Event{Level: h.event.Level, Stage: s.event.Stage, Text: b}
	if i = f.request(e, b, i); i == truncated {
		return false
	}
	if path, _, _ := bytes.Cut(uri, []byte("?")); e.lacks(path) {
		e.byPath(path)
		e.Object = nil
	}
	return len(e.Resource)+len(uri) > 0 && f.end(e, b, i)
}

// request reads the caller, the object and the response. It returns truncated if it cannot.
func (f *familiar) request(e *Event, b []byte, i int) (end int) {
	c := f.at(&f.callers, b[i:], beforeObject)
	if c == nil {
		if c = f.at(&f.others, b[i:], beforeReceived); c == nil {
			return truncated
		}
		e.asked(c)
		return i + len(c.text)
	}
	e.asked(c)
	if i = f.object(e, b, i+len(c.text)); i == truncated {
		return truncated
	}
	a := f.at(&f.answers, b[i:], beforeReceived)
	if a == nil {
		return truncated
	}
	e.status = a.event.status
	return i + len(a.text)
}

// object reads the reference to an object at i. It returns truncated if it cannot.
func (f *familiar) object(e *Event, b []byte, i int) (end int) {
	recent := f.recent(&f.objects, b[i:])
	for _, r := range recent {
		if r.begins(b[i:], beforeObject) {
			e.refers(r)
			return i + len(r.text)
		}
	}
	end = e.reference(b, i)
	if end == truncated || end-i > longestRun || bytes.Contains(b[i:end], []byte(`"uid":`)) {
		return end // references of writes differ in their resourceVersion
	}
	r := &run{text: bytes.Clone(b[i:end])}
	r.event.reference(r.text, 0)
	copy(recent[1:], recent[:ways-1])
	recent[0] = r
	e.refers(r)
	return end
}

// refers copies the object from a run.
func (e *Event) refers(r *run) {
	from := &r.event
	e.Group, e.Version, e.Resource, e.Subresource, e.Namespace = from.Group, from.Version, from.Resource, from.Subresource, from.Namespace
	e.Object = &r.known
}

// asked copies the caller from a run.
func (e *Event) asked(c *run) {
	from := &c.event
	e.Verb, e.user, e.impersonated, e.sources, e.Agent, e.Username, e.status = from.Verb, from.user, from.impersonated, from.sources, from.Agent, from.Username, from.status
	e.Caller = &c.known
}

// end reads the times at i and the rest of the event.
func (f *familiar) end(e *Event, b []byte, i int) bool {
	if i, e.Time = quotedEnd(b, i); i == 0 || !bytes.HasPrefix(b[i:], []byte(beforeStaged)) {
		return false
	}
	if i, _ = quotedEnd(b, i+len(beforeStaged)); i == 0 {
		return false
	}
	return f.at(&f.rests, b[i:], "") != nil
}

// quotedEnd returns the index after the string at i, and its text; 0 if there is no string.
func quotedEnd(b []byte, i int) (end int, text []byte) {
	if i >= len(b) || b[i] != '"' {
		return 0, nil
	}
	if end = unjson.StringEnd(b, i+1); end == truncated {
		return 0, nil
	}
	return end, b[i+1 : end-1]
}

// at returns the run at the beginning of a text, up to and including a name; the whole text if the
// name is "". It returns nil if the text does not have that form.
func (f *familiar) at(of *runs, b []byte, until string) *run {
	if of.last.begins(b, until) {
		return of.last
	}
	recent := f.recent(of, b)
	for _, r := range recent {
		if r.begins(b, until) {
			of.last = r
			return r
		}
	}
	r := f.find(of, b, until)
	if r != nil {
		copy(recent[1:], recent[:ways-1])
		recent[0], of.last = r, r
	}
	return r
}

// recent returns the cached runs with the same beginning as a text.
func (f *familiar) recent(of *runs, b []byte) *[ways]*run {
	return &of.recents[maphash.Bytes(f.seed, b[:min(len(b), alike)])&(of.mask>>1)]
}

// begins reports whether a text begins with the run, or, if until is "", is equal to it.
func (r *run) begins(b []byte, until string) bool {
	return r != nil && len(b) >= len(r.text) && (until != "" || len(b) == len(r.text)) && string(b[:len(r.text)]) == string(r.text)
}

// find searches for the end of a run, and parses and caches a new run.
func (f *familiar) find(of *runs, b []byte, until string) *run {
	text := b
	if until != "" {
		end := bytes.Index(b[:min(len(b), longestRun)], []byte(until))
		if end < 0 {
			return nil
		}
		text = b[:end+len(until)]
	}
	if len(text) == 0 || len(text) > longestRun {
		return nil
	}
	place := &of.places[maphash.Bytes(f.seed, text)&of.mask]
	if r := *place; r != nil && bytes.Equal(r.text, text) {
		return r
	}
	r := learned(text, until, of.role)
	if r != nil {
		*place = r
	}
	return r
}

// learned parses a run as an object. It returns nil if it is not valid or has members of other
// roles.
func learned(text []byte, until string, of role) *run {
	begin := byte(',')
	if of == head {
		begin = '{'
	}
	one := &run{text: bytes.Clone(text)}
	switch {
	case string(text) == "}":
		return one // the event ends
	case text[0] != begin:
		return nil
	}
	object := append([]byte("{"), one.text[1:]...)
	if until != "" {
		object = append(object, "0}"...)
	}
	e := &one.event
	if !e.members(object, until, of) {
		return nil
	}
	e.Username = Inner(Member(e.user, "username"))
	switch {
	case of == head && (string(e.kind) != "Event" || !bytes.HasPrefix(e.apiVersion, []byte("audit.k8s.io/"))):
		return nil
	case of&caller != 0 && e.Verb == nil:
		return nil
	}
	return one
}

// members stores the members of an object. If until is not "", the last member must have that name
// and the value 0. It reports false for any other object.
func (e *Event) members(object []byte, until string, of role) bool {
	last := false
	p := partsOf(object, 0)
	for name, value := range p.all {
		if last = until != "" && string(value) == "0" && string(name) == until[1:len(until)-2]; last {
			continue
		}
		if is := roleOf(name); is != 0 && is&of == 0 {
			return false
		}
		e.take(name, value)
	}
	return !p.truncated && p.i == len(object) && last == (until != "")
}

// reference reads a reference to an object at i whose members are all strings. It returns truncated
// for any other value.
func (e *Event) reference(b []byte, i int) (end int) {
	if i >= len(b) || b[i] != '{' {
		return truncated
	}
	for i++; ; i++ {
		at, name := quotedEnd(b, i)
		if at == 0 || at >= len(b) || b[at] != ':' {
			return truncated
		}
		var value []byte
		if i, value = quotedEnd(b, at+1); i == 0 || i >= len(b) {
			return truncated
		}
		e.refer(name, value)
		switch b[i] {
		case ',':
		case '}':
			e.split()
			return i + 1
		default:
			return truncated
		}
	}
}
