package diff_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestServerAgainstCatalog: a default server of a release does not differ from the catalog's data
// of that release, in both directions and both views. APIs that are off by default are neither new
// nor removed.
func TestServerAgainstCatalog(t *testing.T) {
	root := data.Root(t)
	cat := catalog.New()
	for _, release := range thorough.Every(t, 3, []string{"1.24", "1.30", "1.35"}) {
		known := load(t, cat, release)
		live := server(t, cat, root, known)
		for _, disabled := range []bool{false, true} {
			for _, pair := range [][2]*discovery.Surface{{known, live}, {live, known}} {
				result := diff.Compare(pair[0], pair[1], diff.Options{IncludeDisabled: disabled})
				for _, c := range result.Changes {
					t.Errorf("%s → %s: %s %s: %s", pair[0].Name, pair[1].Name, c.Severity, c.Rule, c.Message)
				}
			}
		}
	}
}

// server returns what a default server of a release publishes: the discovery and documents of
// enabled APIs, with its version, and without the media types of disabled features.
func server(t *testing.T, cat *catalog.Catalog, root string, known *discovery.Surface) *discovery.Surface {
	t.Helper()
	set, err := apiserver.Documents(known)
	if err != nil {
		t.Fatal(err)
	}
	set.OpenAPIV3 = map[discovery.GroupVersion][]byte{}
	for name, text := range texts(t, filepath.Join(root, "openapi", known.Release.String())) {
		gv := discovery.ParseGroupVersion(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(name, ".json"), "apis/"), "api/"))
		if known.Release.Minor < 27 && gv.Group == "apiregistration.k8s.io" {
			continue // servers do not publish it
		}
		for _, r := range known.GroupVersion(gv).Resources {
			if !r.Disabled {
				text = bytes.ReplaceAll(text, []byte(`"unversioned"`), []byte(`"`+known.Version+`"`))
				set.OpenAPIV3[gv] = withoutCBOR(text)
			}
		}
	}
	live, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	live.Name, live.Source = "server of "+known.Name, discovery.SourceCluster
	if err := cat.Annotate(live); err != nil {
		t.Fatal(err)
	}
	return live
}
