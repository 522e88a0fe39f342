package github_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/github"
	"github.com/kubedelta/kubedelta/discovery"
	fake "github.com/kubedelta/kubedelta/fixtures/github"
)

const (
	secret   = "ghp_0123456789abcdef"
	notes124 = "<!-- BEGIN MUNGE: GENERATED_TOC -->\n\n# v1.24.1\n\n## Changes by Kind\n"
	pathLog  = "/repos/kubernetes/kubernetes/contents/CHANGELOG/CHANGELOG-1.24.md"
)

func minor124() discovery.Release { return discovery.Release{Major: 1, Minor: 24} }

func published() fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range map[string]string{
		"kubernetes/kubernetes/CHANGELOG/CHANGELOG-1.24.md":                                   notes124,
		"kubernetes/kubernetes/CHANGELOG/CHANGELOG-1.25.md":                                   "# v1.25.0\n" + strings.Repeat("- text\n", 400_000),
		"kubernetes/kubernetes/pull-requests.txt":                                             "1 sig/node kind/bug area/kubelet sig/api-machinery lgtm\n2 release-note-action-required sig/\n3 kind/feature\n",
		"kubernetes/sig-release/releases/release-1.20/release-notes-draft.json":               `{"20":{}}`,
		"kubernetes/sig-release/releases/release-1.24/release-notes/release-notes-draft.json": `{"24":{},"24":{"text":"twice"}}`,
		"kubernetes-sigs/release-notes/src/assets/release-notes-1.14.0.json":                  `{"14":{}}`,
		"kubernetes-sigs/release-notes/src/assets/release-notes-1.24.0-alpha.1.json":          `{"alpha":{}}`,
		"kubernetes-sigs/release-notes/src/assets/release-notes-1.23.3.json":                  `{"patch":{}}`,
		"kubernetes-sigs/release-notes/src/assets/release-notes-1.25.0.json":                  `{"asset":{}}`,
	} {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// world is a fake GitHub, the options to reach it, and the warnings.
type world struct {
	*fake.Server
	o        github.Options
	mu       sync.Mutex
	warnings []string
}

func serve(t *testing.T) *world {
	t.Helper()
	w := &world{Server: fake.New(t)}
	if err := w.Publish(published()); err != nil {
		t.Fatal(err)
	}
	w.o = github.Options{
		BaseURL: w.URL, CacheDir: filepath.Join(t.TempDir(), "cache"), Pause: time.Millisecond,
		Warn: func(text string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.warnings = append(w.warnings, text)
		},
	}
	return w
}

// run returns the source of a new run.
func (w *world) run(t *testing.T) *github.Source {
	t.Helper()
	s, err := github.New(w.o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (w *world) changelog(t *testing.T) (string, error) {
	t.Helper()
	data, err := w.run(t).Changelog(t.Context(), minor124())
	return string(data), err
}

// statuses returns the status codes so far: "200 200 304".
func (w *world) statuses() (all []int) {
	for _, r := range w.Requests() {
		all = append(all, r.Status)
	}
	return all
}

func TestChangelog(t *testing.T) {
	t.Parallel()
	w := serve(t)
	s := w.run(t)
	got, err := s.Changelog(t.Context(), minor124())
	if err != nil || string(got) != notes124 {
		t.Fatalf("%q %v", got, err)
	}
	large, err := s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 25})
	if err != nil || len(large) < 2<<20 {
		t.Errorf("a file above one megabyte: %d bytes, %v", len(large), err)
	}
	_, err = s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 99})
	missing, ok := errors.AsType[*github.NotFoundError](err)
	if !ok || missing.Path != "CHANGELOG/CHANGELOG-1.99.md" || !strings.HasPrefix(err.Error(), "kubernetes/kubernetes has no CHANGELOG/CHANGELOG-1.99.md on 127.0.0.1:") {
		t.Errorf("%v", err)
	}
	for _, r := range w.Requests() {
		if !strings.Contains(r.Accept, "raw") || r.Query != "" {
			t.Errorf("%+v", r)
		}
	}
}

