package totals

import (
	"github.com/kubedelta/kubedelta/usage/agent"
	"github.com/kubedelta/kubedelta/usage/event"
)

// Client is a program that sent requests, by its user agent.
type Client struct {
	agent.Agent
	// Events counts its events. A request has several if the log has several stages.
	Events int
	// Others says that this is the sum of programs that are not kept separately.
	Others bool
	// Users are the users of components outside the version skew policy.
	Users Few
	// skewed says that the users are kept.
	skewed bool
}

// note caches the result for a caller with the same text.
type note struct {
	class  *int
	client *Client
	// generation is the generation of the clients that this one is from.
	generation int
}

// caller counts the user and the program of a request.
func (t *Totals) caller(e *event.Event) {
	if e.Caller == nil {
		*t.class(e.Username)++
		t.client(e, 1)
		return
	}
	n, _ := e.Caller.Note.(*note)
	if n == nil || n.generation != t.clients.generation {
		n = &note{class: t.class(e.Username), client: t.client(e, 1), generation: t.clients.generation}
		e.Caller.Note = n
	} else if n.client == nil {
		t.client(e, 1)
	} else {
		n.client.Events++ // its user is that of the event before
	}
	*n.class++
}

// class returns the count of the class of a user. No name that [ClassOf] knows is longer.
func (t *Totals) class(user []byte) *int {
	return t.classes.of(string(ClassOf(string(user[:min(len(user), longest)]))))
}

// client counts the program. It returns nil if the program is not kept or its users are counted.
func (t *Totals) client(e *event.Event, n int) *Client {
	key := e.Agent
	if len(key) > longest {
		key = key[:longest]
	}
	c := t.clients.find(key)
	if c == nil {
		one := &Client{Agent: agent.Parse(event.Unescape(key)), Events: n}
		if one.skewed = one.Skewed(t.server) != ""; one.skewed {
			one.Users.add(clipped(event.Unescape(e.Username)))
		}
		t.clients.add(string(key), one)
		return t.clients.find(key)
	}
	if c.Events += n; c.skewed {
		c.Users.add(clipped(event.Unescape(e.Username)))
	}
	return c
}
