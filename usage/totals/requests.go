package totals

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/usage/event"
)

// Span has the times of the first and the last event, to the second, in UTC, or "" if no event has a
// time.
type Span struct{ First, Last string }

// Requests counts requests.
type Requests struct {
	// verbs has the events of each verb by stage, and refused those whose response has a code of 400 or
	// more.
	verbs, refused byVerb
	Span
	// Sources are addresses, Namespaces those of the requests, Groups those of the user.
	// Only a few of each are kept.
	Sources, Namespaces, Groups Few
}

// byVerb counts events by verb and stage. A request has one event for each stage that the policy does
// not omit: a refused watch has ResponseStarted and ResponseComplete, both with the code of the response.
type byVerb map[string]*stages

// stages counts events of one verb.
type stages struct{ received, started, complete int }

// requests returns the number of requests of the events: the most of one stage. A watch that has
// not ended is not complete, and one that began before the log has no other stage.
func (s *stages) requests() int { return max(s.received, s.started, s.complete) }

// Stages of an event.
const (
	received = "RequestReceived"
	started  = "ResponseStarted"
)

func (b *byVerb) add(verb, stage string, n int) {
	if *b == nil {
		*b = byVerb{}
	}
	s := (*b)[verb]
	if s == nil {
		s = &stages{}
		(*b)[verb] = s
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

func (b *byVerb) join(other byVerb) {
	for verb, s := range other {
		b.add(verb, received, s.received)
		b.add(verb, started, s.started)
		b.add(verb, "", s.complete)
	}
}

// seen extends the span.
func (s *Span) seen(first, last string) {
	if first != "" && (s.First == "" || first < s.First) {
		s.First = first
	}
	s.Last = max(s.Last, last)
}

func (r *Requests) join(other *Requests) {
	r.verbs.join(other.verbs)
	r.refused.join(other.refused)
	r.seen(other.First, other.Last)
	r.Sources.join(&other.Sources)
	r.Namespaces.join(&other.Namespaces)
	r.Groups.join(&other.Groups)
}

// Verb is how often a verb was requested.
type Verb struct {
	Verb     string `json:"verb"`
	Requests int    `json:"requests"`
}

// Verbs returns the verbs with their counts, the most frequent first.
func (r *Requests) Verbs() (list []Verb) {
	list = slice.Map(slices.Sorted(maps.Keys(r.verbs)), func(verb string) Verb { return Verb{verb, r.verbs[verb].requests()} })
	slices.SortStableFunc(list, func(a, b Verb) int { return cmp.Compare(b.Requests, a.Requests) })
	return list
}

// Reads counts the requests that change nothing.
func (r *Requests) Reads() (n int) { return r.verbs.sum(event.Reads) }

// Writes counts the requests that can change something.
func (r *Requests) Writes() (n int) {
	return r.verbs.sum(func(verb string) bool { return !event.Reads(verb) })
}

// Refused counts the requests whose response has a code of 400 or more.
func (r *Requests) Refused() (n int) { return r.refused.sum(func(string) bool { return true }) }

func (b byVerb) sum(of func(verb string) bool) (n int) {
	for verb, s := range b {
		if of(verb) {
			n += s.requests()
		}
	}
	return n
}

// KnownVerb returns the verb, or "other", because a log can contain any number of them.
func KnownVerb(verb string) string {
	known := []string{"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "head", "post", "put", "options", "connect", "proxy"}
	if slices.Contains(known, verb) {
		return verb
	}
	return other
}

// Few keeps the first of some texts in alphabetical order, and whether there are more.
type Few struct {
	List []string
	More bool
}

// most is the number of texts that are kept.
const most = 8

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

// Second returns a time of an event to the second, in UTC, or "" if it is not a time.
func Second(text string) string {
	t, err := time.Parse(time.RFC3339, strings.TrimSpace(text))
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