// TestDrafts checks that the machine-readable notes of a version are found, and that no request is
// sent for notes that never existed.
func TestDrafts(t *testing.T) {
	t.Parallel()
	for version, tc := range map[string]struct {
		want     string
		requests int
	}{
		"v1.14.0":         {`{"14":{}}`, 1},
		"v1.20.0":         {`{"20":{}}`, 1},
		"v1.24.0":         {`{"24":{},"24":{"text":"twice"}}`, 1},
		"v1.25.0":         {`{"asset":{}}`, 2},
		"v1.24.0-alpha.1": {`{"alpha":{}}`, 1},
		"v1.23.3":         {`{"patch":{}}`, 1},
		"v1.13.0":         {"", 0},
		"v1.21.0":         {"", 2},
		"v1.24.1":         {"", 0},
		"v1.36.0":         {"", 1},
		"v1.36.0-rc.1":    {"", 0},
		"v2.24.0":         {"", 0},
	} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := serve(t)
			v, err := changelog.ParseVersion(version)
			if err != nil {
				t.Fatal(err)
			}
			got, err := w.run(t).Draft(t.Context(), v)
			if _, missing := errors.AsType[*github.NotFoundError](err); string(got) != tc.want || missing != (tc.want == "") || !missing && err != nil {
				t.Errorf("%q %v", got, err)
			}
			if n := len(w.Requests()); n != tc.requests {
				t.Errorf("%d requests: %+v", n, w.Requests())
			}
		})
	}
}

// TestOneRunAsksOnce checks that concurrent calls send one request.
func TestOneRunAsksOnce(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.Fail(pathLog, 1, fake.Slow(20*time.Millisecond))
	s := w.run(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, err := s.Changelog(t.Context(), minor124()); err != nil || string(got) != notes124 {
				t.Errorf("%q %v", got, err)
			}
			if _, err := s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 99}); err == nil {
				t.Error("a changelog that is not there")
			}
		})
	}
	wg.Wait()
	if n := len(w.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// TestAskingAgainIsFree checks that the second run sends the ETag, so that it does not count
// against the rate limit.
func TestAskingAgainIsFree(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.o.Token = secret
	w.Limit(2, time.Now().Add(time.Hour))
	for range 5 {
		if got, err := w.changelog(t); err != nil || got != notes124 {
			t.Fatalf("%q %v", got, err)
		}
	}
	if diff := cmp.Diff([]int{200, 304, 304, 304, 304}, w.statuses()); diff != "" {
		t.Error(diff)
	}
	// A changed file is downloaded and replaces the cached one.
	w.Repository("kubernetes/kubernetes").Branch("master", map[string][]byte{"CHANGELOG/CHANGELOG-1.24.md": []byte("# v1.24.2\n")})
	w.Limit(5, time.Now().Add(time.Hour))
	for range 2 {
		if got, err := w.changelog(t); err != nil || got != "# v1.24.2\n" {
			t.Errorf("%q %v", got, err)
		}
	}
	if diff := cmp.Diff([]int{200, 304}, w.statuses()[5:]); diff != "" || len(w.warnings) > 0 {
		t.Error(diff, w.warnings)
	}
}

// TestFresh checks that a recent response, including a 404, needs no request.
func TestFresh(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.o.Fresh = time.Hour
	for range 3 {
		s := w.run(t)
		if got, err := s.Changelog(t.Context(), minor124()); err != nil || string(got) != notes124 {
			t.Errorf("%q %v", got, err)
		}
		_, err := s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 99})
		if _, missing := errors.AsType[*github.NotFoundError](err); !missing {
			t.Error(err)
		}
	}
	if n := len(w.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
	// An old file, or one from the future because of a wrong clock, is requested again.
	for i, age := range []time.Duration{-2 * time.Hour, 2 * time.Hour} {
		eachFile(t, w.o.CacheDir, func(name string) {
			if err := os.Chtimes(name, time.Time{}, time.Now().Add(age)); err != nil {
				t.Fatal(err)
			}
		})
		if got, err := w.changelog(t); err != nil || got != notes124 || len(w.Requests()) != 3+i {
			t.Errorf("%q %v, %d requests", got, err, len(w.Requests()))
		}
	}
}

func TestOffline(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.o.Offline = true
	_, err := w.changelog(t)
	if _, ok := errors.AsType[*github.UnreachableError](err); !ok || err.Error() != "cannot read CHANGELOG/CHANGELOG-1.24.md of kubernetes/kubernetes: it is not in the cache; read it once while online" {
		t.Error(err)
	}
	w.o.Offline = false
	online := w.run(t)
	_, _ = online.Changelog(t.Context(), minor124())
	_, _ = online.Draft(t.Context(), changelog.Version{Release: discovery.Release{Major: 1, Minor: 21}})
	_, _ = online.SIGs(t.Context(), []int{1})
	before := len(w.Requests())
	w.o.Offline = true
	if got, err := w.changelog(t); err != nil || got != notes124 {
		t.Errorf("%q %v", got, err)
	}
	_, err = w.run(t).Draft(t.Context(), changelog.Version{Release: discovery.Release{Major: 1, Minor: 21}})
	if _, missing := errors.AsType[*github.NotFoundError](err); !missing {
		t.Errorf("what is known not to be there: %v", err)
	}
	labels, err := w.run(t).SIGs(t.Context(), []int{1, 2})
	if _, ok := errors.AsType[*github.UnreachableError](err); !ok || len(labels) != 1 {
		t.Errorf("%v %v", labels, err)
	}
	if len(w.Requests()) != before {
		t.Errorf("%d requests offline", len(w.Requests())-before)
	}
}

