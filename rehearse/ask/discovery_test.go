package ask_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/rehearse/ask"
)

// proxy answers every request with a page.
type proxy struct{}

func (proxy) Read(_ context.Context, _, _, _ string, into func(io.Reader) error) error {
	return into(strings.NewReader("<html>"))
}

func (proxy) DryRun(context.Context, cluster.DryRun) (cluster.DryAnswer, error) {
	return cluster.DryAnswer{}, errors.New("nothing must be sent")
}

// TestDiscoveryUnread: the reason is in the words of kubedelta, because those of the JSON library
// differ between processes.
func TestDiscoveryUnread(t *testing.T) {
	a := &ask.Asker{Server: proxy{}, Own: func(string) bool { return true }}
	got := a.Ask(t.Context(), &rehearse.Question{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"})
	want := "what the server serves of apps/v1 could not be read: GET /apis/apps/v1: the response is not what an API server answers"
	if got.Outcome != rehearse.NotAsked || got.Why != want {
		t.Errorf("%s: %q, want %q", got.Outcome, got.Why, want)
	}
}
