package preflight

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestIncompleteJSON tests that an incomplete report is rejected, alone and in a fleet.
func TestIncompleteJSON(t *testing.T) {
	one := New(tool(), whole(), planned(whole(), "1.33", sampleChecks()[3:]), data())
	text := renderFleet(t, "json", NewFleet(tool(), []*Report{one}))
	for want, change := range map[string]func(fleet, cluster map[string]any){
		"the clusters are missing":       func(f, _ map[string]any) { f["clusters"] = []any{} },
		"readings or summary":            func(_, c map[string]any) { delete(c, "readings") },
		"the release of the cluster":     func(_, c map[string]any) { c["cluster"] = map[string]any{} },
		"target, checks, readings or su": func(_, c map[string]any) { delete(c, "checks") },
		"":                               func(_, c map[string]any) { c["done"], c["checks"] = true, []any{} },
	} {
		var fleet map[string]any
		if err := json.Unmarshal(text, &fleet); err != nil {
			t.Fatal(err)
		}
		cluster, is := fleet["clusters"].([]any)[0].(map[string]any)
		if !is {
			t.Fatal("there is no cluster")
		}
		change(fleet, cluster)
		changed, err := json.Marshal(fleet)
		if err != nil {
			t.Fatal(err)
		}
		_, f, err := ReadJSON(bytes.NewReader(changed))
		if want == "" {
			if err != nil || f.Clusters[0].Done || f.Clusters[0].code() == 0 {
				t.Errorf("a cluster that says that it is done: %v", err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
