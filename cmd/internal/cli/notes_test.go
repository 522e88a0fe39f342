package cli_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
	"github.com/kubedelta/kubedelta/report"
)

// run runs a command and reads its report.
func run(t *testing.T, args ...string) *report.Report {
	t.Helper()
	var out, problems bytes.Buffer
	args = append(append([]string{"kubedelta"}, args...), "--offline", "--no-cache", "-o", "json")
	if code := cli.Main(t.Context(), args, cli.Streams{Out: &out, Err: &problems}); code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, &problems)
	}
	var r report.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// entries returns the notes of a SIG as "pr section".
func entries(r *report.Report, sig string) (out []string) {
	for _, n := range r.Notes {
		if slices.Contains(n.SIGs, sig) {
			out = append(out, fmt.Sprintf("%d %s", n.PR, n.Section))
		}
	}
	slices.Sort(out)
	return out
}

// TestOfflineEntries checks that the built-in facts have the same notes in the same sections as the
// published notes, for every release and several SIGs.
func TestOfflineEntries(t *testing.T) {
	notes := filepath.Join(data.Root(t), "release-notes")
	for _, minor := range thorough.Every(t, 4, data.Notes(t)) {
		version := fmt.Sprintf("1.%d.0", minor)
		const sigs = "network,auth,node"
		texts := run(t, "changelog", version, "--sig", sigs, "--notes-from", notes)
		facts := run(t, "changelog", version, "--sig", sigs)
		if len(texts.Notes) != len(facts.Notes) {
			t.Errorf("%s: %d entries from texts, %d from facts", version, len(texts.Notes), len(facts.Notes))
		}
		for sig := range strings.SplitSeq(sigs, ",") {
			fromTexts, fromFacts := entries(texts, sig), entries(facts, sig)
			if len(fromTexts) < 5 {
				t.Errorf("%s, SIG %s: only %d entries", version, sig, len(fromTexts))
			}
			if !slices.Equal(fromTexts, fromFacts) {
				t.Errorf("%s, SIG %s: from texts\n%v\nfrom facts\n%v", version, sig, fromTexts, fromFacts)
			}
		}
	}
}

// TestOfflineLinks checks that the built-in links are those that are found with all texts and
// descriptions, and include those found with the texts alone.
func TestOfflineLinks(t *testing.T) {
	notes := filepath.Join(data.Root(t), "release-notes")
	for _, minor := range thorough.Every(t, 4, data.Notes(t)) {
		if minor < 24 {
			continue // too little is known about the previous release
		}
		old, new := fmt.Sprintf("1.%d", minor-1), fmt.Sprintf("1.%d", minor)
		texts := run(t, "diff", old, new, "--include-disabled", "--notes-from", notes)
		facts := run(t, "diff", old, new, "--include-disabled")
		builtIn := map[string]int{}
		for _, c := range facts.Changes {
			if len(c.Notes) > 0 {
				builtIn[c.Fingerprint] = c.Notes[0].PR
			}
		}
		linked, same := 0, 0
		for _, c := range texts.Changes {
			if len(c.Notes) == 0 {
				continue
			}
			linked++
			if builtIn[c.Fingerprint] == c.Notes[0].PR {
				same++
			} else {
				t.Logf("%s → %s: %s: %d with texts, %d built in", old, new, c.Message, c.Notes[0].PR, builtIn[c.Fingerprint])
			}
		}
		if len(builtIn) < linked || same*100 < linked*95 {
			t.Errorf("%s → %s: %d changes have notes with texts, %d built in, %d the same", old, new, linked, len(builtIn), same)
		}
	}
}
