package cluster_test

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

func TestRecordAsksAsLittleAsItCan(t *testing.T) {
	s := start(t, apiserver.Config{})
	c, _ := connect(t, options(t, s))
	set := record(t, c)
	if len(set.Incomplete) > 0 {
		t.Errorf("incomplete: %v", set.Incomplete)
	}
	if diff := cmp.Diff(openAPI("v1.31.2").OpenAPIV3, set.OpenAPIV3); diff != "" {
		t.Errorf("documents (-served +recorded):\n%s", diff)
	}
	if set.Version == nil || set.AggregatedAPI == nil || set.AggregatedAPIs == nil {
		t.Error("version or aggregated discovery was not recorded")
	}
	if set.APIVersions != nil || set.GroupList != nil || set.ResourceLists != nil || set.Swagger != nil {
		t.Error("plain discovery or swagger was recorded beside the newer forms")
	}
	for path, want := range map[string]int{"/version": 2, "/api": 1, "/apis": 1, "/openapi/v3": 1, "/openapi/v3/*": len(all), "*": 7 + len(all)} {
		if got := s.Count(path); got != want {
			t.Errorf("%d requests for %s, want %d", got, path, want)
		}
	}
	for _, r := range s.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("a %s request was sent to %s", r.Method, r.Path)
		}
		if strings.HasSuffix(r.Path, "/customresourcedefinitions") {
			continue // the list has several pages
		}
		if documents := strings.HasPrefix(r.Path, "/openapi/v3/"); documents != strings.HasPrefix(r.Query, "hash=") {
			t.Errorf("query %q of %s", r.Query, r.Path)
		}
	}
}

func TestRecordFormsOfDiscovery(t *testing.T) {
	for _, test := range []struct {
		name     string
		config   apiserver.Config
		plain    bool
		swagger  bool
		requests int
	}{
		{name: "v2", requests: 11},
		{name: "v2beta1", config: apiserver.Config{Discovery: apiserver.AggregatedV2beta1}, requests: 11},
		{name: "plain", config: apiserver.Config{Discovery: apiserver.Plain}, plain: true, requests: 11 + 4},
		{name: "plain without v3", config: apiserver.Config{Discovery: apiserver.Plain, NoOpenAPIV3: true}, plain: true, swagger: true, requests: 7 + 4 + 1},
		{name: "HTTP/1, always gzip", config: apiserver.Config{HTTP1: true, Gzip: apiserver.GzipAlways}, requests: 11},
		{name: "below a path", config: apiserver.Config{PathPrefix: "/k8s/clusters/c-1"}, requests: 11},
		{name: "kubectl proxy", config: apiserver.Config{Plaintext: true}, requests: 11},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, test.config)
			c, _ := connect(t, options(t, s))
			set := record(t, c)
			if len(set.Incomplete) > 0 {
				t.Errorf("incomplete: %v", set.Incomplete)
			}
			if (set.GroupList != nil) != test.plain || (set.APIVersions != nil) != test.plain || (set.AggregatedAPIs == nil) != test.plain {
				t.Errorf("plain discovery recorded: %t, want %t", set.GroupList != nil, test.plain)
			}
			if test.plain {
				if got := slices.SortedFunc(maps.Keys(set.ResourceLists), discovery.CompareGroupVersion); !slices.Equal(got, all) {
					t.Errorf("lists of resources of %v, want %v", got, all)
				}
			}
			if (set.Swagger != nil) != test.swagger || (set.OpenAPIV3 == nil) != test.swagger {
				t.Errorf("swagger recorded: %t, want %t", set.Swagger != nil, test.swagger)
			}
			if got := s.Count("*"); got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
		})
	}
}

func TestRecordLeavesAddressesOut(t *testing.T) {
	s := start(t, apiserver.Config{Discovery: apiserver.Plain})
	c, _ := connect(t, options(t, s))
	set := record(t, c)
	for name, body := range map[string][]byte{"/api": set.APIVersions, "/apis": set.GroupList} {
		if bytes.Contains(body, []byte(apiserver.ServerAddress)) || bytes.Contains(body, []byte("serverAddressByClientCIDRs")) {
			t.Errorf("%s was recorded with the server's address: %s", name, body)
		}
	}
	wantWords(t, string(set.APIVersions), `"kind":"APIVersions"`, `"versions":["v1"]`)
	wantWords(t, string(set.GroupList), `"groupVersion":"apps/v1"`, `"preferredVersion"`)
}

func TestRecordWhereAggregatedTypesAreNotAcceptable(t *testing.T) {
	s := start(t, apiserver.Config{Discovery: apiserver.Plain, Faults: []apiserver.Fault{
		{Path: "/api", Kind: apiserver.NotAcceptable, Times: 1}, {Path: "/apis", Kind: apiserver.NotAcceptable, Times: 1},
	}})
	c, _ := connect(t, options(t, s))
	if set := record(t, c); len(set.Incomplete) > 0 || set.GroupList == nil {
		t.Errorf("incomplete: %v", set.Incomplete)
	}
	// One is the list of definitions of custom resources.
	if got := s.Count("/api*"); got != 4+4+1 {
		t.Errorf("%d requests for discovery, want two each for the lists and one for each group-version", got)
	}
}

func TestRecordKeepsStaleVersions(t *testing.T) {
	s := start(t, apiserver.Config{Stale: []discovery.GroupVersion{metrics}})
	c, _ := connect(t, options(t, s))
	wantWords(t, string(record(t, c).AggregatedAPIs), `"freshness":"Stale"`)
}

func TestProgressAndWarnings(t *testing.T) {
	s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "/openapi/*", Kind: apiserver.Warn, Text: "token \x1b[31mexpires soon"}}})
	o := options(t, s)
	var done, total int
	o.Progress = func(d, n int) {
		if d < done || n < total || d > n {
			t.Errorf("progress went from %d/%d to %d/%d", done, total, d, n)
		}
		done, total = d, n
	}
	var warnings []string
	o.Warnf = func(_ string, args ...any) { warnings = append(warnings, args[0].(string)) }
	c, _ := connect(t, o)
	record(t, c)
	if done != 11 || total != 11 {
		t.Errorf("progress ended at %d/%d, want 11/11", done, total)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "expires soon") || strings.Contains(warnings[0], "\x1b") {
		t.Errorf("warnings: %q", warnings)
	}
}
