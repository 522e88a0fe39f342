package diff_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/cases"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

const rulesDir = "../fixtures/rules"

// TestCases runs every handwritten case of a rule.
func TestCases(t *testing.T) {
	for _, c := range cases.Read(t, rulesDir) {
		t.Run(filepath.Base(filepath.Dir(c.Path))+"/"+c.Name(), func(t *testing.T) {
			dec := openapi.NewDecoder()
			old, new := c.Surface(t, "old", dec), c.Surface(t, "new", dec)
			result := diff.Compare(old, new, diff.Options{
				IncludeDisabled: true, Descriptions: strings.Contains(c.Path, "description-changed"),
			})
			c.Want(t, lines(result), *update)
		})
	}
}

// lines writes one change per line: severity, rule, message.
func lines(r diff.Result) string {
	var b strings.Builder
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "%s %s: %s\n", c.Severity, c.Rule, c.Message)
	}
	return b.String()
}

// TestEveryRuleHasCases fails for a rule without a case that reports it, or without one that does
// not. The rules about deprecated versions read the catalog's table, and the goldens of real
// releases test them instead.
func TestEveryRuleHasCases(t *testing.T) {
	byCatalog := map[string]bool{"api-deprecated": true, "api-undeprecated": true}
	for _, r := range rule.Registry() {
		if byCatalog[r.ID] {
			continue
		}
		positive, negative := 0, 0
		files, _ := filepath.Glob(filepath.Join(rulesDir, r.ID, "*.txtar"))
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			_, want, _ := strings.Cut(string(b), "-- want --\n")
			if strings.Contains(want, " "+r.ID+": ") {
				positive++
			} else {
				negative++
			}
		}
		if positive == 0 || negative == 0 {
			t.Errorf("rule %s has %d cases that find it and %d that do not; it needs both in fixtures/rules/%s", r.ID, positive, negative, r.ID)
		}
	}
}

// TestRulesAreDocumented fails for a rule without the texts of its page, or with an ID of another
// rule.
func TestRulesAreDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rule.Registry() {
		if seen[r.ID] {
			t.Errorf("rule %s is registered twice", r.ID)
		}
		seen[r.ID] = true
		if r.Title == "" || r.Doc == "" || r.Example == "" || r.Since == "" || r.Severity == "" {
			t.Errorf("rule %s lacks a title, doc, example, since or severity", r.ID)
		}
		functions := 0
		for _, set := range []bool{r.Surface != nil, r.Group != nil, r.GroupVersion != nil, r.Resource != nil, r.Field != nil} {
			if set {
				functions++
			}
		}
		if functions != 1 {
			t.Errorf("rule %s has %d functions; exactly one says what it is shown", r.ID, functions)
		}
		if (r.Needs == nil) != (r.Aspect == "") {
			t.Errorf("rule %s must have both or neither of Needs and Aspect", r.ID)
		}
	}
}
