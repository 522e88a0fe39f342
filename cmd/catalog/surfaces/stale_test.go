package surfaces

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestStale holds every release of the embedded catalog against what it can be read
// from here, without a server: the resource tables, and the published documents. It
// must differ in nothing that these can tell. What the lab's servers say is held
// against it by the lab.
func TestStale(t *testing.T) {
	root := data.Root(t)
	dec := openapi.NewDecoder()
	cat := catalog.New()
	published := data.Releases(t, "openapi")
	for _, release := range cat.Releases() {
		if release.Minor > lastTable && !slices.Contains(published, release) {
			continue // nothing was published beside the servers' answers
		}
		inputs, err := readRelease(t.Context(), step.Folders{Published: root}, release.Minor, dec)
		if err != nil {
			t.Fatal(err)
		}
		inputs.Name, inputs.Release, inputs.Source = "published "+release.String(), release, discovery.SourceCatalog
		data.WithoutForeign(inputs)
		if err := cat.Annotate(inputs); err != nil {
			t.Fatal(err)
		}
		known, err := cat.Load(t.Context(), release)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range diff.Compare(inputs, known, diff.Options{IncludeDisabled: true, Descriptions: true}).Changes {
			t.Errorf("%s: the catalog says: %s", release, c.Message)
		}
	}
	if len(cat.Releases()) != discovery.NewestMinor+1 {
		t.Errorf("the catalog has %d releases, and the newest is 1.%d", len(cat.Releases()), discovery.NewestMinor)
	}
}
