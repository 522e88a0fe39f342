package link_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	declared "github.com/kubedelta/kubedelta/history"
)

// unseen links the changes of the pre-releases of 1.38.
func unseen(t *testing.T) tally {
	t.Helper()
	l := readLabels(t, "1.37-1.38")
	in := link.Input{Old: side(t, "1.37", false), New: side(t, "1.37", false)}
	in.New.Release.Minor++
	for label := range l.Labels {
		apply(t, in.New, label)
	}
	in.Notes = unseenNotes(t, in.Old)
	in.Changes = diff.Compare(in.Old, in.New, diff.Options{IncludeDisabled: true}).Changes
	return compare(t, in, l)
}

// apply makes the change of a label in a surface: "field-required-added batch.v1.Job.spec".
func apply(t *testing.T, s *discovery.Surface, label string) {
	t.Helper()
	id, path, _ := strings.Cut(label, " ")
	parts := strings.SplitN(path, ".", 4)
	for name, schema := range s.Schemas {
		if !strings.HasSuffix(name, "."+strings.Join(parts[:3], ".")) {
			continue
		}
		changed := *schema
		changed.Properties = slices.Clone(schema.Properties)
		switch id {
		case "map-topology-changed":
			changed.Extensions = append(slices.Clone(schema.Extensions), discovery.Keyword{Name: "x-kubernetes-map-type", Value: `"atomic"`})
		case "field-required-added", "field-required-removed":
			changed.Field(parts[3]).Required = id == "field-required-added"
		case "field-stage-changed":
			f := changed.Field(parts[3])
			stable := *f.Schema
			stable.Facts = discovery.Facts{}
			f.Schema = &stable
		default:
			t.Fatalf("%s cannot be made", label)
		}
		s.Schemas[name] = &changed
		return
	}
	t.Fatalf("no type of %s", label)
}

// unseenNotes returns the notes of both pre-releases.
func unseenNotes(t *testing.T, known *discovery.Surface) (notes []changelog.Note) {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/notes/unseen/1.38.0.md")
	if err != nil {
		t.Fatal(err)
	}
	table, err := declared.Declared()
	if err != nil {
		t.Fatal(err)
	}
	words := fact.VocabularyOf(known)
	words.Metrics = table.Metrics()
	d := fact.Compile(words)
	for _, doc := range markdown.Parse(text, "") {
		for _, n := range doc.Notes {
			n.Facts = d.Of(discovery.Release{Major: 1, Minor: 38}, n.Text, n.Documentation)
			notes = append(notes, n)
		}
	}
	return notes
}

// TestNotBehind checks notes that name something other than what changed.
func TestNotBehind(t *testing.T) {
	const text = "Fixed the field path in CSIDriver validation errors for `spec.attachRequired`, which was previously reported as `spec.attachedRequired`."
	gated := func(stage discovery.Stability, gates ...string) *discovery.Surface {
		return &discovery.Surface{Schemas: map[string]*discovery.Schema{"io.example.v1.Condition": {Properties: []discovery.Field{
			{Name: "observedGeneration", Schema: &discovery.Schema{Facts: discovery.Facts{Stage: stage, Gates: gates}}},
		}}}}
	}
	for name, in := range map[string]link.Input{
		"the beginning of a path": {
			Changes: []rule.Change{{Rule: "field-required-removed", Group: "storage.k8s.io", Version: "v1", Schema: "io.k8s.api.storage.v1.CSIDriver", Field: "spec", Kind: "CSIDriver"}},
			Notes:   []changelog.Note{{PR: 1, Text: text, Kinds: []string{"api-change", "bug"}}},
		},
		"another gate": {
			Old: gated(discovery.Beta, "CRDTracking"), New: gated(""),
			Changes: []rule.Change{{Rule: "field-stage-changed", Group: "example", Version: "v1", Schema: "io.example.v1.Condition", Field: "observedGeneration"}},
			Notes: []changelog.Note{{PR: 2, Text: "Graduate HPA observedGeneration to GA. The HPAGeneration feature gate is now locked to enabled.", Kinds: []string{"api-change", "feature"},
				Facts: changelog.Facts{Gates: []string{"HPAGeneration"}, Locked: true}}},
		},
	} {
		if got := link.Link(in).Links[0]; len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestPath checks that an element of a path after the first is a field.
func TestPath(t *testing.T) {
	in := link.Input{
		Changes: []rule.Change{{Rule: "field-added", Group: "", Version: "v1", Schema: "io.k8s.api.core.v1.NodeStatus", Field: "features", Kind: "Node"}},
		Notes: []changelog.Note{
			{PR: 1, Text: "Supported a fine-grained supplemental groups policy.", Kinds: []string{"api-change", "feature"}},
			{PR: 2, Text: "Added a `.status.features.supplementalGroupsPolicy` field to Nodes.", Kinds: []string{"api-change", "feature"}},
		},
	}
	if got := link.Link(in).Links[0]; len(got) != 1 || in.Notes[got[0].Note].PR != 2 {
		t.Errorf("%v", got)
	}
}
