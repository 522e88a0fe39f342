package check_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestPeers: the cases that docs/preflight-peers.md names exist.
func TestPeers(t *testing.T) {
	b, err := os.ReadFile("../../docs/preflight-peers.md")
	if err != nil {
		t.Fatal(err)
	}
	cases := regexp.MustCompile("`([a-z-]+)/([a-z0-9_]+)`").FindAllStringSubmatch(string(b), -1)
	for _, m := range cases {
		if _, err := os.Stat(filepath.Join(casesDir, m[1], m[2]+".txtar")); err != nil {
			t.Errorf("there is no case %s/%s", m[1], m[2])
		}
	}
	if len(cases) < 50 {
		t.Errorf("only %d cases are named", len(cases))
	}
}
