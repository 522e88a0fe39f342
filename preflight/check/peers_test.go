package check_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/check"
)

// TestPeers: the cases and checks that docs/preflight-peers.md names are there, and
// every check that needs something of a cluster is named.
func TestPeers(t *testing.T) {
	b, err := os.ReadFile("../../docs/preflight-peers.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	cases := regexp.MustCompile("`([a-z-]+)/([a-z0-9_]+)`").FindAllStringSubmatch(string(b), -1)
	for _, m := range cases {
		named[m[1]] = true
		if _, err := os.Stat(filepath.Join(casesDir, m[1], m[2]+".txtar")); err != nil {
			t.Errorf("there is no case %s/%s", m[1], m[2])
		}
	}
	if len(cases) < 50 {
		t.Errorf("only %d cases are named", len(cases))
	}
	for _, c := range check.All() {
		if len(c.Needs) > 0 && !named[c.ID] {
			t.Errorf("docs/preflight-peers.md does not name a case of %s", c.ID)
		}
	}
}
