package discovery_test

import (
	"strconv"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
)

func TestParsePath(t *testing.T) {
	for path, want := range map[string]string{
		"/apis/apps/v1/deployments": "apps/v1 1",
		"/apis/apps/v1/":            "apps/v1 0",
		"api/v1/pods/{name}":        "v1 2",
		"/apis//v1/pods":            "",
		"/api//v1":                  "",
		"/apis/apps":                "",
		"/api/":                     "",
		"/":                         "",
	} {
		got := ""
		if gv, rest, ok := discovery.ParsePath(path); ok {
			got = gv.String() + " " + strconv.Itoa(len(rest))
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// TestStringWithoutVersion: changes of a whole definition have a group and no version.
func TestStringWithoutVersion(t *testing.T) {
	for gv, want := range map[discovery.GroupVersion]string{
		{Group: "example.com"}:                "example.com",
		{Version: "v1"}:                       "v1",
		{Group: "example.com", Version: "v1"}: "example.com/v1",
	} {
		if got := gv.String(); got != want {
			t.Errorf("%q is written %q, want %q", gv, got, want)
		}
	}
}
