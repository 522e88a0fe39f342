package cluster_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

const (
	appsDocument  = "/openapi/v3/apis/apps/v1"
	appsResources = "/apis/apps/v1"
)

// TestIncomplete tests what is recorded for each fault of a server.
func TestIncomplete(t *testing.T) {
	resources, schemas := discovery.PartResources, discovery.PartSchemas
	for _, test := range []struct {
		name  string
		fault apiserver.Fault
		plain bool
		// gv and part must be unknown. The reason must contain says.
		gv   discovery.GroupVersion
		part discovery.Part
		says []string
		// tries is the number of requests for the failing path.
		tries int
	}{
		{name: "403 on a document", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.Forbidden}, gv: apps, part: schemas, tries: 1,
			says: []string{"GET /openapi/v3/apis/apps/v1: 403 Forbidden", "verb get on nonResourceURLs [/openapi/*]", "ClusterRole system:discovery"}},
		{name: "403 on the index", fault: apiserver.Fault{Path: "/openapi/v3", Kind: apiserver.Forbidden}, gv: anyRest, part: schemas, tries: 1,
			says: []string{"GET /openapi/v3: 403", "nonResourceURLs [/openapi/*]"}},
		{name: "403 on the index, core", fault: apiserver.Fault{Path: "/openapi/v3", Kind: apiserver.Forbidden}, gv: anyCore, part: schemas, tries: 1},
		{name: "403 on /apis", fault: apiserver.Fault{Path: "/apis", Kind: apiserver.Forbidden}, gv: anyRest, part: resources, tries: 1,
			says: []string{"GET /apis: 403 Forbidden", "nonResourceURLs [/apis]"}},
		{name: "503 on /api", fault: apiserver.Fault{Path: "/api", Kind: apiserver.Unavailable}, gv: anyCore, part: resources, tries: 4,
			says: []string{"GET /api: 503 Service Unavailable", "check its logs"}},
		{name: "404 on /api, of which there are documents", fault: apiserver.Fault{Path: "/api", Kind: apiserver.NotFound}, gv: anyCore, part: resources, tries: 1,
			says: []string{"GET /api: 404 Not Found", "is this the address"}},
		{name: "503 on a group", fault: apiserver.Fault{Path: "/apis/metrics.k8s.io/v1beta1", Kind: apiserver.Unavailable}, plain: true, gv: metrics, part: resources, tries: 4,
			says: []string{"GET /apis/metrics.k8s.io/v1beta1: 503 Service Unavailable", "kubectl get apiservice v1beta1.metrics.k8s.io"}},
		{name: "404 on a group", fault: apiserver.Fault{Path: appsResources, Kind: apiserver.NotFound}, plain: true, gv: apps, part: resources, tries: 1,
			says: []string{"404 Not Found", "lists it, but does not serve it"}},
		{name: "500 on a document", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.InternalError}, gv: apps, part: schemas, tries: 4,
			says: []string{"500 Internal Server Error"}},
		{name: "401 on a document", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.Unauthorized}, gv: apps, part: schemas, tries: 1,
			says: []string{"401 Unauthorized", "no credentials were sent"}},
		{name: "429 for ever", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.TooManyRequests, RetryAfter: "1"}, gv: apps, part: schemas, tries: 10,
			says: []string{"429 Too Many Requests", "try again later"}},
		{name: "body breaks off", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.TruncatedBody}, gv: apps, part: schemas, tries: 4,
			says: []string{"the response ended early"}},
		{name: "half of the JSON", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.TruncatedJSON}, gv: apps, part: schemas, tries: 1,
			says: []string{"not valid JSON: it ends in the middle"}},
		{name: "no JSON", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.InvalidJSON}, gv: apps, part: schemas, tries: 1,
			says: []string{"not valid JSON, at byte 36"}},
		{name: "no JSON for /apis", fault: apiserver.Fault{Path: "/apis", Kind: apiserver.InvalidJSON}, gv: anyRest, part: resources, tries: 1,
			says: []string{"GET /apis: the response is not valid JSON"}},
		{name: "empty", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.Empty}, gv: apps, part: schemas, tries: 1,
			says: []string{"the response is empty"}},
		{name: "web page", fault: apiserver.Fault{Path: appsResources, Kind: apiserver.HTML}, plain: true, gv: apps, part: resources, tries: 1,
			says: []string{"a web page instead of JSON", "log in"}},
		{name: "web page for the index", fault: apiserver.Fault{Path: "/openapi/v3", Kind: apiserver.HTML}, gv: anyRest, part: schemas, tries: 1,
			says: []string{"a web page instead of JSON"}},
		{name: "another document", fault: apiserver.Fault{Path: appsResources, Kind: apiserver.Redirect, To: "/version"}, plain: true, gv: apps, part: resources, tries: 1,
			says: []string{"GET /apis/apps/v1: the response is JSON, but not a discovery document"}},
		{name: "reset", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.Reset}, gv: apps, part: schemas, tries: 4,
			says: []string{"the connection was lost", "check the network"}},
		{name: "redirect to another host", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.Redirect, To: "https://login.example/"}, gv: apps, part: schemas, tries: 1,
			says: []string{"redirects to another host", "credentials", "log in"}},
		{name: "redirect in a circle", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.Redirect, To: appsDocument}, gv: apps, part: schemas, tries: 4,
			says: []string{"too many redirects"}},
		{name: "redirect to plain HTTP", fault: apiserver.Fault{Path: appsDocument, Kind: apiserver.Redirect, To: "http://127.0.0.1:1/"}, gv: apps, part: schemas, tries: 1,
			says: []string{"redirects to another host"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			config := apiserver.Config{Faults: []apiserver.Fault{test.fault}}
			if test.plain {
				config.Discovery = apiserver.Plain
			}
			s := start(t, config)
			c, _ := connect(t, options(t, s))
			set := record(t, c)
			text := reason(t, set, test.gv, test.part)
			wantWords(t, text, test.says...)
			if strings.Contains(text, apiserver.ServerAddress) || strings.Contains(text, s.URL) || strings.Contains(text, "hash=") {
				t.Errorf("the reason repeats what the server wrote, its address or the hash: %s", text)
			}
			if got := s.Count(test.fault.Path); got != test.tries {
				t.Errorf("%d requests for %s, want %d", got, test.fault.Path, test.tries)
			}
			for _, i := range set.Incomplete {
				if i.Reason != text {
					t.Errorf("also incomplete: %v", i)
				}
			}
		})
	}
}

