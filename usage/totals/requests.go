package totals

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Requests counts the requests of something.
type Requests struct {
	// Verbs has the events of each verb by stage.
	verbs map[string]*stages
	// First and Last are when the first and the last was received, to the second, in UTC;
	// "" where no event tells.
	First, Last string
	// Refused counts the responses with a code of 400 or more.
	Refused int
	// Sources are addresses, Namespaces those of the requests, Groups those of the
	// user: as many as a reader can use.
	Sources, Namespaces, Groups Few
}

// stages counts events of one verb. A request has one event for each stage that the
// policy does not omit.
type stages struct{ received, started, complete int }

// requests is how many requests the events are of. Where no stage is omitted each has
// several; a watch that has not ended has not completed.
func (s *stages) requests() int { return max(s.received, s.started, s.complete) }

// Stages of an event.
const (
	received = "RequestReceived"
	started  = "ResponseStarted"
)

func (r *Requests) add(verb, stage string, n int) {
	if r.verbs == nil {
		r.verbs = map[string]*stages{}
	}
	s := r.verbs[verb]
	if s == nil {
		s = &stages{}
		r.verbs[verb] = s
	}
	switch stage {
	case received:
		s.received += n
	case started:
		s.started += n
	default:
		s.complete += n
	}
}

// seen widens the span by a time.
func (r *Requests) seen(first, last string) {
	if first != "" && (r.First == "" || first < r.First) {
		r.First = first
	}
	r.Last = max(r.Last, last)
}

func (r *Requests) join(other *Requests) {
	for verb, s := range other.verbs {
		r.add(verb, received, s.received)
		r.add(verb, started, s.started)
		r.add(verb, "", s.complete)
	}
	r.seen(other.First, other.Last)
	r.Refused += other.Refused
	r.Sources.join(&other.Sources)
	r.Namespaces.join(&other.Namespaces)
	r.Groups.join(&other.Groups)
}

// Verb is how often a verb was asked for.
type Verb struct {
	Verb     string `json:"verb"`
	Requests int    `json:"requests"`
}

// Verbs are the verbs with their counts, the most frequent first.
func (r *Requests) Verbs() (list []Verb) {
	list = slice.Map(slices.Sorted(maps.Keys(r.verbs)), func(verb string) Verb { return Verb{verb, r.verbs[verb].requests()} })
	slices.SortStableFunc(list, func(a, b Verb) int { return cmp.Compare(b.Requests, a.Requests) })
	return list
}

// Reads and Writes count the requests that change nothing, and the others.
func (r *Requests) Reads() (n int) { return r.sum(true) }

// Writes counts the requests that can change something.
func (r *Requests) Writes() (n int) { return r.sum(false) }

func (r *Requests) sum(reads bool) (n int) {
	for verb, s := range r.verbs {
		if reading(verb) == reads {
			n += s.requests()
		}
	}
	return n
}

// reading: the verb changes nothing.
func reading(verb string) bool {
	return verb == "get" || verb == "list" || verb == "watch" || verb == "head"
}

// KnownVerb is the verb, or "other": a log may claim any number of them.
func KnownVerb(verb []byte) string {
	for _, v := range [...]string{"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "head", "post", "put", "options", "connect", "proxy"} {
		if string(verb) == v {
			return v
		}
	}
	return "other"
}

// Few are the first of some texts in the order of the alphabet, and whether there are
// more.
type Few struct {
	List []string
	More bool
}

// most is how many texts are kept.
const most = 8

// add puts a text in.
func (f *Few) add(text string) {
	if text == "" {
		return
	}
	i, found := slices.BinarySearch(f.List, text)
	switch {
	case found:
		return
	case i == most:
		f.More = true
		return
	}
	if f.List = slices.Insert(f.List, i, text); len(f.List) > most {
		f.List, f.More = f.List[:most], true
	}
}

func (f *Few) join(other *Few) {
	for _, text := range other.List {
		f.add(text)
	}
	f.More = f.More || other.More
}

// second is a time of an event to the second, in UTC, "" where it is none. Nearly all
// are in that form already.
func second(b []byte) string {
	const form = "2006-01-02T15:04:05"
	if len(b) > len(form) && b[len(b)-1] == 'Z' && b[4] == '-' && b[7] == '-' && b[10] == 'T' && b[13] == ':' && b[16] == ':' {
		if within(b[:2], 0, 99) && within(b[2:4], 1, 99) && within(b[5:7], 1, 12) && within(b[8:10], 1, 28) && within(b[11:13], 0, 23) && within(b[14:16], 0, 59) && within(b[17:19], 0, 59) {
			return string(b[:len(form)]) + "Z"
		}
	}
	t, err := time.Parse(time.RFC3339Nano, string(b))
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		return ""
	}
	return t.UTC().Format(form) + "Z"
}

// within reports whether two digits are a number in a range.
func within(b []byte, least, most int) bool {
	if b[0] < '0' || b[0] > '9' || b[1] < '0' || b[1] > '9' {
		return false
	}
	n := int(b[0]-'0')*10 + int(b[1]-'0')
	return n >= least && n <= most
}
