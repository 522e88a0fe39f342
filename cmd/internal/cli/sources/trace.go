package sources

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
)

// tracer prints each request. It prints no query, header or body, because these can contain
// secrets.
type tracer struct {
	// server is the name that the user gave the server.
	server string
	next   http.RoundTripper
	print  func(line string)
}

// RoundTrip implements http.RoundTripper.
func (t tracer) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := t.next.RoundTrip(r)
	status := "no answer"
	if err == nil {
		status = strconv.Itoa(answer.StatusCode)
	}
	t.print(fmt.Sprintf("%s: %s %s %s", t.server, r.Method, r.URL.EscapedPath(), status))
	return answer, err
}

// Traced returns a function that makes a transport print its requests if --verbosity is 1 or
// higher.
func (s *Session) Traced(server string) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		if s.Streams.Display.Verbosity < 1 {
			return next
		}
		return tracer{server, next, func(line string) { s.Progress.Above(fmt.Sprintln("kubedelta:", terminal.Shown(line))) }}
	}
}
