package history_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/history"
)

// TestProposals holds the KEPs that name a gate against those in the release notes about the gate. The
// notes were written by others.
func TestProposals(t *testing.T) {
	tables, err := history.Open()
	if err != nil {
		t.Fatal(err)
	}
	gates := tables.GateNames()
	both, differ := 0, []string{}
	for name, keps := range tables.KEPs {
		if !slices.Contains(gates, name) || len(keps) == 0 || slices.Min(keps) < 1 {
			t.Errorf("%s: %v", name, keps)
		}
		said := map[int]bool{}
		for _, m := range tables.Named[history.Gate][name] {
			for _, k := range m.KEPs {
				said[k] = true
			}
		}
		if len(said) == 0 {
			continue
		}
		both++
		if !slices.ContainsFunc(keps, func(k int) bool { return said[k] }) {
			differ = append(differ, name)
		}
	}
	// Its note names the KEP of credential providers, and the KEP that names the gate is that of
	// removing cloud providers.
	if !slices.Equal(differ, []string{"DisableKubeletCloudCredentialProviders"}) || both < 100 {
		t.Errorf("of %d gates with both, %q have other KEPs in the notes", both, differ)
	}
}

// TestParseKEPs: a number that is none is an error.
func TestParseKEPs(t *testing.T) {
	if got, err := history.ParseKEPs("gate\tkeps\nA\t1,22\n"); err != nil || !slices.Equal(got["A"], []int{1, 22}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"gate\tkeps\nA\tx,2\n", "gate\tkeps\nA\n", "A\t1\n"} {
		if got, err := history.ParseKEPs(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
