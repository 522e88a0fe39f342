package totals

import (
	"bytes"

	"github.com/kubedelta/kubedelta/usage/agent"
	"github.com/kubedelta/kubedelta/usage/event"
)

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

// note is what is remembered of a caller whose text came before.
type note struct {
	class  *int
	client *Client
	// generation is that of the clients in which this one is.
	generation int
}

// caller counts who asked, and with which program.
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

// class is where the events of a user are counted by class.
func (t *Totals) class(user []byte) *int {
	class := classOf(user)
	n := t.classes[class]
	if n == nil {
		n = new(int)
		t.classes[class] = n
	}
	return n
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

// client counts the program. It returns nil where it is not kept, or its users are counted.
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
