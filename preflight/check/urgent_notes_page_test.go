package check_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/check"
)

// firstUrgentPage is the first release in docs/urgent-notes.md.
const firstUrgentPage = 29

// TestUrgentNotesPage: every note that requires action has a row in docs/urgent-notes.md, each row
// is a note of its release, and an answer that begins like a check names an existing one.
func TestUrgentNotesPage(t *testing.T) {
	b, err := os.ReadFile("../../docs/urgent-notes.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{} // the answer by release and pull request
	for _, m := range regexp.MustCompile(`(?m)^\| (1\.\d+) \| \[#(\d+)\]\(\S+/pull/(\d+)\) \| .+ \| (.+) \|$`).FindAllStringSubmatch(string(b), -1) {
		if m[2] != m[3] {
			t.Errorf("#%s leads to %s", m[2], m[3])
		}
		rows[m[1]+" #"+m[2]] = m[4]
	}
	urgent, all := urgentNotes(t)
	for _, name := range urgent {
		if _, has := rows[name]; !has {
			t.Errorf("docs/urgent-notes.md has no row for %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if !all[name] {
			t.Errorf("%s is no note of its release", name)
		}
		answers(t, name, rows[name])
	}
}

// answers compares an answer with the checks. An answer that names no check must give a reason.
func answers(t *testing.T, name, text string) {
	t.Helper()
	if strings.HasPrefix(text, "None") {
		return
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(text, "`"), "`")
	if _, known := check.ByID(id); !known {
		t.Errorf("%s: there is no check %q, and no reason", name, id)
	}
}

// urgentNotes returns the notes that require action, and all notes, by name.
func urgentNotes(t *testing.T) (urgent []string, all map[string]bool) {
	t.Helper()
	all = map[string]bool{}
	for m := firstUrgentPage; m <= discovery.NewestMinor; m++ {
		model, _, err := notes.Load(discovery.Release{Major: 1, Minor: m})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range model.Documents {
			for i := range d.Notes {
				n := &d.Notes[i]
				for _, pull := range n.PRs {
					name := fmt.Sprintf("1.%d #%d", m, pull)
					all[name] = true
					if n.ActionRequired && pull == n.PR {
						urgent = append(urgent, name)
					}
				}
			}
		}
	}
	if len(urgent) < 40 {
		t.Fatalf("only %d notes ask for action", len(urgent))
	}
	return urgent, all
}