// TestResetsOverHTTP1 does not count requests: with HTTP/1, net/http itself repeats a request on an
// idle connection.
func TestResetsOverHTTP1(t *testing.T) {
	s := start(t, apiserver.Config{HTTP1: true, Faults: []apiserver.Fault{{Path: appsDocument, Kind: apiserver.Reset}}})
	c, _ := connect(t, options(t, s))
	wantWords(t, reason(t, record(t, c), apps, discovery.PartSchemas), "the connection was lost")
	s.SetFaults(apiserver.Fault{Path: appsDocument, Kind: apiserver.Reset, Times: 2})
	if set := record(t, c); len(set.Incomplete) > 0 {
		t.Errorf("two resets were not survived: %v", set.Incomplete)
	}
}

func TestNoOpenAPIAtAll(t *testing.T) {
	s := start(t, apiserver.Config{NoOpenAPIV3: true, Faults: []apiserver.Fault{{Path: "/openapi/v2", Kind: apiserver.NotFound}}})
	c, _ := connect(t, options(t, s))
	set := record(t, c)
	wantWords(t, reason(t, set, anyRest, discovery.PartSchemas), "GET /openapi/v2: there are no OpenAPI documents, neither here nor at /openapi/v3")
	wantWords(t, reason(t, set, anyCore, discovery.PartSchemas), "fields cannot be compared")
}

// TestServerForExtensions: a server without the core group is complete.
func TestServerForExtensions(t *testing.T) {
	set, shown := openAPI("v1.31.2"), surface()
	delete(set.OpenAPIV3, core)
	shown.Groups = shown.Groups[1:]
	config := apiserver.Config{Set: set, Surface: shown, Faults: []apiserver.Fault{{Path: "/api", Kind: apiserver.NotFound}}}
	s := start(t, config)
	o := options(t, s)
	var warnings []string
	o.Warnf = func(_ string, args ...any) { warnings = append(warnings, args[0].(string)) }
	c, _ := connect(t, o)
	if got := record(t, c); len(got.Incomplete) > 0 || got.AggregatedAPIs == nil {
		t.Errorf("incomplete: %v", got.Incomplete)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "does not serve the core group") {
		t.Errorf("warnings: %q", warnings)
	}
	// If the index cannot be read either, the core group is unknown.
	config.Faults = append(config.Faults, apiserver.Fault{Path: "/openapi/v3", Kind: apiserver.Forbidden})
	c, _ = connect(t, options(t, start(t, config)))
	wantWords(t, reason(t, record(t, c), anyCore, discovery.PartResources), "GET /api: 404 Not Found")
}

