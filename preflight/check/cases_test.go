package check_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

const casesDir = "../../fixtures/preflight"

// TestCases runs the hand-written cases of the checks. The file "input" is the frame, and
// "evidence" is what was read of the cluster, with the field names of evidence.Evidence.
func TestCases(t *testing.T) {
	ownWord := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, c := range cases.Read(t, casesDir) {
		id := filepath.Base(filepath.Dir(c.Path))
		t.Run(id+"/"+c.Name(), func(t *testing.T) {
			check, known := check.ByID(id)
			if !known {
				t.Fatalf("there is no check %s", id)
			}
			var f frame
			var e evidence.Evidence
			decode(t, c.File("input"), &f)
			decode(t, c.File("evidence"), &e)
			out := check.Run(input(t, f, &e))
			c.Want(t, outcome(out), *update)
			for i := range out.Items {
				// A redacted report would replace the word everywhere.
				if it := &out.Items[i]; !it.Word && ownWord.MatchString(it.Value) && !strings.Contains(c.File("evidence"), it.Value) {
					t.Errorf("the value %s is not from the cluster, and not marked as a word", it.Value)
				}
			}
		})
	}
}

// outcome formats an outcome for review.
func outcome(o preflight.Outcome) string {
	var b strings.Builder
	fmt.Fprintln(&b, o.Verdict)
	if o.Why != "" {
		fmt.Fprintln(&b, "  because", o.Why)
	}
	for _, g := range o.Gaps {
		fmt.Fprintf(&b, "gap %s: %s", g.What, g.Reason)
		if g.Permission != "" {
			fmt.Fprintf(&b, " (needs %s)", g.Permission)
		}
		b.WriteString("\n")
	}
	for i := range o.Items {
		writeItem(&b, &o.Items[i])
	}
	return b.String()
}

func writeItem(b *strings.Builder, it *preflight.Item) {
	fmt.Fprintf(b, "%s %s %s %s: %s\n", it.Severity, it.Phase, strings.TrimSpace(it.APIVersion+" "+it.Kind), strings.Trim(it.Namespace+"/"+it.Name, "/"), it.Message)
	for _, fact := range []struct{ name, value string }{
		{"value", it.Value}, {"before", it.Before}, {"source", it.Source}, {"removed", it.Removed.String()}, {"command", strings.Join(it.Commands, "; ")}, {"remedy", strings.Join(it.Migration, "; ")},
	} {
		if fact.value != "" {
			fmt.Fprintf(b, "  %s %s\n", fact.name, fact.value)
		}
	}
	if it.Likely {
		fmt.Fprintln(b, "  likely")
	}
	if len(it.Notes) > 0 {
		fmt.Fprintln(b, "  notes", it.Notes)
	}
}

// TestEveryCheckHasCases requires, for every check, a case that finds something, one that passes, a
// near miss, and one in which something could not be read.
func TestEveryCheckHasCases(t *testing.T) {
	for _, c := range check.Every() {
		if c.Title == "" || c.Doc == "" || c.Migration == "" || c.Since == "" || c.Severity == "" || c.Phase == "" {
			t.Errorf("check %s lacks a title, doc, remedy, since, severity or phase", c.ID)
		}
		for _, kind := range []string{"finds", "passes", "near_miss", "forbidden"} {
			if files, _ := filepath.Glob(filepath.Join(casesDir, c.ID, kind+"*.txtar")); len(files) == 0 {
				t.Errorf("check %s has no case %s in fixtures/preflight/%s", c.ID, kind, c.ID)
			}
		}
	}
}

// TestIDs: the IDs of checks are unique.
func TestIDs(t *testing.T) {
	var ids []string
	for _, c := range check.Every() {
		ids = append(ids, c.ID)
	}
	slices.Sort(ids)
	if len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("an ID stands twice: %v", ids)
	}
}
