package github_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/github"
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/fixtures/data"
	fake "github.com/kubedelta/kubedelta/fixtures/github"
)

const (
	repository = "kubernetes/kubernetes"
	secret     = "ghp_0123456789abcdef"
)

// release returns a few files of the repository at a tag.
func release() map[string][]byte {
	files := map[string][]byte{}
	for name, text := range map[string]string{
		"README.md": "x", "go.mod": "module x", "staging/src/x.go": "package x", "api/api-rules/README.md": "x",
		"api/openapi-spec/swagger.json":                                      `{"swagger":"2.0"}`,
		"api/openapi-spec/v3/api__v1_openapi.json":                           `{"openapi":"3.0.0","paths":{"/api/v1/pods":{"get":{"responses":{}}}}}`,
		"api/openapi-spec/v3/apis__apps__v1_openapi.json":                    `{"openapi":"3.0.0","paths":{"/apis/apps/v1/deployments":{"get":{"responses":{}}}}}`,
		"api/openapi-spec/v3/api_openapi.json":                               `{}`,
		"api/openapi-spec/v3/apis__apps_openapi.json":                        `{}`,
		"api/openapi-spec/v3/logs_openapi.json":                              `{}`,
		"api/openapi-spec/v3/.well-known__openid-configuration_openapi.json": `{}`,
		"api/discovery/api.json":                                             `{"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[{"serverAddress":"10.10.10.10:8050"}]}`,
		"api/discovery/api__v1.json":                                         `{"kind":"APIResourceList","resources":[{"name":"pods","shortNames":["po"],"namespaced":true,"kind":"Pod","verbs":["list"]}]}`,
		"api/discovery/apis.json":                                            `{"kind":"APIGroupList"}`,
		"api/discovery/apis__apps__v1.json":                                  `{"kind":"APIResourceList"}`,
		"api/discovery/aggregated_v2.json":                                   `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[{"resource":"deployments","scope":"Namespaced","verbs":["list"],"shortNames":["deploy"]}]}]}]}`,
		"api/discovery/aggregated_v2beta1.json":                              `{"kind":"APIGroupDiscoveryList"}`,
	} {
		files[name] = []byte(text)
	}
	return files
}

// without removes the files whose path contains a text.
func without(files map[string][]byte, text string) map[string][]byte {
	for name := range files {
		if strings.Contains(name, text) {
			delete(files, name)
		}
	}
	return files
}

// serve starts a GitHub server with one tag and returns options for it.
func serve(t *testing.T, files map[string][]byte) (*fake.Server, github.Options) {
	t.Helper()
	s := fake.New(t)
	s.Repository(repository).Tag("v1.36.0", files)
	return s, github.Options{Options: client.Options{BaseURL: s.URL, Pause: time.Millisecond}, CacheDir: filepath.Join(t.TempDir(), "cache")}
}

func TestRead(t *testing.T) {
	t.Parallel()
	s, o := serve(t, release())
	set, m, err := github.Read(t.Context(), "v1.36.0", o)
	if err != nil {
		t.Fatal(err)
	}
	want := snapshot.Manifest{Source: "github:v1.36.0", GitVersion: "v1.36.0", AllServed: true, SourceKind: discovery.SourceGitHub}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
	surface, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	pods := surface.Resource(discovery.GroupVersion{Version: "v1"}, "pods")
	if surface.Version != "v1.36.0" || surface.Release.String() != "1.36" || pods == nil || len(pods.ShortNames) != 1 || len(set.OpenAPIV3) != 2 || set.Swagger != nil {
		t.Errorf("%q, pods %+v, %d documents", surface.Version, pods, len(set.OpenAPIV3))
	}
	if bytes.Contains(set.APIVersions, []byte("10.10.10.10")) {
		t.Error("the address of a server is in the set")
	}
	// The tag, the tag object, two trees, and the five files that are used.
	if got := len(s.Requests()); got != 9 {
		t.Errorf("%d requests", got)
	}
	again, _, err := github.Read(t.Context(), "v1.36.0", o)
	if err != nil || !cmp.Equal(set, again) || len(s.Requests()) != 9 {
		t.Errorf("the second time: %v, %d requests", err, len(s.Requests()))
	}
	o.Offline = true
	if again, _, err = github.Read(t.Context(), "v1.36.0", o); err != nil || !cmp.Equal(set, again) || len(s.Requests()) != 9 {
		t.Errorf("offline: %v, %d requests", err, len(s.Requests()))
	}
}