func TestVersionIsNotNeeded(t *testing.T) {
	s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "/version", Kind: apiserver.Forbidden}}})
	o := options(t, s)
	var warnings []string
	o.Warnf = func(_ string, args ...any) { warnings = append(warnings, args[0].(string)) }
	c, _ := connect(t, o)
	if set := record(t, c); set.Version != nil || len(set.Incomplete) > 0 {
		t.Errorf("version %s, incomplete %v", set.Version, set.Incomplete)
	}
	if len(warnings) != 1 {
		t.Fatalf("warnings: %q", warnings)
	}
	wantWords(t, warnings[0], "release of the server is unknown", "GET /version: 403 Forbidden", "nonResourceURLs [/version]")
}

func TestFailuresThatPass(t *testing.T) {
	for _, test := range []struct {
		name   string
		fault  apiserver.Fault
		pauses []time.Duration
	}{
		{"429 with Retry-After", apiserver.Fault{Kind: apiserver.TooManyRequests, Times: 2, RetryAfter: "7"}, []time.Duration{7 * time.Second, 7 * time.Second}},
		{"429 without", apiserver.Fault{Kind: apiserver.TooManyRequests, Times: 3}, []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}},
		{"429 more often than other failures", apiserver.Fault{Kind: apiserver.TooManyRequests, Times: 9, RetryAfter: "1"}, slices.Repeat([]time.Duration{time.Second}, 9)},
		{"503", apiserver.Fault{Kind: apiserver.Unavailable, Times: 3}, []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}},
		{"reset", apiserver.Fault{Kind: apiserver.Reset, Times: 1}, []time.Duration{250 * time.Millisecond}},
		{"broken off", apiserver.Fault{Kind: apiserver.TruncatedBody, Times: 1}, []time.Duration{250 * time.Millisecond}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.fault.Path = appsDocument
			s := start(t, apiserver.Config{Faults: []apiserver.Fault{test.fault}})
			c, p := connect(t, options(t, s))
			if set := record(t, c); len(set.Incomplete) > 0 {
				t.Errorf("incomplete: %v", set.Incomplete)
			}
			if !slices.Equal(p.list, test.pauses) {
				t.Errorf("paused %v, want %v", p.list, test.pauses)
			}
			if got, want := s.Count(appsDocument), len(test.pauses)+1; got != want {
				t.Errorf("%d tries, want %d", got, want)
			}
		})
	}
}

func TestRetryAfterBeyondTheTimeLimit(t *testing.T) {
	s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: appsDocument, Kind: apiserver.TooManyRequests, RetryAfter: "3600"}}})
	c, p := connect(t, options(t, s))
	wantWords(t, reason(t, record(t, c), apps, discovery.PartSchemas), "429", "the wait of 1h0m0s before the next try is longer than the remaining time")
	if len(p.list) > 0 || s.Count(appsDocument) != 1 {
		t.Errorf("paused %v, %d tries", p.list, s.Count(appsDocument))
	}
}

func TestRetryAfterAsADate(t *testing.T) {
	s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: appsDocument, Kind: apiserver.Unavailable, Times: 1, RetryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"}}})
	c, p := connect(t, options(t, s))
	// Four seconds before the date, by the client's clock.
	c.SetClock(func() time.Time { return time.Date(1994, 11, 6, 8, 49, 33, 0, time.UTC) }, p.pause)
	if set := record(t, c); len(set.Incomplete) > 0 || !slices.Equal(p.list, []time.Duration{4 * time.Second}) {
		t.Errorf("paused %v; incomplete %v", p.list, set.Incomplete)
	}
}

// TestAnotherVersion: another API server behind the address answers in the end.
func TestAnotherVersion(t *testing.T) {
	o := options(t, start(t, apiserver.Config{}))
	var asked atomic.Int32
	o.Wrap = func(to http.RoundTripper) http.RoundTripper {
		return tripper(func(r *http.Request) (*http.Response, error) {
			answer, err := to.RoundTrip(r)
			if err == nil && r.URL.Path == "/version" && asked.Add(1) == 2 {
				answer.Body = io.NopCloser(strings.NewReader(`{"gitVersion":"v1.32.0"}`))
			}
			return answer, err
		})
	}
	c, _ := connect(t, o)
	set := record(t, c)
	if len(set.Incomplete) != 2 || !strings.Contains(set.Incomplete[0].Reason, `reported "v1.31.2" at first, and "v1.32.0" later`) {
		t.Errorf("%+v", set.Incomplete)
	}
}

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }
