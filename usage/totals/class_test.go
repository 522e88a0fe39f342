package totals_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// TestClassOfLongNames: a namespace has up to 63 characters, and the name of a service account up to 253.
func TestClassOfLongNames(t *testing.T) {
	table, err := api.New(checker.Target{To: &discovery.Surface{}})
	if err != nil {
		t.Fatal(err)
	}
	all := totals.New(table, discovery.Release{})
	user := "system:serviceaccount:" + strings.Repeat("n", 63) + ":" + strings.Repeat("a", 253)
	all.AddClients(&totals.Row{User: user, Events: 2})
	if got := all.Classes()[string(totals.ClassOf(user))]; got != 2 {
		t.Error(all.Classes())
	}
}
