package cluster

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
)

// request is one GET.
type request struct {
	// path is below the server's own prefix; query is raw.
	path, query, accept string
	// gv is the group-version that the answer is about; zero for other paths.
	gv discovery.GroupVersion
	// lenient allows duplicate names in the JSON, which cost time to look for.
	lenient bool
	// unless is the hash of the document that need not be sent again; "" for none.
	unless string
	// into, if not nil, is handed the body as it comes, instead of keeping it.
	into func(io.Reader) error
}

// String is how messages name the request. A hash in the query is noise there.
func (r request) String() string { return "GET " + r.path }

// requestError says why a request gave nothing. Its text goes into reports and
// snapshots, so it is made of fixed phrases: no address, no name of a user, and
// nothing that the server wrote.
type requestError struct {
	request request
	// problem says what happened, advice what to do about it.
	problem, advice string
	// status is the HTTP status; 0 where there was no answer.
	status int
	// again: the same request may well succeed a moment later.
	again bool
	// wait is how long the server asked to wait; 0 if it did not.
	wait time.Duration
	// detail is the cause in full, for the user's eyes only.
	detail error
	// cause is the error of who was handed the body.
	cause error
	// broke: the response ended early in the middle.
	broke bool
}

// Error is the reason: "GET /apis/x/v1: 503 Service Unavailable; see …".
func (f *requestError) Error() string { return f.request.String() + ": " + f.sentence() }

func (f *requestError) sentence() string {
	if f.advice == "" {
		return f.problem
	}
	return f.problem + "; " + f.advice
}

// refused makes the failure of an answer that is not 200.
func (c *Client) refused(r request, status int) *requestError {
	f := &requestError{request: r, status: status, problem: fmt.Sprintf("%d %s", status, http.StatusText(status))}
	switch {
	case status == http.StatusUnauthorized:
		f.advice = "the server does not accept the credentials: log in again"
		if c.anonymous {
			f.advice = "no credentials were sent: specify a kubeconfig context, a token file or a client certificate"
		}
	case status == http.StatusForbidden:
		f.advice = permission(r.path)
	case status == http.StatusNotFound && r.gv != discovery.GroupVersion{}:
		f.advice = "the server lists it, but does not serve it: try again when the cluster is stable"
	case status == http.StatusNotFound:
		f.advice = "is this the address of a Kubernetes API server?"
	case status == http.StatusTooManyRequests:
		f.again = true
		f.advice = "the server is busy: try again later"
	case status >= 500:
		f.again = status != http.StatusNotImplemented
		f.advice = behind(r.gv)
	default:
		f.advice = "an API server does not respond like this: is there a proxy in front of it?"
	}
	return f
}

// permission says what is missing for a path outside the resources.
func permission(path string) string {
	url := path
	for _, tree := range []string{"/openapi", "/apis", "/api"} {
		if len(path) > len(tree) && path[:len(tree)+1] == tree+"/" {
			url = tree + "/*"
			break
		}
	}
	return fmt.Sprintf("the user lacks the verb get on nonResourceURLs [%s], which the ClusterRole system:discovery grants: bind it to the user", url)
}

// behind says where to look for the server that answers for a group-version.
func behind(gv discovery.GroupVersion) string {
	if gv.Group == "" {
		return "the API server has an internal error: try again later, and check its logs"
	}
	return fmt.Sprintf("the server behind it does not respond: see `kubectl get apiservice %s.%s`", gv.Version, gv.Group)
}
