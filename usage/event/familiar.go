package event

import (
	"bytes"
	"hash/maphash"
)

// An API server writes the members of its events in one order, and says the same of a
// caller, an answer and a decision again and again. So a plain event is read as runs of
// members that came before, with the values between them that are new each time:
//
//	{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID": X
//	,"stage":"ResponseComplete","requestURI": X
//	,"verb":"list","user":{…},"sourceIPs":[…],"userAgent":"…","objectRef": X
//	,"responseStatus":{…},"requestReceivedTimestamp": X ,"stageTimestamp": X
//	,"annotations":{…}}
//
// A run is looked at once, by the same rules as any event. Its text ends at the colon of a
// name, or at the end of the event, so that it means the same wherever it stands. All other
// events are read member by member.

// run is a part of an event that came before.
type run struct {
	text []byte
	// event has what the run says.
	event Event
	// known is for who counts events.
	known Known
}

// Known stands for a text of events that came before.
type Known struct {
	// Note is what the reader of events remembers of it.
	Note any
}

// role is which members a run may have.
type role uint8

const (
	head role = 1 << iota
	stage
	caller
	status
	rest
	elsewhere
)

// roleOf is the role of a member; 0 for one that says nothing here.
func roleOf(name []byte) role {
	switch string(name) {
	case "kind", "apiVersion", "level":
		return head
	case "stage":
		return stage
	case "verb", "user", "impersonatedUser", "sourceIPs", "userAgent":
		return caller
	case "responseStatus":
		return status
	case "annotations":
		return rest
	case "auditID", "requestURI", "objectRef", "requestReceivedTimestamp", "timestamp", "requestObject", "responseObject":
		return elsewhere
	}
	if len(name) > 0 && name[0] >= 'A' && name[0] <= 'Z' {
		return elsewhere // a column
	}
	return 0
}

// The names behind which a run ends.
const (
	beforeID       = `"auditID":`
	beforeURI      = `"requestURI":`
	beforeObject   = `"objectRef":`
	beforeReceived = `"requestReceivedTimestamp":`
	beforeStaged   = `,"stageTimestamp":`
)

// longestRun is how long a run may be.
const longestRun = 1024

// ways is how many runs that begin alike are tried one after the other, and alike how long
// that beginning is.
const (
	ways  = 4
	alike = 96
)

// runs are those of one role that came before, at most as many as there are places. Most
// are found by how they begin, without a look for their end.
type runs struct {
	role    role
	places  []*run
	recents [][ways]*run
	// mask picks a place by a hash.
	mask uint64
	last *run
}

// familiar reads events by their runs. It is used by one goroutine.
type familiar struct {
	seed maphash.Seed
	// others are the callers of what is no object, with the answer.
	heads, stages, callers, others, objects, answers, rests runs
}

func newFamiliar() *familiar {
	const few, some, many = 16, 256, 2048 // powers of two
	of := func(r role, n uint64) runs {
		return runs{role: r, places: make([]*run, n), recents: make([][ways]*run, n/2), mask: n - 1}
	}
	return &familiar{maphash.MakeSeed(), of(head, few), of(stage, few), of(caller, many), of(caller|status, some), of(elsewhere, many), of(status, some), of(rest, many)}
}

// event reads the event that a text consists of. It reports false where it is not of that
// form; whoever asked reads it member by member.
func (f *familiar) event(e *Event, b []byte) bool {
	h := f.at(&f.heads, b, beforeID)
	if h == nil || string(h.event.Level) != "Metadata" {
		return false // bodies are not alike
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
	return f.end(e, b, i)
}

// request reads who asks for which object, and the answer. It returns truncated where it cannot.
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

// object reads the reference to an object at i. It returns truncated where it cannot.
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
		return end // an object that is written comes in many versions
	}
	r := &run{text: bytes.Clone(b[i:end])}
	r.event.reference(r.text, 0)
	copy(recent[1:], recent[:ways-1])
	recent[0] = r
	e.refers(r)
	return end
}

// refers takes the object that is asked for.
func (e *Event) refers(r *run) {
	from := &r.event
	e.Group, e.Version, e.Resource, e.Subresource, e.Namespace = from.Group, from.Version, from.Resource, from.Subresource, from.Namespace
	e.Object = &r.known
}

// asked takes who asks.
func (e *Event) asked(c *run) {
	from := &c.event
	e.Verb, e.user, e.impersonated, e.sources, e.Agent, e.Username, e.status = from.Verb, from.user, from.impersonated, from.sources, from.Agent, from.Username, from.status
	e.Caller = &c.known
}

// end reads the times at i, and what is behind them.
func (f *familiar) end(e *Event, b []byte, i int) bool {
	if i, e.Time = quotedEnd(b, i); i == 0 || !bytes.HasPrefix(b[i:], []byte(beforeStaged)) {
		return false
	}
	if i, _ = quotedEnd(b, i+len(beforeStaged)); i == 0 {
		return false
	}
	return f.at(&f.rests, b[i:], "") != nil
}

// quotedEnd is behind the string at i, and what is in it; 0 where there is none.
func quotedEnd(b []byte, i int) (end int, text []byte) {
	if i >= len(b) || b[i] != '"' {
		return 0, nil
	}
	if end = stringEnd(b, i+1); end == truncated {
		return 0, nil
	}
	return end, b[i+1 : end-1]
}

// at is the run that a text begins with, up to behind a name; the whole text for no name.
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

// recent are the runs that begin like a text.
func (f *familiar) recent(of *runs, b []byte) *[ways]*run {
	return &of.recents[maphash.Bytes(f.seed, b[:min(len(b), alike)])&(of.mask>>1)]
}

// begins: a text begins with the run, or is the run where nothing follows.
func (r *run) begins(b []byte, until string) bool {
	return r != nil && len(b) >= len(r.text) && (until != "" || len(b) == len(r.text)) && string(b[:len(r.text)]) == string(r.text)
}

// find looks for the end of a run, and learns a run that is new.
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

// learned looks at a run as at an object of its own. It is nil for what is none, or has
// members of other runs.
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
	var r raw
	if !one.event.members(&r, object, until, of) {
		return nil
	}
	e := &one.event
	e.Username = Inner(Member(e.user, "username"))
	switch {
	case of == head && (string(r.kind) != "Event" || !bytes.HasPrefix(r.apiVersion, []byte("audit.k8s.io/"))):
		return nil
	case of&caller != 0 && e.Verb == nil:
		return nil
	}
	return one
}

// members takes the members of an object, of which the last has a name and the value 0, if
// there is a name. It reports false where it is another object.
func (e *Event) members(r *raw, object []byte, until string, of role) bool {
	last := false
	p := partsOf(object, 0)
	for {
		name, value, ok := p.next()
		if !ok {
			return !p.truncated && p.i == len(object) && last == (until != "")
		}
		if last = until != "" && string(value) == "0" && string(name) == until[1:len(until)-2]; last {
			continue
		}
		if is := roleOf(name); is != 0 && is&of == 0 {
			return false
		}
		e.take(r, name, value)
	}
}

// reference reads the reference to the object at i, whose members are texts. It returns
// truncated for any other.
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
