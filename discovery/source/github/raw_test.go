package github_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/source/github"
	fake "github.com/kubedelta/kubedelta/fixtures/github"
)

// counted returns the number of requests for the API, and for raw files.
func counted(s *fake.Server) (api, raw int) {
	for _, r := range s.Requests() {
		if strings.HasPrefix(r.Path, "/raw/") {
			raw++
		} else {
			api++
		}
	}
	return api, raw
}

// TestRawFiles: without a token, two tags with 45 files each take ten of the 60 requests of an
// hour. The token is not sent to the host of raw files.
func TestRawFiles(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"", secret} {
		files := release()
		for i := range 40 {
			files["api/openapi-spec/v3/apis__g"+string(rune('a'+i%26))+strings.Repeat("z", i/26)+".example.com__v1_openapi.json"] = []byte(`{"openapi":"3.0.0","paths":{}}` + strings.Repeat(" ", i))
		}
		s, o := serve(t, files)
		newer := map[string][]byte{}
		for name, b := range files {
			newer[name] = append(b, '\n')
		}
		s.Repository(repository).Tag("v1.37.0", newer)
		s.Limit(10, time.Now().Add(time.Hour))
		o.RawURL, o.Token = s.RawURL, token
		for _, tag := range []string{"v1.36.0", "v1.37.0"} {
			if _, _, err := github.Read(t.Context(), tag, o); err != nil {
				t.Fatal(err)
			}
		}
		if api, raw := counted(s); api > 10 || raw != 90 {
			t.Errorf("%d requests of the API, %d of raw files", api, raw)
		}
		for _, r := range s.Requests() {
			if strings.HasPrefix(r.Path, "/raw/") && r.Authorized {
				t.Errorf("%s has the token", r.Path)
			}
		}
	}
}

// TestRawFilesFail: files that the host of raw files does not have, or not with their SHA, are read
// from the API.
func TestRawFilesFail(t *testing.T) {
	t.Parallel()
	_, plain := serve(t, release())
	want, _, err := github.Read(t.Context(), "v1.36.0", plain)
	if err != nil {
		t.Fatal(err)
	}
	for name, fault := range map[string]struct {
		fault fake.Fault
		times int
		raw   int // maximum
	}{
		"it has none":             {fake.Status(http.StatusNotFound, "none"), -1, 5},
		"a proxy refuses":         {fake.Status(http.StatusForbidden, "blocked"), -1, 5},
		"another host":            {fake.Redirect("https://elsewhere.example/"), -1, 5},
		"a fault for a moment":    {fake.Status(http.StatusServiceUnavailable, "down"), 2, 7},
		"a fault":                 {fake.Status(http.StatusServiceUnavailable, "down"), -1, 20},
		"an answer that is short": {fake.Truncated(), -1, 20},
		"a login page":            {fake.Body("text/html", "<html>Sign in</html>"), -1, 20},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, o := serve(t, release())
			o.RawURL = s.RawURL
			s.Fail("/raw/", fault.times, fault.fault)
			got, _, err := github.Read(t.Context(), "v1.36.0", o)
			if err != nil || !cmp.Equal(want, got) {
				t.Error(err)
			}
			api, raw := counted(s)
			if wants := 9; fault.times < 0 && api != wants || fault.times > 0 && api != 4 || raw > fault.raw {
				t.Errorf("%d requests of the API, %d of raw files", api, raw)
			}
		})
	}
	s, o := serve(t, release())
	o.RawURL = "http://127.0.0.1:1/"
	if got, _, err := github.Read(t.Context(), "v1.36.0", o); err != nil || !cmp.Equal(want, got) || len(s.Requests()) != 9 {
		t.Error(err)
	}
}
