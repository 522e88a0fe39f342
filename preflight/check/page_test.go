package check_test

import (
	"os"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/check"
)

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
