package projects_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestFields: the embedded fields give the same changes as the definitions from which they were
// made.
func TestFields(t *testing.T) {
	root := filepath.Join(data.Root(t), "crds")
	table := project.New()
	for _, pair := range [][2]string{
		{"cert-manager:1.17", "cert-manager:1.19"}, {"external-secrets:0.14", "external-secrets:0.16"}, {"karpenter:1.0", "karpenter:1.14"},
		{"flux-helm-controller:1.0", "flux-helm-controller:1.6"}, {"gateway-api:1.4", "gateway-api:1.5"}, {"cluster-api:1.12", "cluster-api:1.13"},
	} {
		t.Run(pair[0], func(t *testing.T) {
			t.Parallel()
			var built, read [2]*discovery.Surface
			for i, reference := range pair {
				p, r, err := table.Find(reference)
				if err != nil {
					t.Fatal(err)
				}
				if built[i], err = table.Load(p, r); err != nil {
					t.Fatal(err)
				}
				found, err := crd.ReadPath(t.Context(), filepath.Join(root, p.Name, r.Version))
				if err != nil {
					t.Fatal(err)
				}
				if read[i], err = crd.Surface(found.Definitions, openapi.NewDecoder()); err != nil {
					t.Fatal(err)
				}
			}
			want := diff.Compare(read[0], read[1], diff.Options{}).Changes
			got := diff.Compare(built[0], built[1], diff.Options{}).Changes
			if d := cmp.Diff(messages(want), messages(got)); d != "" || len(got) == 0 {
				t.Errorf("%d changes instead of %d:\n%s", len(got), len(want), d)
			}
		})
	}
}

func messages(changes []diff.Change) (texts []string) {
	for _, c := range changes {
		texts = append(texts, string(c.Severity)+" "+c.Rule+" "+c.Message)
	}
	return texts
}
