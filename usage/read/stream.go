package read

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/usage/event"
)

// mostAhead limits the memory for a document of any length: the size of one entry of a list.
const mostAhead = 32 << 20

var errTooLong = errors.New("an entry is too long")

// ahead is a reader that fails if more than mostAhead was read and not used yet.
type ahead struct {
	in   io.Reader
	read int64
	used func() int64
}

func (a *ahead) Read(p []byte) (int, error) {
	if a.read-a.used() > mostAhead {
		return 0, errTooLong
	}
	n, err := a.in.Read(p)
	a.read += int64(n)
	return n, err
}

// stream sends the entries of the lists of a document that is too long for memory or does not end.
// It reports whether the document was complete. The rest begins after the document, or at the
// error.
func (s *splitter) stream() bool {
	in := &ahead{in: io.MultiReader(bytes.NewReader(bytes.Clone(s.rest)), s.in), used: func() int64 { return 0 }}
	d := jsontext.NewDecoder(in, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	in.used = d.InputOffset
	w := walk{d: d, splitter: s}
	err := w.value(0)
	if w.event {
		// The document is an event, and its lists are not entries of a log.
		s.emit(chunk{account: s.account, unread: event.TooLong})
	} else if err != nil {
		s.emit(chunk{account: s.account, unread: reason(err)})
	}
	s.rest = append(s.rest[:0], d.UnreadBuffer()...)
	s.in, s.ended = in.in, false
	s.line = unnumbered
	return err == nil
}

// unnumbered is the number of a line whose number is not known.
const unnumbered = -1 << 40

func reason(err error) string {
	switch {
	case errors.Is(err, errTooLong):
		return event.TooLong
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return event.EndsEarly
	default:
		return event.Truncated
	}
}

// walk reads a document and sends the entries of its lists.
type walk struct {
	d        *jsontext.Decoder
	splitter *splitter
	// event says that the document is an event.
	event bool
}

func (w *walk) value(depth int) error {
	switch w.d.PeekKind() {
	case '{':
		return unjson.Members(w.d, func(name string) error {
			w.event = w.event || depth == 0 && (name == "auditID" || name == "requestURI")
			return w.value(depth + 1)
		})
	case '[':
		return w.array()
	default:
		return w.d.SkipValue()
	}
}

func (w *walk) array() error {
	if _, err := w.d.ReadToken(); err != nil {
		return err
	}
	for w.d.PeekKind() != ']' {
		value, err := w.d.ReadValue()
		if err != nil {
			return err
		}
		if !w.event {
			w.splitter.record(value)
		}
	}
	_, err := w.d.ReadToken()
	return err
}
