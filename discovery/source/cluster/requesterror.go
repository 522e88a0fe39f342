package cluster

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// request is a GET request.
type request struct {
	// path is relative to the server's own path. query is encoded.
	path, query, accept string
	// gv is the group-version of the response; zero for other paths.
	gv discovery.GroupVersion
	// lenient allows duplicate names in the JSON. Checking for them takes time.
	lenient bool
	// unless is the hash of the cached document, for If-None-Match; "" for none.
	unless string
	// into, if not nil, reads the body instead of keeping it in memory.
	into func(io.Reader) error
}

// String names the request for messages, without the hash in the query.
func (r request) String() string { return "GET " + r.path }

// requestError is the error of a request. Its text is written to reports and snapshots, so it
// consists of fixed phrases: no address, no user name, and nothing from the server.
type requestError struct {
	request request
	// problem describes what happened, advice what to do about it.
	problem, advice string
	// status is the HTTP status; 0 if there was no response.
	status int
	// again: the same request may succeed later.
	again bool
	// wait is the time of Retry-After; 0 if there is none.
	wait time.Duration
	// detail is the complete cause. It is shown to the user only.
	detail error
	// cause is the error of into.
	cause error
	// broke: the response ended early.
	broke bool
	// replaced: the response is not the document that the index of OpenAPI documents lists.
	replaced bool
}

// Error returns the reason: "GET /apis/x/v1: 503 Service Unavailable; see …".
func (f *requestError) Error() string { return f.request.String() + ": " + f.sentence() }

func (f *requestError) sentence() string {
	if f.advice == "" {
		return f.problem
	}
	return f.problem + "; " + f.advice
}

// refused returns the error for a response that is not 200.
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
		f.advice = "the API server has an internal error: try again later, and check its logs"
		if r.gv.Group != "" {
			f.advice = fmt.Sprintf("the server behind it does not respond: see `kubectl get apiservice %s`", phrase.Word(r.gv.Version+"."+r.gv.Group))
		}
	default:
		f.advice = "an API server does not respond like this: is there a proxy in front of it?"
	}
	return f
}

// fromBackend corrects the error of a request that the API server passes on to a kubelet. The API
// server itself sends a Status: 503 without a connection, and 400 if it cannot resolve the name of the
// node. Another form is that of the kubelet, or of a proxy on the way to it, and says nothing about the
// user.
func (f *requestError) fromBackend(contentType string) {
	own := strings.HasPrefix(contentType, acceptJSON)
	denied := f.status == http.StatusUnauthorized || f.status == http.StatusForbidden
	switch {
	case !strings.Contains(f.request.path, "/proxy/"):
	case own && f.status == http.StatusNotFound:
		f.advice = "the node does not exist; it may have been deleted"
	case own && (f.status == http.StatusBadRequest || f.status >= http.StatusInternalServerError):
		f.advice = "the API server cannot reach the kubelet: is the node ready, and can the API server resolve its name and connect to its port?"
	case own:
	case denied:
		f.problem = fmt.Sprintf("%d %s, not from the API server", f.status, http.StatusText(f.status))
		f.advice = "the kubelet, or a proxy between the API server and the kubelet, refuses the request of the API server: see its --kubelet-client-certificate"
		f.status = http.StatusBadGateway
	default:
		f.problem = fmt.Sprintf("%d %s, not from the API server", f.status, http.StatusText(f.status))
		f.advice = "the kubelet, or a proxy between the API server and the kubelet, does not respond as expected: see its logs"
	}
}

// permission names the permission for a path outside of the resources.
func permission(path string) string {
	url := path
	for _, tree := range []string{"/openapi", "/apis", "/api"} {
		if strings.HasPrefix(path, tree+"/") {
			url = tree + "/*"
			break
		}
	}
	return fmt.Sprintf("the user lacks the verb get on nonResourceURLs [%s], which the ClusterRole system:discovery grants: bind it to the user", url)
}
