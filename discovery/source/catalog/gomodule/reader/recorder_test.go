package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestRequestsAreReadAsTheAPIMeansThem(t *testing.T) {
	const object = `{"apiVersion":"policy/v1","kind":"Eviction"}`
	for _, test := range []struct{ method, path, body, want string }{
		{"GET", "/api/v1/pods", "", "v1 pods list"},
		{"GET", "/api/v1/namespaces/NS/pods?watch=true", "", "v1 pods watch namespaced"},
		{"GET", "/apis/apps/v1/namespaces/NS/deployments/NAME", "", "apps/v1 deployments get namespaced"},
		{"DELETE", "/apis/apps/v1/namespaces/NS/deployments", "", "apps/v1 deployments deletecollection namespaced"},
		{"DELETE", "/api/v1/namespaces/NAME", "", "v1 namespaces delete"},
		{"PUT", "/api/v1/namespaces/NAME/finalize", object, "v1 namespaces/finalize update Eviction"},
		{"POST", "/api/v1/namespaces/NS/pods/NAME/eviction", object, "v1 pods/eviction create namespaced Eviction"},
		{"GET", "/api/v1/namespaces/NS/services/NAME:NAME:NAME/proxy/NAME", "", "v1 services/proxy get namespaced"},
		{"PATCH", "/apis/apps/v1/namespaces/NS/deployments/NAME/scale", "", "apps/v1 deployments/scale patch namespaced"},
	} {
		url := strings.NewReplacer("NS", aNamespace, "NAME", aName).Replace("http://recorder.invalid" + test.path)
		req, err := http.NewRequest(test.method, url, strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		r, err := readRequest(req)
		if err != nil {
			t.Errorf("%s %s: %v", test.method, test.path, err)
		}
		got := r.groupVersion.String() + " " + r.resource
		if r.subresource != "" {
			got += "/" + r.subresource
		}
		got += " " + r.verb
		if r.namespaced {
			got += " namespaced"
		}
		if r.kind.Kind != "" {
			got += " " + r.kind.Kind
		}
		if got != test.want {
			t.Errorf("%s %s: got %q, want %q", test.method, test.path, got, test.want)
		}
	}
}

func TestOtherRequestsAreRefused(t *testing.T) {
	for path, want := range map[string]string{
		"/version":       "no path of a resource",
		"/apis":          "no path of a resource",
		"/apis/apps/v1/": "no path of a resource",
	} {
		req, err := http.NewRequest(http.MethodGet, "http://recorder.invalid"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readRequest(req); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got the error %v, want %q", path, err, want)
		}
	}
}
