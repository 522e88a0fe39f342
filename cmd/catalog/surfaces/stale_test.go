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

// TestStale compares every release of the embedded catalog with the data that is available without
// a server: the resource tables and the published documents. All data that these contain must be
// equal. The lab compares the catalog with servers.
func TestStale(t *testing.T) {
	root := data.Root(t)
	dec := openapi.NewDecoder()
	cat := catalog.New()
	published := data.Releases(t, "openapi")
	for _, release := range cat.Releases() {
		if release.Minor > lastTable && !slices.Contains(published, release) {
			continue // only servers' responses exist
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
