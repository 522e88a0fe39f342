package history_test

import (
	"slices"
	"strings"
	"testing"

	built "github.com/kubedelta/kubedelta/cmd/catalog/history"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/history"
)

// FuzzParseMentions checks that no table causes a panic, and that what is read is written again
// unchanged.
func FuzzParseMentions(f *testing.F) {
	f.Add("gate\tA\tv1.2.0\t3\talpha,on\t\t5\n")
	f.Add("flag\t--a\tv1\t3\t\tkubelet\n")
	f.Fuzz(func(t *testing.T, tsv string) {
		m, err := history.ParseMentions(tsv)
		if err != nil {
			return
		}
		again, err := history.ParseMentions(string(built.FormatMentions(m)))
		if err != nil || string(built.FormatMentions(again)) != string(built.FormatMentions(m)) {
			t.Errorf("read again it differs: %v", err)
		}
	})
}

// FuzzDecode checks that no table causes a panic in any function.
func FuzzDecode(f *testing.F) {
	f.Add(`{"first":"1.2","last":"1.3","kinds":[{"group":"","version":"v1","kind":"Pod","resource":"pods","schema":"a.v1.Pod","spans":[{"first":"1.2","last":"1.3"}]}]}`+"\n"+
		`{"name":"a.v1.Pod","spans":[{"first":"1.2","last":"1.3"}],"fields":[{"name":"spec","spans":[{"first":"1.2","last":"1.3"}],"type":"Pod","ref":"a.v1.Pod"}]}`+"\n", "pod.spec.spec")
	f.Fuzz(func(t *testing.T, data, word string) {
		table, err := history.Decode([]byte(data))
		if err != nil {
			return
		}
		tables := history.Tables{Table: table, Named: history.Mentions{}}
		for _, p := range table.Find(word) {
			if p.Field != nil {
				tables.Field(p)
			} else {
				tables.TypeOf(p)
			}
		}
		table.Near(strings.ToValidUTF8(word, ""))
		table.Below(word + ".")
		for i := range table.Kinds {
			tables.Of(&table.Kinds[i], table.First, table.Last)
		}
	})
}

// TestElementEvents checks that a field has the changes of its elements and values.
func TestElementEvents(t *testing.T) {
	tables, err := history.Open()
	if err != nil {
		t.Fatal(err)
	}
	kind := tables.KindOf(discovery.GroupVersion{Version: "v1"}, "persistentvolumeclaims")
	var paths []string
	for _, r := range tables.Of(kind, discovery.Release{Major: 1, Minor: 29}, discovery.Release{Major: 1, Minor: 30}) {
		paths = append(paths, r.Path)
	}
	if want := []string{"spec.accessModes[]", "status.accessModes[]", "status.allocatedResourceStatuses.*"}; !slices.Equal(paths, want) {
		t.Errorf("%q, want %q", paths, want)
	}
	of, _ := tables.Type("io.k8s.api.core.v1.PersistentVolumeClaimSpec")
	field := tables.Field(history.Place{Type: of, Field: &of.Fields[0]})
	if len(field.Changes) != 1 || field.Changes[0].Field != "accessModes[]" {
		t.Errorf("%s has the changes %v", field.Field, field.Changes)
	}
}

// TestPathsOfTheRelease checks that a change is at a path that its release has: PodSpec.resources
// came later than the claims of containers, and claims for volumes had the type with claims.
func TestPathsOfTheRelease(t *testing.T) {
	tables, err := history.Open()
	if err != nil {
		t.Fatal(err)
	}
	for resource, want := range map[string]history.Row{
		"pods":                   {Path: "spec.containers.resources.claims", More: 3},
		"persistentvolumeclaims": {Path: "spec.resources.claims"},
	} {
		kind := tables.KindOf(discovery.GroupVersion{Version: "v1"}, resource)
		rows := tables.Of(kind, discovery.Release{Major: 1, Minor: 25}, discovery.Release{Major: 1, Minor: 26})
		if !slices.ContainsFunc(rows, func(r history.Row) bool { return r.Path == want.Path && r.More == want.More }) {
			t.Errorf("%s: no row for %s and %d more in %+v", resource, want.Path, want.More, rows)
		}
	}
}

// TestPathLaterThanField checks that a field at a path is as old as the path, and needs the gates of
// the fields above that are newer.
func TestPathLaterThanField(t *testing.T) {
	tables, err := history.Open()
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]struct {
		introduced string
		orEarlier  bool
		removed    string
		gates      []string
	}{
		"pod.spec.resources.limits":                               {"1.32", false, "", []string{"PodLevelResources"}},
		"pod.spec.containers.resources.limits":                    {"1.23", true, "", nil},
		"PodSpec.resources.limits":                                {"1.32", false, "", []string{"PodLevelResources"}},
		"ipaddress.metadata.labels":                               {"1.33", false, "", nil},
		"apiservice.metadata.labels":                              {"1.27", true, "", nil},
		"policy/v1beta1/PodDisruptionBudget.metadata.labels":      {"1.23", true, "1.25", nil},
		"policy/v1beta1/PodDisruptionBudget.metadata.clusterName": {"1.23", true, "1.25", nil},
	} {
		places := tables.Find(word)
		if len(places) != 1 {
			t.Fatalf("%s: %d places", word, len(places))
		}
		f := tables.Field(places[0])
		var gates []string
		for _, g := range f.Gates {
			gates = append(gates, g.Name)
		}
		removed := ""
		if f.Removed.Known() {
			removed = f.Removed.String()
		}
		if f.Introduced.String() != want.introduced || f.OrEarlier != want.orEarlier || removed != want.removed || !slices.Equal(gates, want.gates) {
			t.Errorf("%s: introduced %s %v, removed %q, gates %v; want %+v", word, f.Introduced, f.OrEarlier, removed, gates, want)
		}
	}
}
