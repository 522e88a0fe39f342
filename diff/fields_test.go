package diff_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// fact maps rules to the names of their changes in the independent reading.
var fact = map[string]string{
	"field-added": "added", "field-added-required": "added", "field-removed": "removed",
	"field-required-added": "req+", "field-required-removed": "req-", "field-type-changed": "type",
	"default-added": "default", "default-changed": "default", "default-removed": "default",
	"field-deprecated": "depr", "field-deprecation-withdrawn": "depr",
}

// TestFields compares the changes of fields between adjacent releases with an independent reading
// of the documents in another language: fixtures/golden/fields. That reading calls a field
// deprecated if its description contains the word.
func TestFields(t *testing.T) {
	files, err := filepath.Glob("../fixtures/golden/fields/*.txt")
	if err != nil || len(files) != 13 {
		t.Fatalf("expected the 13 pairs from 1.23 to 1.36, found %d (%v)", len(files), err)
	}
	cat := catalog.New()
	for _, file := range files {
		pair := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(pair, func(t *testing.T) {
			from, to, _ := strings.Cut(pair, "-")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSpace(string(text)), "\n")
			for _, d := range discovery.UndescribedFields() { // no document has them
				if d.Deprecated.String() == to {
					want = append(want, "depr "+d.Schema+" "+d.Field)
				}
			}
			slices.Sort(want)
			result := diff.Compare(load(t, cat, from), load(t, cat, to), diff.Options{IncludeDisabled: true})
			var got []string
			for _, c := range result.Changes {
				// The reading has properties only, not attributes of the schema itself.
				if fact[c.Rule] != "" && c.Field != "" {
					got = append(got, fact[c.Rule]+" "+c.Schema+" "+c.Field)
				}
			}
			slices.Sort(got)
			if d := cmp.Diff(want, slices.Compact(got)); d != "" {
				t.Errorf("(-reading +ours)\n%s", d)
			}
		})
	}
}

// TestDeprecationByRelease: without the release of a side, nothing is known of a deprecation that no
// description has.
func TestDeprecationByRelease(t *testing.T) {
	cat := catalog.New()
	for _, known := range []bool{true, false} {
		old, new := load(t, cat, "1.35"), load(t, cat, "1.36")
		if !known {
			old.Release, old.Fidelity.Deprecation = discovery.Release{}, discovery.None
		}
		for _, sides := range [][2]*discovery.Surface{{old, new}, {new, old}} {
			changes := diff.Compare(sides[0], sides[1], diff.Options{}).Changes
			found := slices.ContainsFunc(changes, func(c rule.Change) bool {
				return strings.HasPrefix(c.Rule, "field-depr") && c.Schema == "io.k8s.api.core.v1.ServiceSpec" && c.Field == "externalIPs"
			})
			if found != known {
				t.Errorf("releases known: %v; the deprecation of externalIPs is a change: %v", known, found)
			}
		}
	}
}
