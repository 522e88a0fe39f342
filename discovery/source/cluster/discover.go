package cluster

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
)

const (
	acceptJSON = "application/json"
	// acceptDiscovery requests the newest format. client-go no longer requests v2beta1, without
	// which servers of 1.26 to 1.29 need one request for each group-version.
	acceptDiscovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList," +
		"application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList," + acceptJSON
	kindAggregated = "APIGroupDiscoveryList"
)

// version reads /version. Without it, only the release is unknown.
func (r *recording) version(ctx context.Context) {
	out, f := r.ask(ctx, request{path: "/version", accept: acceptJSON})
	if f == nil {
		if _, err := documents.GitVersion(out.body); err != nil {
			f = &requestError{status: http.StatusOK, request: request{path: "/version"}, problem: "the response is not the version of an API server", detail: err}
			out.body = nil
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set.Version, r.noVersion = out.body, f
}

// versionAgain reads /version when everything else was read. Behind one address there may be API
// servers of several versions, of which one answered the first time. Nothing follows from an error.
func (r *recording) versionAgain(ctx context.Context) {
	out, f := r.ask(ctx, request{path: "/version", accept: acceptJSON})
	if f != nil || r.noVersion != nil {
		return
	}
	first, _ := documents.GitVersion(r.set.Version) // it was read before
	last, err := documents.GitVersion(out.body)
	if err == nil && first != "" && last != "" && last != first {
		r.incomplete(discovery.PartResources, discovery.Mixed(first, last), discovery.EveryCore(), discovery.EveryNamed())
	}
}

// list reads one of the two lists of group-versions, and stores it as aggregated or plain discovery.
func (r *recording) list(ctx context.Context, path, plainKind string, aggregated, plain *[]byte, covers discovery.GroupVersion) {
	body, kind, f := r.discover(ctx, path, plainKind)
	if f == nil && kind != kindAggregated {
		f = r.plain(ctx, request{path: path}, body, plain)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case f != nil:
		if r.lost = append(r.lost, lostList{f, covers}); len(r.lost) == 2 {
			r.abandon(errNothing)
		}
	case kind == kindAggregated:
		*aggregated = body
	}
}

// discover reads one of the two lists, in the newest format that the server supports. The kind of
// the response determines the format, because proxies change content types.
func (r *recording) discover(ctx context.Context, path, plainKind string) (body []byte, kind string, f *requestError) {
	req := request{path: path, accept: acceptDiscovery}
	out, f := r.ask(ctx, req)
	if f != nil && f.status == http.StatusNotAcceptable {
		r.progress.Expect(1)
		req.accept = acceptJSON
		out, f = r.ask(ctx, req)
	}
	if f != nil {
		return nil, "", f
	}
	kind, f = kindOf(req, out.body)
	if f == nil && kind != kindAggregated && kind != plainKind {
		f = notDiscovery(req, kind)
	}
	return out.body, kind, f
}

func kindOf(req request, body []byte) (string, *requestError) {
	var object struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(body, &object); err != nil || object.Kind == "" {
		return "", notDiscovery(req, "")
	}
	return object.Kind, nil
}

func notDiscovery(req request, kind string) *requestError {
	f := &requestError{request: req, status: http.StatusOK, problem: "the response is JSON, but not a discovery document"}
	if kind != "" {
		f.problem = fmt.Sprintf("the response is a %.40q, which is not a discovery document", kind)
	}
	f.advice = "is this the address of a Kubernetes API server?"
	return f
}

// ready reads /readyz. A server that is not ready lists only some of its groups, and the others
// must not be reported as removed. If the path is forbidden or missing, it counts as ready.
func (r *recording) ready(ctx context.Context) {
	defer r.progress.Finish()
	req := request{path: "/readyz", accept: "*/*", into: func(body io.Reader) error {
		_, err := io.Copy(io.Discard, io.LimitReader(body, drained))
		return err
	}}
	_, f := r.get(ctx, req)
	if f == nil || f.status < http.StatusInternalServerError || f.status == http.StatusNotImplemented {
		return
	}
	f.advice = "the API server reports that it is not ready: wait until it is ready, see `kubectl get --raw '/readyz?verbose'`"
	r.incomplete(discovery.PartResources, f.Error(), discovery.EveryCore(), discovery.EveryNamed())
}
