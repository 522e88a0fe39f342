package envelope_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// TestLimits tests that the published schemas have the values of --fail-on.
func TestLimits(t *testing.T) {
	for name, want := range map[string][]rule.Severity{
		"report": envelope.ChangeLimits(), "scan": envelope.FindingLimits(), "preflight": envelope.ReadyLimits(),
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", name+".schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		type gate struct {
			Properties struct {
				FailOn struct{ Enum []rule.Severity }
			}
		}
		var schema struct {
			Properties struct{ Gate gate }
			Components struct{ Schemas struct{ Gate gate } }
		}
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		got := slices.Concat(schema.Properties.Gate.Properties.FailOn.Enum, schema.Components.Schemas.Gate.Properties.FailOn.Enum)
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}
