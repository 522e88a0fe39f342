package checker_test

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/checker"
)

const fieldsFile = "data/fields.tsv"

// TestFieldLifecyclesAreFresh generates the table of fields from all releases of the catalog whose
// fields are known. -update writes it.
func TestFieldLifecyclesAreFresh(t *testing.T) {
	want := encode(fieldLifecycles(t))
	if *update {
		if err := os.WriteFile(fieldsFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(fieldsFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not what the catalog says: run go test ./scan/checker -run TestFieldLivesAreFresh -update, and read the difference", fieldsFile)
	}
	if n := strings.Count(string(want), "\n"); n < 40 {
		t.Errorf("only %d lines: the catalog's field facts are not seen", n)
	}
}

func fieldLifecycles(t *testing.T) (lifecycles []checker.FieldLifecycle) {
	t.Helper()
	type key struct{ schema, field string }
	found := map[key]*checker.FieldLifecycle{}
	lifecycle := func(k key) *checker.FieldLifecycle {
		if found[k] == nil {
			found[k] = &checker.FieldLifecycle{Schema: k.schema, Field: k.field}
		}
		return found[k]
	}
	var before *discovery.Surface
	for _, r := range shared.Releases() {
		now, err := shared.Load(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && before.Fidelity.Fields == discovery.All && now.Fidelity.Fields == discovery.All {
			for name, old := range before.Schemas {
				new := now.Schemas[name]
				if new == nil {
					continue
				}
				for _, f := range old.Properties {
					switch g := new.Field(f.Name); {
					case g == nil:
						lifecycle(key{name, f.Name}).Removed = r
					case g.Schema.Facts.Deprecated && !f.Schema.Facts.Deprecated:
						lifecycle(key{name, f.Name}).Deprecated = r
					}
				}
			}
		}
		before = now
	}
	for _, l := range found {
		lifecycles = append(lifecycles, *l)
	}
	slices.SortFunc(lifecycles, func(a, b checker.FieldLifecycle) int {
		return cmp.Or(strings.Compare(a.Schema, b.Schema), strings.Compare(a.Field, b.Field))
	})
	return lifecycles
}

func encode(lifecycles []checker.FieldLifecycle) []byte {
	var b strings.Builder
	b.WriteString("schema\tfield\tdeprecated\tremoved\n")
	for _, l := range lifecycles {
		b.WriteString(l.Schema + "\t" + l.Field + "\t" + orDash(l.Deprecated) + "\t" + orDash(l.Removed) + "\n")
	}
	return []byte(b.String())
}

func orDash(r discovery.Release) string {
	if !r.Known() {
		return "-"
	}
	return r.String()
}
