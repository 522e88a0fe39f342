package cli

import (
	"fmt"
	"net/http"
	"strconv"
)

// tracer prints each request that is made. It prints no query, header or body: these can
// have secrets.
type tracer struct {
	// server is the name that the user gave it.
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

// traced is a transport that prints its requests, where --verbosity asks for it.
func (s *session) traced(server string) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		if s.streams.display.verbosity < 1 {
			return next
		}
		return tracer{server, next, func(line string) { s.progress.above(fmt.Sprintln("kubedelta:", shown(line))) }}
	}
}
