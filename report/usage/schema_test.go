package usage_test

import (
	"encoding/json"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/contract"
	"github.com/kubedelta/kubedelta/report/envelope"
	report "github.com/kubedelta/kubedelta/report/usage"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// TestSchema validates reports against the published schema of the JSON form, and tests that the
// schema has exactly the fields of the types.
func TestSchema(t *testing.T) {
	t.Parallel()
	all := contract.Schemas(t, "../../docs", "usage")
	for _, by := range []report.GroupBy{report.ByCaller, report.ByUser} {
		var value map[string]any
		if err := json.Unmarshal([]byte(render(t, "json", made(t, by, by == report.ByUser))), &value); err != nil {
			t.Fatal(err)
		}
		if err := all["Report"].Value.VisitJSON(value); err != nil {
			t.Error(err)
		}
		delete(value, "usage")
		if err := all["Report"].Value.VisitJSON(value); err == nil {
			t.Error("the schema takes a report without its usage")
		}
	}
	both, err := report.Join(envelope.Tool{Name: "kubedelta"}, []report.Part{{Name: "a", Report: made(t, report.ByCaller, false)}, {Name: "b", Report: made(t, report.ByCaller, false)}})
	if err != nil {
		t.Fatal(err)
	}
	var joined map[string]any
	if err := json.Unmarshal([]byte(render(t, "json", both)), &joined); err != nil {
		t.Fatal(err)
	}
	if err := all["Report"].Value.VisitJSON(joined); err != nil {
		t.Error(err)
	}
	contract.Fields(t, all, map[string]any{
		"Report": report.Report{}, "Usage": report.Usage{}, "Gap": report.Gap{}, "File": report.File{}, "Policy": report.Policy{}, "Caller": report.Caller{},
		"Client": report.Client{}, "NotCalled": report.NotCalled{}, "Verb": totals.Verb{},
	})
}
