package cluster

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
)

// Read asks for a path below the server's own prefix and hands the body of the
// answer over as it comes, so that lists of any length take little memory. A
// request that fails before there is a body is tried again where that may help;
// into is called once at most. It should read all of the body.
//
// An error of into comes back as it is. All others are a [ReadError], made of
// fixed phrases: they hold no address, no credentials and nothing that the server
// wrote.
func (c *Client) Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	r := &recording{client: c, slots: make(slots, 1), abandon: func(error) {}}
	r.budget.left.Store(math.MaxInt64)
	_, f := r.get(ctx, request{path: path, query: query, accept: accept, into: into})
	if f == nil {
		return nil
	}
	if f.cause != nil {
		return f.cause
	}
	switch f.status {
	case http.StatusForbidden, http.StatusNotFound, http.StatusGone:
		f.advice = "" // who asked knows what that means
	}
	return &ReadError{Status: f.status, Broke: f.broke, text: f.Error()}
}

// ReadError says why [Client.Read] gave nothing, or not all.
type ReadError struct {
	// Status is the HTTP status; 0 where there was no answer.
	Status int
	// Broke: the response ended early after its beginning was handed over.
	Broke bool
	text  string
}

func (e *ReadError) Error() string { return e.text }

// HTTPStatus is Status, for who does not import this package.
func (e *ReadError) HTTPStatus() int { return e.Status }

// BrokeOff is Broke, for who does not import this package.
func (e *ReadError) BrokeOff() bool { return e.Broke }

// TimeLimit bounds ctx by the time that the options allow for all requests.
func (c *Client) TimeLimit(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, c.options.TimeLimit, errTimeLimit)
}

// sniffed is how much of a body is looked at to tell a web page.
const sniffed = 512

// stream hands a body over.
func (c *Client) stream(req request, body io.Reader) *requestError {
	w := &watched{from: body}
	head := bufio.NewReaderSize(w, sniffed)
	start, _ := head.Peek(1) // its error comes again from the next read
	for len(start) == 1 && bytes.ContainsAny(start, " \t\r\n") {
		_, _ = head.Discard(1)
		start, _ = head.Peek(1)
	}
	if w.broken == nil && (len(start) == 0 || start[0] == '<') {
		return checkJSON(req, start)
	}
	err := req.into(head)
	if w.broken != nil {
		f := c.unanswered(req, w.broken)
		f.again, f.broke = false, true
		if !errors.Is(w.broken, context.DeadlineExceeded) {
			f.problem = "the response ended early"
			f.advice = "try again; if the problem persists, check the network and any proxies"
		}
		return f
	}
	if err != nil {
		return &requestError{request: req, status: http.StatusOK, problem: "the response cannot be used", cause: err}
	}
	return nil
}

// watched remembers how the body broke off, whatever its reader makes of it.
type watched struct {
	from   io.Reader
	broken error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.broken = err
	}
	return n, err
}
