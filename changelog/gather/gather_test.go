package gather_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/changelog/gather"
	"github.com/kubedelta/kubedelta/changelog/github"
	"github.com/kubedelta/kubedelta/discovery"
)

// remote is a GitHub that has some changelogs, and fails for the others.
type remote struct {
	has  map[string]string
	fail error
	// asked are the minors whose changelog was requested.
	asked []string
}

func (r *remote) Changelog(_ context.Context, minor discovery.Release) ([]byte, error) {
	r.asked = append(r.asked, minor.String())
	if text, has := r.has[minor.String()]; has {
		return []byte(text), nil
	}
	return nil, &github.UnreachableError{What: "CHANGELOG/CHANGELOG-" + minor.String() + ".md of kubernetes/kubernetes", Err: r.fail}
}

func (r *remote) Draft(context.Context, changelog.Version) ([]byte, error) {
	return nil, &github.NotFoundError{Repository: "kubernetes/sig-release", Path: "draft"}
}

func (r *remote) SIGs(context.Context, []int) (map[int][]string, error) { return nil, nil }

func version(t *testing.T, text string) changelog.Version {
	t.Helper()
	v, err := changelog.ParseVersion(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const of19 = "# v1.9.0\n\n## Changes by Kind\n\n### Feature\n\n- Something is new. ([#50000](https://github.com/kubernetes/kubernetes/pull/50000), [@a](https://github.com/a)) [SIG Node]\n"

// TestOffline checks that after a changelog that is not in the cache the next one is read, and that
// each release has its own reason.
func TestOffline(t *testing.T) {
	r := &remote{has: map[string]string{"1.9": of19}, fail: github.ErrNotCached}
	g, err := gather.Gather(t.Context(), version(t, "1.6"), version(t, "1.10.1"), gather.Options{Remote: r})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.asked, " "); got != "1.7 1.8 1.9 1.10" {
		t.Errorf("asked for %s", got)
	}
	if _, texts := g.Library.Has(version(t, "1.9.0")); !texts {
		t.Error("what the cache has of 1.9 was not read")
	}
	for _, name := range []string{"v1.7.0", "v1.8.0", "v1.10.0", "1.10"} {
		minor := strings.Join(strings.Split(strings.TrimPrefix(name, "v"), ".")[:2], ".")
		if !strings.Contains(g.Why[name], "CHANGELOG-"+minor+".md") {
			t.Errorf("%s is missing because %q", name, g.Why[name])
		}
	}
	if g.Why["v1.9.0"] != "" || !strings.Contains(g.NoTexts, "CHANGELOG-1.7.md") {
		t.Errorf("1.9 is missing because %q, and texts because %q", g.Why["v1.9.0"], g.NoTexts)
	}
}

// TestNetworkFailure checks that nothing is requested after a network error.
func TestNetworkFailure(t *testing.T) {
	r := &remote{fail: errors.New("the connection was refused")}
	g, err := gather.Gather(t.Context(), version(t, "1.6"), version(t, "1.9"), gather.Options{Remote: r})
	if err != nil || len(r.asked) != 1 || g.Why["v1.8.0"] != "" || !strings.Contains(g.NoTexts, "CHANGELOG-1.7.md") {
		t.Errorf("got %v, asked for %v, %v, %q", err, r.asked, g.Why, g.NoTexts)
	}
}

// TestInterrupted checks that the error of a canceled context is returned.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := gather.Gather(ctx, version(t, "1.6"), version(t, "1.9"), gather.Options{Remote: &remote{fail: github.ErrNotCached}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestFromPreRelease checks that the changelog is read that shows which notes a pre-release has, even
// if the notes of the release are in a file.
func TestFromPreRelease(t *testing.T) {
	const alpha = "# v1.9.0-alpha.1\n\n## Changes by Kind\n\n### Feature\n\n- Something is new. ([#50000](https://github.com/kubernetes/kubernetes/pull/50000), [@a](https://github.com/a)) [SIG Node]\n"
	r := &remote{has: map[string]string{"1.9": alpha}}
	given := []files.File{{Path: "1.9.0.md", Form: files.Changelog, Release: "v1.9.0", Data: []byte(of19)}}
	g, err := gather.Gather(t.Context(), version(t, "1.9.0-alpha.1"), version(t, "1.9"), gather.Options{Remote: r, Files: given})
	if err != nil {
		t.Fatal(err)
	}
	if span := g.Library.Between(version(t, "1.9.0-alpha.1"), version(t, "1.9")); span.Had != 1 || len(span.Notes) != 0 || len(span.Unpatched) != 0 {
		t.Errorf("%d notes left out, %d notes, without %v", span.Had, len(span.Notes), span.Unpatched)
	}
}
