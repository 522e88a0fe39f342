package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// limits tries growing limits until the response of a server is read within one, because a busy
// machine takes longer.
func limits(t *testing.T, try func(limit time.Duration) (enough bool)) {
	t.Helper()
	for limit := 250 * time.Millisecond; !try(limit); limit *= 2 {
		if limit > time.Minute {
			t.Fatalf("%s are not enough to read the rest", limit)
		}
	}
}

func TestHugeBody(t *testing.T) {
	for _, path := range []string{appsDocument, "/apis"} {
		s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: path, Kind: apiserver.Huge}}})
		o := options(t, s)
		o.MaxDocument = 8 << 20
		c, _ := connect(t, o)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		set := record(t, c)
		runtime.ReadMemStats(&after)
		gv, part := apps, discovery.PartSchemas
		if path == "/apis" {
			gv, part = anyRest, discovery.PartResources
		}
		wantWords(t, reason(t, set, gv, part), "GET "+path+": the response is larger than 8 MiB", "find out why it is so large")
		// A buffer that doubles allocates at most four times its last size. The server, which is
		// part of this process, and the race detector allocate the rest.
		if grown := int64(after.TotalAlloc - before.TotalAlloc); grown > 128<<20 {
			t.Errorf("reading it allocated %d MiB", grown>>20)
		}
	}
}

func TestAllDocumentsTogether(t *testing.T) {
	set := &documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	for i := range 8 {
		gv := discovery.GroupVersion{Group: fmt.Sprintf("g%d.example", i), Version: "v1"}
		set.OpenAPIV3[gv] = []byte(`{"openapi":"3.0.0","x":"` + strings.Repeat("x", 1<<20) + `"}`)
	}
	s := start(t, apiserver.Config{Set: set})
	o := options(t, s)
	o.MaxTotal = 4 << 20
	c, _ := connect(t, o)
	got := record(t, c)
	if n := len(got.OpenAPIV3); n == 0 || n > 3 {
		t.Errorf("%d documents of 1 MiB were kept within 4 MiB", n)
	}
	if len(got.OpenAPIV3)+len(got.Incomplete) != 8 {
		t.Errorf("%d documents, %d incomplete, of 8", len(got.OpenAPIV3), len(got.Incomplete))
	}
	wantWords(t, got.Incomplete[0].Reason, "the server's documents together are larger than 4 MiB")
}

func TestRequestTimeout(t *testing.T) {
	limits(t, func(limit time.Duration) bool {
		s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: appsDocument, Kind: apiserver.Slow}}})
		o := options(t, s)
		o.RequestTimeout = limit
		c, _ := connect(t, o)
		set, err := c.Record(t.Context())
		if err != nil || len(set.OpenAPIV3) != len(all)-1 {
			return false
		}
		wantWords(t, reason(t, set, apps, discovery.PartSchemas), "no response in time", "allow more time")
		if n := s.Count(appsDocument); n != 1 {
			t.Errorf("%d tries of a request that takes all of its time", n)
		}
		return true
	})
}

// TestTimeLimit: the documents that were read in time are kept. The server never sends the others.
func TestTimeLimit(t *testing.T) {
	s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: appsDocument, Kind: apiserver.Slow}}})
	limits(t, func(limit time.Duration) bool {
		o := options(t, s)
		o.TimeLimit = limit
		c, _ := connect(t, o)
		set, err := c.Record(t.Context())
		if err != nil || len(set.OpenAPIV3) != len(all)-1 {
			return false
		}
		wantWords(t, reason(t, set, apps, discovery.PartSchemas), "not read within the time limit of "+limit.String(), "allow more time")
		return true
	})
}

func TestTimeLimitBeforeAnything(t *testing.T) {
	s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "*", Kind: apiserver.Slow}}})
	o := options(t, s)
	o.TimeLimit = 300 * time.Millisecond
	c, _ := connect(t, o)
	_, err := c.Record(t.Context())
	if err == nil {
		t.Fatal("a surface was made of nothing")
	}
	wantWords(t, err.Error(), "GET /api and GET /apis: not read within the time limit of 300ms")
}

func TestCancel(t *testing.T) {
	for name, fault := range map[string]apiserver.Fault{
		"while it waits for an answer":    {Path: appsDocument, Kind: apiserver.Slow},
		"while it reads":                  {Path: appsDocument, Kind: apiserver.Huge},
		"while it waits for a next try":   {Path: appsDocument, Kind: apiserver.TooManyRequests, RetryAfter: "60"},
		"while everything takes its time": {Path: "*", Kind: apiserver.Slow},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, apiserver.Config{Faults: []apiserver.Fault{fault}})
			o := options(t, s)
			o.MaxDocument = 1 << 40
			c, _ := connect(t, o)
			c.SetClock(time.Now, func(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() })
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				for s.Count(strings.TrimPrefix(fault.Path, "*")+"*") == 0 {
					time.Sleep(time.Millisecond)
				}
				cancel()
			}()
			// None of these servers would end the response.
			if _, err := c.Record(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want one that wraps context.Canceled", err)
			}
		})
	}
}

func TestCancelledBefore(t *testing.T) {
	s := start(t, apiserver.Config{})
	c, _ := connect(t, options(t, s))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Record(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := s.Count("*"); n > 0 {
		t.Errorf("%d requests after the end", n)
	}
}
