package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// What the clients are given for the names of objects and namespaces, so that
// they can be told from the names of resources in a path.
const (
	aName      = "kubedelta-a-name"
	aNamespace = "kubedelta-a-namespace"
)

// errRecorded answers every request: the program is about what is asked, there
// is no server.
var errRecorded = errors.New("recorded, not sent")

// request is what a client asked for, in the terms of the API.
type request struct {
	groupVersion schema.GroupVersion
	resource     string
	subresource  string
	namespaced   bool
	verb         string
	// kind is what the body says it is; empty where there is no body.
	kind schema.GroupVersionKind
}

// recorder is an http.RoundTripper that sends nothing and keeps what it was
// asked to send.
type recorder struct {
	requests []request
	err      error
}

// RoundTrip keeps the request and refuses it.
func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	recorded, err := readRequest(req)
	if err != nil {
		r.err = errors.Join(r.err, err)
	} else {
		r.requests = append(r.requests, recorded)
	}
	return nil, errRecorded
}

// take hands over what was recorded since it was last asked.
func (r *recorder) take() ([]request, error) {
	requests, err := r.requests, r.err
	r.requests, r.err = nil, nil
	return requests, err
}

func readRequest(req *http.Request) (request, error) {
	r, item, err := readPath(req.URL.Path)
	if err != nil {
		return request{}, err
	}
	r.verb = verb(req.Method, item || r.subresource != "", req.URL.Query().Get("watch") != "")
	if r.verb == "" {
		return request{}, fmt.Errorf("a client sent %s %s, which is no verb of the API", req.Method, req.URL.Path)
	}
	if r.verb == "create" || r.verb == "update" {
		r.kind, err = readKind(req)
	}
	return r, err
}

// readPath splits /apis/GROUP/VERSION/namespaces/NAMESPACE/RESOURCE/NAME/SUB;
// item tells that an object is named.
func readPath(path string) (r request, item bool, err error) {
	seg := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case len(seg) > 2 && seg[0] == "api":
		r.groupVersion, seg = schema.GroupVersion{Version: seg[1]}, seg[2:]
	case len(seg) > 3 && seg[0] == "apis":
		r.groupVersion, seg = schema.GroupVersion{Group: seg[1], Version: seg[2]}, seg[3:]
	default:
		return request{}, false, fmt.Errorf("a client asked for %s, which is no path of a resource", path)
	}
	if len(seg) > 2 && seg[0] == "namespaces" && seg[1] == aNamespace {
		r.namespaced, seg = true, seg[2:]
	}
	r.resource, seg = seg[0], seg[1:]
	if len(seg) > 0 && strings.Contains(seg[0], aName) {
		item, seg = true, seg[1:]
	}
	// What a proxy is asked for is part of no path of the API.
	if len(seg) > 1 && seg[1] == aName {
		seg = seg[:1]
	}
	r.subresource = strings.Join(seg, "/")
	return r, item, nil
}

// verb is the API's word for an HTTP method.
func verb(method string, item, watch bool) string {
	switch {
	case method == http.MethodGet && watch:
		return "watch"
	case method == http.MethodGet && !item:
		return "list"
	case method == http.MethodGet:
		return "get"
	case method == http.MethodDelete && !item:
		return "deletecollection"
	case method == http.MethodDelete:
		return "delete"
	case method == http.MethodPost:
		return "create"
	case method == http.MethodPut:
		return "update"
	case method == http.MethodPatch:
		return "patch"
	default:
		return ""
	}
}

func readKind(req *http.Request) (schema.GroupVersionKind, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return schema.GroupVersionKind{}, fmt.Errorf("the body of %s %s: %w", req.Method, req.URL.Path, err)
	}
	var object struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := json.Unmarshal(body, &object); err != nil {
		return schema.GroupVersionKind{}, fmt.Errorf("the body of %s %s is no JSON object: %w", req.Method, req.URL.Path, err)
	}
	return schema.FromAPIVersionAndKind(object.APIVersion, object.Kind), nil
}
