package collect_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// built is the part of the catalog that all tests share.
var built = sync.OnceValues(func() ([]discovery.ResourceLifecycle, error) { return catalog.New().Lifecycles() })

// folder unpacks the cluster of a txtar file, and more files.
func folder(t testing.TB, name string, more ...txtar.File) string {
	t.Helper()
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return unpack(t, append(a.Files, more...)...)
}

func unpack(t testing.TB, files ...txtar.File) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// clusterOf starts a cluster. Its version is the first word.
func clusterOf(t testing.TB, dir string, words ...string) *apiserver.Server {
	t.Helper()
	s, err := apiserver.Cluster(dir, words...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// started starts a cluster that a test changed.
func started(t testing.TB, c apiserver.Config) *apiserver.Server {
	t.Helper()
	s, err := apiserver.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// connect returns a client of a server, and what the server serves.
func connect(t testing.TB, s *apiserver.Server) (*cluster.Client, *discovery.Surface) {
	t.Helper()
	return connectFor(t, s, 0)
}

// connectFor does the same with a time limit for all requests.
func connectFor(t testing.TB, s *apiserver.Server, limit time.Duration) (*cluster.Client, *discovery.Surface) {
	t.Helper()
	o := cluster.Options{Server: s.URL, CAFile: filepath.Join(t.TempDir(), "ca.crt"), TimeLimit: limit}
	if err := os.WriteFile(o.CAFile, s.CA(), 0o600); err != nil {
		t.Fatal(err)
	}
	return recorded(t, o)
}

func recorded(t testing.TB, o cluster.Options) (*cluster.Client, *discovery.Surface) {
	t.Helper()
	c, err := cluster.New(o)
	if err != nil {
		t.Fatal(err)
	}
	set, err := c.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	surface, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	return c, surface
}

// endless is a server whose list of services is empty and has no last page.
type endless struct {
	collect.Server
	path string
}

func (s endless) Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	if path == s.path {
		return into(strings.NewReader(`{"kind":"ServiceList","apiVersion":"v1","metadata":{"continue":"more"},"items":[]}`))
	}
	return s.Server.Read(ctx, path, query, accept, into)
}

// deaf is a server that does not answer queries with a text.
type deaf struct {
	collect.Server
	text string
}

func (s deaf) Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	if strings.Contains(query, s.text) {
		return io.ErrUnexpectedEOF
	}
	return s.Server.Read(ctx, path, query, accept, into)
}

// options returns the options for an upgrade to a release.
func options(t testing.TB, to string) collect.Options {
	t.Helper()
	lifecycles, err := built()
	if err != nil {
		t.Fatal(err)
	}
	release, err := discovery.ParseRelease(to)
	if err != nil {
		t.Fatal(err)
	}
	return collect.Options{To: release, Lifecycles: lifecycles}
}

// checking adds the checker of scan to options.
func checking(t testing.TB, o collect.Options, from string) collect.Options {
	t.Helper()
	load := func(r discovery.Release) *discovery.Surface {
		s, err := catalog.New().Load(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before, err := discovery.ParseRelease(from)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := catalog.New().Groups()
	if err != nil {
		t.Fatal(err)
	}
	old, target := load(before), load(o.To)
	j, err := checker.New(checker.Target{Objects: true, To: target, Lifecycles: o.Lifecycles, Groups: groups})
	if err != nil {
		t.Fatal(err)
	}
	o.Check = func(object *tree.Object) (all []finding.Finding) {
		j.Object(object, func(f finding.Finding) { all = append(all, f) })
		return all
	}
	o.Fields = collect.FieldRules(old, target)
	return o
}

// read calls Collect.
func read(t testing.TB, s *apiserver.Server, o collect.Options) *evidence.Evidence {
	t.Helper()
	client, surface := connect(t, s)
	return readAs(t, client, surface, o)
}

func readAs(t testing.TB, client collect.Server, surface *discovery.Surface, o collect.Options) *evidence.Evidence {
	t.Helper()
	e, err := collect.Collect(t.Context(), client, surface, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// want fails if a reading is not in a state, or its reason lacks words.
func want(t testing.TB, e *evidence.Evidence, key evidence.Resource, state evidence.State, words ...string) {
	t.Helper()
	r := e.Reading(key)
	if r.State != state {
		t.Errorf("%s is %s (%s), not %s", key, r.State, r.Reason, state)
	}
	for _, w := range words {
		if !strings.Contains(r.Reason+" "+r.Permission, w) {
			t.Errorf("%s: %q, permission %q does not say %q", key, r.Reason, r.Permission, w)
		}
	}
}

// helmRelease returns the payload of a revision, as Helm writes it.
func helmRelease(t testing.TB, chart, manifest string) string {
	t.Helper()
	return helmReleaseAs(t, "deployed", chart, manifest)
}

func helmReleaseAs(t testing.TB, status, chart, manifest string) string {
	t.Helper()
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	fmt.Fprintf(w, `{"name":"x","info":{"status":%q,"last_deployed":"2024-01-02T03:04:05Z"},"chart":{"metadata":{"name":%q,"version":"1.2.3"},"templates":[{"name":"t","data":"eA=="}]},"config":{"password":"hunter22"},"manifest":%q}`, status, chart, manifest)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(zipped.Bytes())
}

// revisionOf returns the manifest of a Secret or ConfigMap with a revision.
func revisionOf(kind, ns, name, status string, version int, payload string) string {
	labels := fmt.Sprintf("{owner: helm, name: %s, status: %s, version: %q}", name, status, fmt.Sprint(version))
	object := fmt.Sprintf("apiVersion: v1\nkind: %s\nmetadata: {name: sh.helm.release.v1.%s.v%d, namespace: %s, labels: %s}\n", kind, name, version, ns, labels)
	if kind == "Secret" {
		return object + "type: helm.sh/release.v1\ndata: {release: " + base64.StdEncoding.EncodeToString([]byte(payload)) + "}\n---\n"
	}
	return object + "data: {release: " + payload + "}\n---\n"
}
