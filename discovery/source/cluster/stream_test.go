package cluster_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// readAll reads a path with Client.Read.
func readAll(t *testing.T, c *cluster.Client, path string) (string, error) {
	t.Helper()
	var text []byte
	calls := 0
	err := c.Read(t.Context(), path, "limit=1", "application/json", func(r io.Reader) (err error) {
		calls++
		text, err = io.ReadAll(r)
		return err
	})
	if calls > 1 {
		t.Errorf("%s was handed over %d times", path, calls)
	}
	return string(text), err
}

func TestRead(t *testing.T) {
	s := start(t, apiserver.Config{})
	c, _ := connect(t, options(t, s))
	text, err := readAll(t, c, "/api/v1/pods")
	if err != nil || !strings.HasPrefix(text, `{"kind":"PodList"`) {
		t.Errorf("%q, %v", text, err)
	}
	if last := s.Requests()[len(s.Requests())-1]; last.Query != "limit=1" || last.Accept != "application/json" || last.Method != http.MethodGet {
		t.Errorf("%+v", last)
	}
}

// TestReadFails: the error has the status and no text from the server.
func TestReadFails(t *testing.T) {
	for kind, want := range map[apiserver.FaultKind]struct {
		status int
		broke  bool
		word   string
	}{
		apiserver.Forbidden:     {403, false, "403 Forbidden"},
		apiserver.NotFound:      {404, false, "404 Not Found"},
		apiserver.Unauthorized:  {401, false, "no credentials were sent"},
		apiserver.Unavailable:   {503, false, "503"},
		apiserver.HTML:          {200, false, "a web page"},
		apiserver.Empty:         {200, false, "the response is empty"},
		apiserver.TruncatedBody: {0, true, "the response ended early"},
		apiserver.Reset:         {0, false, "the connection was lost"},
	} {
		s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "/api/v1/pods", Kind: kind}}})
		c, _ := connect(t, options(t, s))
		_, err := readAll(t, c, "/api/v1/pods")
		var failed *cluster.ReadError
		if !errors.As(err, &failed) || failed.HTTPStatus() != want.status || failed.BrokeOff() != want.broke {
			t.Errorf("%s: %+v", kind, err)
			continue
		}
		wantWords(t, err.Error(), want.word)
		wantNoSecret(t, err.Error(), apiserver.ServerAddress, "127.0.0.1", "system:discovery")
	}
}

// TestReadRefusedByBackend: that a kubelet refuses the API server says nothing about the user.
func TestReadRefusedByBackend(t *testing.T) {
	const path = "/api/v1/nodes/a/proxy/configz"
	for kind, want := range map[apiserver.FaultKind]int{apiserver.Backend: 502, apiserver.Forbidden: 403} {
		s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: path, Kind: kind}}})
		c, _ := connect(t, options(t, s))
		_, err := readAll(t, c, path)
		var failed *cluster.ReadError
		if !errors.As(err, &failed) || failed.HTTPStatus() != want || strings.Contains(err.Error(), "kubelet-client-certificate") != (want == 502) {
			t.Errorf("%s: %v", kind, err)
		}
		wantWords(t, err.Error(), "403 Forbidden")
	}
}

// TestReadAgain: a request is retried if nothing was passed on yet.
func TestReadAgain(t *testing.T) {
	for _, kind := range []apiserver.FaultKind{apiserver.Unavailable, apiserver.TooManyRequests, apiserver.Reset} {
		s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "/api/v1/pods", Kind: kind, Times: 2}}})
		c, p := connect(t, options(t, s))
		if _, err := readAll(t, c, "/api/v1/pods"); err != nil || len(p.list) != 2 {
			t.Errorf("%s: %v after %v", kind, err, p.list)
		}
	}
}

func TestReadStops(t *testing.T) {
	s := start(t, apiserver.Config{})
	c, _ := connect(t, options(t, s))
	enough := errors.New("enough")
	if err := c.Read(t.Context(), "/api/v1/pods", "", "application/json", func(io.Reader) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("%v", err)
	}
}