// TestOlderReleases reads the files that older tags have.
func TestOlderReleases(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files      map[string][]byte
		v3         int
		discovered bool
		swagger    bool
	}{
		"v2beta1":        {without(release(), "aggregated_v2.json"), 2, true, false},
		"no aggregated":  {without(release(), "aggregated"), 2, false, false},
		"no discovery":   {without(release(), "api/discovery"), 2, false, false},
		"half discovery": {without(release(), "api__v1.json"), 2, false, false},
		"no v3":          {without(release(), "/v3/"), 0, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, o := serve(t, tc.files)
			set, m, err := github.Read(t.Context(), "v1.36.0", o)
			if err != nil {
				t.Fatal(err)
			}
			if len(set.OpenAPIV3) != tc.v3 || (set.AggregatedAPIs != nil) != tc.discovered || (set.APIVersions != nil) != tc.discovered || (set.Swagger != nil) != tc.swagger || !m.AllServed {
				t.Errorf("%d documents, discovery %s, swagger %s", len(set.OpenAPIV3), set.AggregatedAPIs, set.Swagger)
			}
		})
	}
}

// TestTags reads tags that are not releases.
func TestTags(t *testing.T) {
	t.Parallel()
	s, o := serve(t, release())
	s.Repository(repository).LightTag("release/one", release()).Tag("v1.37.0-rc.1", release())
	for tag, version := range map[string]string{"release/one": "", "v1.37.0-rc.1": "v1.37.0-rc.1"} {
		set, m, err := github.Read(t.Context(), tag, o)
		if err != nil || m.GitVersion != version || (set.Version == nil) != (version == "") {
			t.Errorf("%s: version %q, error %v", tag, m.GitVersion, err)
		}
	}
	// A tag that is not a release may move, so it is requested each time.
	before := len(s.Requests())
	if _, _, err := github.Read(t.Context(), "release/one", o); err != nil || len(s.Requests()) == before {
		t.Errorf("%d requests, error %v", len(s.Requests())-before, err)
	}
}

