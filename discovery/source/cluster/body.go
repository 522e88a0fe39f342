package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

var (
	errDocumentTooLarge = errors.New("document too large")
	errTotalTooLarge    = errors.New("all documents together too large")
)

// budget is the number of bytes that may still be read from one server.
type budget struct {
	left atomic.Int64
}

// take subtracts n bytes. It returns false if fewer than n are left.
func (b *budget) take(n int64) bool {
	if b.left.Add(-n) >= 0 {
		return true
	}
	b.left.Add(n)
	return false
}

// readBody reads a body, up to the limits of one document and of all documents. On an error it
// returns the bytes to the budget.
func readBody(body io.Reader, limit int64, total *budget) ([]byte, error) {
	var out bytes.Buffer
	reader := io.LimitReader(body, limit+1)
	var taken int64
	for {
		n, err := io.CopyN(&out, reader, 1<<20)
		taken += n
		switch {
		case int64(out.Len()) > limit:
			total.left.Add(taken - n)
			return nil, errDocumentTooLarge
		case !total.take(n):
			total.left.Add(taken - n)
			return nil, errTotalTooLarge
		case errors.Is(err, io.EOF):
			b := out.Bytes()
			if cap(b)-len(b) > len(b)/4 {
				b = bytes.Clone(b) // much unused space would be kept until the comparison ends
			}
			return b, nil
		case err != nil:
			total.left.Add(taken)
			return nil, err
		}
	}
}

// tooLarge returns the error for a body that exceeds a limit.
func (c *Client) tooLarge(r request, err error) *requestError {
	f := &requestError{request: r, status: 200, advice: "find out why it is so large: no Kubernetes document has this size"}
	f.problem = fmt.Sprintf("the response is larger than %d MiB", c.options.MaxDocument>>20)
	if errors.Is(err, errTotalTooLarge) {
		f.problem = fmt.Sprintf("the server's documents together are larger than %d MiB", c.options.MaxTotal>>20)
	}
	return f
}

// checkJSON returns an error for a body that is not one JSON object.
func checkJSON(r request, body []byte) *requestError {
	f := &requestError{request: r, status: 200, advice: "an API server does not respond like this: is there a proxy in front of it?"}
	text := bytes.TrimLeft(body, " \t\r\n")
	switch {
	case len(text) == 0:
		f.problem = "the response is empty"
		return f
	case text[0] == '<':
		f.problem = "the response is a web page instead of JSON"
		f.advice = "a proxy or a login page responded instead of the API server: log in, or use the address of the API server itself"
		return f
	case text[0] != '{':
		f.problem = "the response is not a JSON object"
		return f
	case jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(r.lenient)):
		return nil
	}
	f.problem, f.advice = "the response is not valid JSON"+whereInvalid(text, r.lenient), "try again; if the problem persists, check which server responds"
	return f
}

// whereInvalid distinguishes a truncated body from an invalid one.
func whereInvalid(text []byte, lenient bool) string {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(lenient))
	_, err := d.ReadValue()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ": it ends in the middle"
	case errors.Is(err, jsontext.ErrDuplicateName):
		return ": an object has two members of the same name"
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return fmt.Sprintf(", at byte %d", syntax.ByteOffset)
	}
	return ""
}
