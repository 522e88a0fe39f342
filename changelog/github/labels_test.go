package github_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/github"
	fake "github.com/kubedelta/kubedelta/fixtures/github"
)

func version(t *testing.T, text string) changelog.Version {
	t.Helper()
	v, err := changelog.ParseVersion(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestLabels(t *testing.T) {
	t.Parallel()
	w := serve(t)
	want := map[int][]string{1: {"api-machinery", "node"}, 2: nil, 3: nil}
	for range 2 {
		got, err := w.run(t).SIGs(t.Context(), []int{1, 2, 1, 404, 0, -7, 3})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	// The second run sends no request for cached labels.
	if n := len(w.Requests()); n != 4 {
		t.Errorf("%d requests", n)
	}
	if got, err := w.run(t).SIGs(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("%v %v", got, err)
	}
}

// TestLabelsAreBounded checks that the first pull requests are requested, and cached ones do not
// count.
func TestLabelsAreBounded(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.o.MaxLabels = 1
	for want := 1; want <= 3; want++ {
		got, err := w.run(t).SIGs(t.Context(), []int{3, 1, 2})
		if err != nil || len(got) != want || len(w.Requests()) != want {
			t.Errorf("%v %v, %d requests", got, err, len(w.Requests()))
		}
	}
	for token, want := range map[string]int{"": 20, secret: 100} {
		w := serve(t)
		w.o.Token = token
		prs := make([]int, 200)
		for i := range prs {
			prs[i] = 1000 + i
		}
		if got, err := w.run(t).SIGs(t.Context(), prs); err != nil || len(got) != 0 || len(w.Requests()) != want {
			t.Errorf("%v %v, %d requests", got, err, len(w.Requests()))
		}
	}
}

// TestLabelsUntilTheLimit checks that the labels read before the rate limit are returned.
func TestLabelsUntilTheLimit(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.Limit(1, time.Now().Add(time.Hour))
	got, err := w.run(t).SIGs(t.Context(), []int{1, 2, 3})
	if _, ok := errors.AsType[*github.UnreachableError](err); !ok || len(got) != 1 || !strings.Contains(err.Error(), "cannot read pull request #") || !strings.Contains(err.Error(), "set GITHUB_TOKEN") {
		t.Errorf("%v %v", got, err)
	}
	if n := len(w.Requests()); n > 4 {
		t.Errorf("%d requests", n)
	}
	for _, body := range []string{"<html>", "{}", `{"number":`, `[]`} {
		w := serve(t)
		w.Fail("/issues/", -1, fake.Body("application/json", body))
		if _, err := w.run(t).SIGs(t.Context(), []int{1}); err == nil || !strings.Contains(err.Error(), "GitHub's response is not a pull request in JSON") {
			t.Errorf("%s: %v", body, err)
		}
	}
}