// TestRealRelease reads the documents of a release from a repository, and compares them with those
// of a folder.
func TestRealRelease(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(data.Root(t), "openapi", "1.35")
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(folder, strings.TrimSuffix(name, ".json"))
		path := "api/openapi-spec/v3/" + strings.ReplaceAll(filepath.ToSlash(rel), "/", "__") + "_openapi.json"
		files[path], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, o := serve(t, files)
	got, _, err := github.Read(t.Context(), "v1.36.0", o)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := snapshot.Read(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.OpenAPIV3) != len(want.OpenAPIV3) {
		t.Fatalf("%d documents, want %d", len(got.OpenAPIV3), len(want.OpenAPIV3))
	}
	for gv, text := range want.OpenAPIV3 {
		if !bytes.Equal(got.OpenAPIV3[gv], text) {
			t.Errorf("the document of %s differs", gv)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		tag    string
		change func(*github.Options)
		want   string
	}{
		"no such patch":     {"v1.36.9", nil, `github:v1.36.9: kubernetes/kubernetes has no tag "v1.36.9"; did you mean v1.36.1 or v1.36.0 or v1.36.0-rc.1?`},
		"no v":              {"1.36.0", nil, "did you mean v1.36.0 or v1.36.1 or v1.36.0-rc.1?"},
		"no such minor":     {"v1.99.0", nil, `has no tag "v1.99.0", and no similar tag; a tag looks like v1.30.2`},
		"no version":        {"main", nil, `has no tag "main", and no similar tag`},
		"empty":             {"", nil, `"" is not the name of a tag`},
		"path":              {"../../../user", nil, `"../../../user" is not the name of a tag`},
		"option":            {"-x", nil, "is not the name of a tag"},
		"query":             {"v1?x=y", nil, "is not the name of a tag"},
		"nothing there":     {"v1.0.0", nil, "the tag has no OpenAPI documents"},
		"token with spaces": {"v1.36.0", func(o *github.Options) { o.Token = "a b" }, "the token has characters that are not valid in a GitHub token"},
		"plain http":        {"v1.36.0", func(o *github.Options) { o.Token, o.BaseURL = secret, "http://ghe.example/api/v3/" }, "the token would be sent to ghe.example unencrypted"},
		"no url":            {"v1.36.0", func(o *github.Options) { o.BaseURL = "ghe.example" }, "is not a URL like https://HOST/api/v3/"},
		"user in url":       {"v1.36.0", func(o *github.Options) { o.BaseURL = "https://u:p@ghe.example/" }, "contains a user name or password"},
		"offline":           {"v1.36.0", func(o *github.Options) { o.Offline = true }, "the tag v1.36.0 is not in the cache; read it once while online"},
		"not reached":       {"v1.36.0", func(o *github.Options) { o.BaseURL = "http://127.0.0.1:1/" }, "127.0.0.1:1 cannot be reached: dial tcp"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, o := serve(t, release())
			s.Repository(repository).Tag("v1.36.1", release()).Tag("v1.36.0-rc.1", release()).Tag("v1.360.0", nil).Tag("v1.0.0", map[string][]byte{"x": nil})
			if tc.change != nil {
				tc.change(&o)
			}
			_, _, err := github.Read(t.Context(), tc.tag, o)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// TestFaults injects faults. Temporary faults do not show.
func TestFaults(t *testing.T) {
	t.Parallel()
	reset := time.Now().Add(42*time.Minute + 20*time.Second)
	for name, tc := range map[string]struct {
		path  string
		times int
		fault fake.Fault
		want  string
	}{
		"500 three times":    {"/git/ref/", 3, fake.Status(500, "oops"), ""},
		"502 for a blob":     {"/git/blobs/", 3, fake.Status(502, ""), ""},
		"truncated tree":     {"/git/trees/", 2, fake.Truncated(), ""},
		"truncated blob":     {"/git/blobs/", 3, fake.Truncated(), ""},
		"wrong blob":         {"/git/blobs/", 2, fake.Body("text/plain", "not that file"), ""},
		"html for json":      {"/git/tags/", 1, fake.Body("text/html", "<html>"), ""},
		"short pause":        {"/git/blobs/", 1, fake.SecondaryLimited(time.Second), ""},
		"slow":               {"/git/ref/", 1, fake.Slow(20 * time.Millisecond), ""},
		"500 for ever":       {"/git/trees/", -1, fake.Status(500, "oops"), "GitHub returned 500 Internal Server Error, 4 times in a row; try again later"},
		"wrong blob always":  {"/git/blobs/", -1, fake.Body("text/html", "<html>login</html>"), "the response is not the file of this name in git"},
		"html always":        {"/git/ref/", -1, fake.Body("text/html", "<html>login</html>"), "the response of GitHub is not JSON; it may be the page of a proxy"},
		"rate limit":         {"/git/ref/", -1, fake.RateLimited(reset), "GitHub's rate limit of 60 requests an hour is exhausted until " + reset.UTC().Format("15:04 UTC") + " (for N min); set GITHUB_TOKEN or GH_TOKEN"},
		"secondary limit":    {"/git/blobs/", -1, fake.SecondaryLimited(5 * time.Minute), "GitHub asks for a pause of 5m0s"},
		"forbidden":          {"/git/ref/", -1, fake.Status(403, "Resource protected by organization SAML enforcement"), "GitHub returned 403 Forbidden: Resource protected by organization SAML enforcement"},
		"unauthorized":       {"/git/ref/", -1, fake.Status(401, "Bad credentials"), "GitHub rejected the token: it is wrong, revoked or expired"},
		"missing tree":       {"/git/trees/", -1, fake.Status(404, "Not Found"), "GitHub returned 404 Not Found"},
		"too many redirects": {"/git/ref/", -1, fake.Redirect("/repos/x/y/git/ref/tags/x"), "redirected more than 5 times"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, o := serve(t, release())
			s.Fail(tc.path, tc.times, tc.fault)
			_, _, err := github.Read(t.Context(), "v1.36.0", o)
			if tc.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(minutes.ReplaceAllString(err.Error(), "for N min"), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// minutes matches the minutes until a limit is reset. The number depends on the time when the
// message is written; the tests of package client test it.
var minutes = regexp.MustCompile(`for 4[0-2] min`)

// TestRateLimitGoesOnWhereItStopped: after the rate limit is reached, the next reading requests
// only the missing files.
func TestRateLimitGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	s, o := serve(t, release())
	s.Limit(6, time.Now().Add(30*time.Minute))
	_, _, err := github.Read(t.Context(), "v1.36.0", o)
	if err == nil || !strings.Contains(err.Error(), "2 of 5 files are in the cache and will not be downloaded again") {
		t.Fatal(err)
	}
	before := len(s.Requests())
	s.Limit(60, time.Now().Add(time.Hour))
	if _, _, err := github.Read(t.Context(), "v1.36.0", o); err != nil || len(s.Requests())-before != 3 {
		t.Errorf("%d requests, error %v", len(s.Requests())-before, err)
	}
}

func TestTruncatedListing(t *testing.T) {
	t.Parallel()
	s, o := serve(t, release())
	s.Repository(repository).TruncateTrees()
	if _, _, err := github.Read(t.Context(), "v1.36.0", o); err == nil || !strings.Contains(err.Error(), "too large for GitHub to list completely") {
		t.Error(err)
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	s, o := serve(t, release())
	s.Fail("/git/blobs/", -1, fake.Slow(time.Minute))
	o.Timeout = 200 * time.Millisecond
	if _, _, err := github.Read(t.Context(), "v1.36.0", o); err == nil || !strings.Contains(err.Error(), "github:v1.36.0: reading took too long: more than 200ms, after 0 of 5 files were read") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := github.Read(ctx, "v1.36.0", o); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestToken: the token is sent with every request for the API, and to no other host.
func TestToken(t *testing.T) {
	t.Parallel()
	s, o := serve(t, release())
	s.RequireToken(secret)
	other := fake.New(t)
	o.Token = " " + secret + "\n"
	if _, _, err := github.Read(t.Context(), "v1.36.0", o); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Requests() {
		if !r.Authorized {
			t.Errorf("%s went without the token", r.Path)
		}
	}
	err := filepath.WalkDir(o.CacheDir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil || e.IsDir() {
			return err
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %s", name, info.Mode())
		}
		text, err := os.ReadFile(name)
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("%s holds the token", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Repository(repository).Tag("v1.36.1", map[string][]byte{"api/openapi-spec/swagger.json": []byte("{}")})
	s.Fail("/git/ref/", 1, fake.Redirect(other.URL+"repos/"+repository+"/git/ref/tags/v1.36.1"))
	if _, _, err = github.Read(t.Context(), "v1.36.1", o); err == nil || !strings.Contains(err.Error(), "GitHub redirected the request to another host, which is not followed") {
		t.Error(err)
	}
	if n := len(other.Requests()); n != 0 {
		t.Errorf("%d requests to the other host", n)
	}
	// The error does not contain the token, although the server's response repeats it.
	s.Fail("/git/ref/", 1, fake.Status(http.StatusForbidden, "the token "+secret+" may not"))
	if _, _, err = github.Read(t.Context(), "v1.36.1", o); err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "the token (token) may not") {
		t.Error(err)
	}
}

// TestSameHostRedirect follows the redirect of a renamed repository.
func TestSameHostRedirect(t *testing.T) {
	t.Parallel()
	s := fake.New(t)
	s.Repository("kubernetes/new").Tag("v1.36.0", release())
	s.Fail("/"+repository+"/git/ref/", 1, fake.Redirect("/repos/kubernetes/new/git/ref/tags/v1.36.0"))
	_, _, err := github.Read(t.Context(), "v1.36.0", github.Options{Options: client.Options{BaseURL: s.URL, Pause: time.Millisecond, Token: secret}})
	// The server does not redirect the other requests, so they fail.
	if err == nil || !strings.Contains(err.Error(), "404 Not Found") {
		t.Error(err)
	}
	for _, r := range s.Requests() {
		if !r.Authorized {
			t.Errorf("%s went without the token", r.Path)
		}
	}
}

// TestDamagedCache: a damaged cache file is downloaded again.
func TestDamagedCache(t *testing.T) {
	t.Parallel()
	s, o := serve(t, release())
	want, _, err := github.Read(t.Context(), "v1.36.0", o)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(o.CacheDir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		return os.WriteFile(name, []byte(`{"key":"`), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	before := len(s.Requests())
	got, _, err := github.Read(t.Context(), "v1.36.0", o)
	if err != nil || !cmp.Equal(want, got) || len(s.Requests())-before != 9 {
		t.Errorf("%d requests, error %v", len(s.Requests())-before, err)
	}
	o.Offline = true
	if err := os.RemoveAll(filepath.Join(o.CacheDir, "blobs")); err != nil {
		t.Fatal(err)
	}
	if _, _, err = github.Read(t.Context(), "v1.36.0", o); err == nil || !strings.Contains(err.Error(), "is not in the cache; read the tag once while online") {
		t.Error(err)
	}
}

// TestWithoutCache reads without a cache, and with one that cannot be written.
func TestWithoutCache(t *testing.T) {
	t.Parallel()
	_, o := serve(t, release())
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", file} {
		o.CacheDir = dir
		if _, _, err := github.Read(t.Context(), "v1.36.0", o); err != nil {
			t.Error(err)
		}
	}
}
