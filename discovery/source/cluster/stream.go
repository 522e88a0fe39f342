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

// Read requests a path and passes the body to into as it arrives, so that long lists take little
// memory. It retries a request that fails before there is a body. An error of into is returned as
// it is; all others are a [ReadError] of fixed phrases, without text from the server.
func (c *Client) Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	r := c.recording(1, math.MaxInt64)
	_, f := r.get(ctx, request{path: path, query: query, accept: accept, into: into})
	if f == nil {
		return nil
	}
	if f.cause != nil {
		return f.cause
	}
	switch f.status {
	case http.StatusForbidden, http.StatusNotFound, http.StatusGone:
		f.advice = "" // callers know what these mean
	}
	return &ReadError{Status: f.status, Broke: f.broke, text: f.Error()}
}

// ReadError is the error of [Client.Read].
type ReadError struct {
	// Status is the HTTP status; 0 if there was no response.
	Status int
	// Broke: the response ended early, after into received its beginning.
	Broke bool
	text  string
}

func (e *ReadError) Error() string { return e.text }

// HTTPStatus returns Status, for packages that do not import this one.
func (e *ReadError) HTTPStatus() int { return e.Status }

// BrokeOff returns Broke, for packages that do not import this one.
func (e *ReadError) BrokeOff() bool { return e.Broke }

// TimeLimit limits ctx to the time limit of the options.
func (c *Client) TimeLimit(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, c.options.TimeLimit, errTimeLimit)
}

// sniffed is how much of a body is checked for a web page.
const sniffed = 512

// stream passes a body to into.
func (c *Client) stream(req request, body io.Reader) *requestError {
	w := &watched{from: body}
	head := bufio.NewReaderSize(w, sniffed)
	start, _ := head.Peek(1) // the next read returns its error
	for len(start) == 1 && bytes.ContainsAny(start, " \t\r\n") {
		_, _ = head.Discard(1)
		start, _ = head.Peek(1)
	}
	if w.broken == nil && (len(start) == 0 || start[0] == '<') {
		return checkJSON(req, start)
	}
	err := req.into(head)
	if w.broken != nil {
		f := c.endedEarly(req, w.broken)
		f.again, f.broke = false, true
		return f
	}
	if err != nil {
		return &requestError{request: req, status: http.StatusOK, problem: "the response cannot be used", cause: err}
	}
	return nil
}

// watched keeps the error of the body, which its reader may hide.
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
