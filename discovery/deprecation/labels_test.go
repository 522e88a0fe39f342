package deprecation_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestLabels compares verdicts with labels of fields of published definitions. The labels were
// assigned by hand.
func TestLabels(t *testing.T) {
	raw, err := os.ReadFile("../../fixtures/labels/deprecations/labels.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var right, missed, wrong int
	for _, file := range txtar.Parse(raw).Files {
		s := definitions(t, file.Name)
		for line := range strings.Lines(string(file.Data)) {
			var label, kind, version, path string
			if _, err := fmt.Sscan(line, &label, &kind, &version, &path); err != nil {
				t.Fatalf("%s: %q: %v", file.Name, line, err)
			}
			switch got := field(t, s, kind, version, path).Facts.Deprecated; {
			case got && label == "field":
				right++
			case got:
				wrong++
				t.Logf("%s %s %s is no deprecated field", file.Name, kind, path)
			case label == "field":
				missed++
				t.Logf("%s %s %s is a deprecated field", file.Name, kind, path)
			}
		}
	}
	precision, recall := float64(right)/float64(right+wrong), float64(right)/float64(right+missed)
	if right < 150 || precision < 0.98 || recall < 0.98 {
		t.Errorf("%d right, precision %.2f, recall %.2f; want 150, 0.98, 0.98", right, precision, recall)
	}
}

func definitions(t *testing.T, name string) *discovery.Surface {
	t.Helper()
	found, err := crd.ReadPath(t.Context(), filepath.Join(data.Root(t), "crds", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Surface(found.Definitions, openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func field(t *testing.T, s *discovery.Surface, kind, version, path string) *discovery.Schema {
	t.Helper()
	for name, at := range s.Schemas {
		if !strings.HasSuffix(name, "."+version+"."+kind) {
			continue
		}
		for step := range strings.SplitSeq(path, ".") {
			bare := strings.TrimRight(step, "[]")
			if step == "*" {
				at = at.AdditionalProperties
			} else if at = at.Field(bare).Schema; bare != step {
				at = at.Items
			}
		}
		return at
	}
	t.Fatalf("no %s %s", version, kind)
	return nil
}