// TestDamagedCache checks that an entry with any changed byte is ignored.
func TestDamagedCache(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.o.Fresh = time.Hour
	if _, err := w.changelog(t); err != nil {
		t.Fatal(err)
	}
	var whole []byte
	eachFile(t, w.o.CacheDir, func(name string) { whole, _ = os.ReadFile(name) })
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1
		eachFile(t, w.o.CacheDir, func(name string) { _ = os.WriteFile(name, damaged, 0o600) })
		if got, err := w.changelog(t); err != nil || got != notes124 || len(w.Requests()) != i+2 {
			t.Fatalf("byte %d of %q: %q %v, %d requests", i, whole, got, err, len(w.Requests()))
		}
	}
	for _, damaged := range [][]byte{nil, []byte("\n"), whole[:len(whole)-1], append(bytes.Clone(whole), 'x')} {
		before := len(w.Requests())
		eachFile(t, w.o.CacheDir, func(name string) { _ = os.WriteFile(name, damaged, 0o600) })
		if got, err := w.changelog(t); err != nil || got != notes124 || len(w.Requests()) != before+1 {
			t.Errorf("%q: %q %v", damaged, got, err)
		}
	}
	for _, r := range w.Requests() {
		if r.IfNoneMatch != "" {
			t.Fatalf("the ETag of a damaged entry was believed: %q", r.IfNoneMatch)
		}
	}
}

// TestWithoutCache checks runs without a cache, and with a cache that cannot be written.
func TestWithoutCache(t *testing.T) {
	t.Parallel()
	w := serve(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", file} {
		w.o.CacheDir = dir
		if got, err := w.changelog(t); err != nil || got != notes124 {
			t.Errorf("%q %v", got, err)
		}
	}
	if len(w.warnings) != 1 || !strings.HasPrefix(w.warnings[0], "the cache of release notes cannot be written, so they are downloaded each time: ") {
		t.Errorf("%q", w.warnings)
	}
}

// TestToken checks that the token is sent with every request to the API, and not to other hosts.
func TestToken(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.RequireToken(secret)
	w.o.Token = " " + secret + "\n"
	other := fake.New(t)
	s := w.run(t)
	if _, err := s.Changelog(t.Context(), minor124()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SIGs(t.Context(), []int{1, 2}); err != nil {
		t.Fatal(err)
	}
	for _, r := range w.Requests() {
		if !r.Authorized {
			t.Errorf("%s went without the token", r.Path)
		}
	}
	// A server that repeats the token does not get it onto the disk, or into an error.
	w.Fail("CHANGELOG-1.25", 1, fake.Body("text/plain", "# v1.25.0\n"+secret))
	if _, err := s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 25}); err != nil {
		t.Error(err)
	}
	w.Fail("CHANGELOG-1.26", 1, fake.Status(403, "the token "+secret+" may not"))
	if _, err := s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 26}); err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "the token (token) may not") {
		t.Error(err)
	}
	w.Fail("CHANGELOG-1.27", 1, fake.Redirect(other.URL+"?"+secret))
	if _, err := s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 27}); err == nil || strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "GitHub redirected the request to another host, which is not followed") {
		t.Error(err)
	}
	if n := len(other.Requests()); n != 0 {
		t.Errorf("%d requests to the other host", n)
	}
	eachFile(t, w.o.CacheDir, func(name string) {
		text, err := os.ReadFile(name)
		if err != nil || bytes.Contains(text, []byte(secret)) || strings.Contains(name, secret) {
			t.Errorf("%s holds the token, or %v", name, err)
		}
		if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %s", name, info.Mode())
		}
	})
	for _, text := range w.warnings {
		if strings.Contains(text, secret) {
			t.Errorf("a warning holds the token: %s", text)
		}
	}
	w.o.BaseURL = "http://ghe.example/api/v3/"
	if _, err := github.New(w.o); err == nil || !strings.Contains(err.Error(), "the token would be sent to ghe.example unencrypted; use https") {
		t.Error(err)
	}
}

// eachFile calls do for every file of a cache, of which there must be at least one.
func eachFile(t *testing.T, dir string, do func(name string)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
			do(name)
		}
		return err
	})
	if err != nil || n == 0 {
		t.Fatalf("%d files in the cache, %v", n, err)
	}
}

func TestGivingUp(t *testing.T) {
	t.Parallel()
	w := serve(t)
	s := w.run(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Changelog(ctx, minor124()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got, err := s.Changelog(t.Context(), minor124()); err != nil || string(got) != notes124 {
		t.Errorf("after one who gave up: %q %v", got, err)
	}
}
