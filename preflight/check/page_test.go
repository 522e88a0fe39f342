package check_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/check"
)

// TestPages: pages.md has one page for each check, in the order of the documentation. The checks
// that run only with --rehearse are last.
func TestPages(t *testing.T) {
	text, err := os.ReadFile("pages.md")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, heading := range regexp.MustCompile(`(?m)^## (.+)$`).FindAllSubmatch(text, -1) {
		ids = append(ids, string(heading[1]))
	}
	var want []string
	for _, c := range check.Every() {
		want = append(want, c.ID)
	}
	if !slices.Equal(ids, want) {
		t.Errorf("the pages are those of %q, the checks are %q", ids, want)
	}
}

// TestPage fails if docs/preflight-checks.md is out of date.
func TestPage(t *testing.T) {
	const path = "../../docs/preflight-checks.md"
	page := check.Page(check.Every())
	if *update {
		if err := os.WriteFile(path, page, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(page) {
		t.Errorf("%s is stale: go test ./preflight/check -run TestPage -update", path)
	}
}
