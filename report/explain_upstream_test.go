package report

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report/language"
)

// TestResourcesOfUpstream compares the lifecycles of resources with the deprecation guide.
func TestResourcesOfUpstream(t *testing.T) {
	lifecycles, err := catalog.New().Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../fixtures/lifecycles/resources.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		i := slices.IndexFunc(lifecycles, func(l discovery.ResourceLifecycle) bool { return l.Matches(row[0]) })
		if i < 0 {
			t.Errorf("there is no %s", row[0])
			continue
		}
		l := &lifecycles[i]
		got := []string{l.Introduced.String(), l.Deprecated.String(), l.Removed.String(), useInstead(l, lifecycles, discovery.Newest(), language.Words{})}
		wrong := ""
		for i, want := range row[1:5] {
			if want != "?" && strings.TrimPrefix(want, "-") != got[i] {
				wrong = "got " + got[i] + ", want " + want + " (" + row[5] + ")"
			}
		}
		if wrong != "" {
			t.Errorf("%s: %s", row[0], wrong)
		}
	}
}
