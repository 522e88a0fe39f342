package diff_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestWays reads one release in every possible way and compares all results with each other. They
// must be one surface without changes. For other releases with recorded servers, each way is
// compared with the catalog.
func TestWays(t *testing.T) {
	root, cat := data.Root(t), catalog.New()
	// The swagger document of 1.30 is of another patch release than its OpenAPI documents.
	for _, minor := range thorough.Every(t, 15, data.Releases(t, "servers")) {
		release := minor.String()
		t.Run(release, func(t *testing.T) {
			ways := waysOf(t, root, cat, release)
			if len(ways) < 3 {
				t.Fatalf("only %d ways to read %s", len(ways), release)
			}
			for _, old := range ways {
				for _, new := range ways {
					if old.kind != "" && new.kind != "" && old.kind != new.kind {
						continue // a default server and one with everything enabled differ
					}
					if (release != "1.36" || !thorough.On()) && old.Source != discovery.SourceCatalog && new.Source != discovery.SourceCatalog {
						continue // all pairs are compared for one release only
					}
					for _, disabled := range views(old, new) {
						result := diff.Compare(old.Surface, new.Surface, diff.Options{IncludeDisabled: disabled, Descriptions: true})
						for _, c := range result.Changes {
							t.Errorf("%s → %s (include disabled: %t): %s %s: %s", old.Name, new.Name, disabled, c.Severity, c.Rule, c.Message)
						}
					}
				}
			}
		})
	}
}

// views returns both views for a comparison with the catalog, and otherwise the one that shows
// more.
func views(old, new way) []bool {
	if old.Source == discovery.SourceCatalog || new.Source == discovery.SourceCatalog {
		return []bool{false, true}
	}
	return []bool{true}
}

// way is a release read in one way; kind distinguishes servers.
type way struct {
	*discovery.Surface
	kind string
}

func waysOf(t *testing.T, root string, cat *catalog.Catalog, release string) (ways []way) {
	t.Helper()
	dec := openapi.NewDecoder()
	add := func(name, kind string, set *documents.Set, allServed bool) {
		s, err := set.Surface(dec)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Name = name
		if allServed {
			s.Fidelity.Disabled = discovery.All
		}
		if s.Version == "" {
			if s.Release, err = discovery.ParseRelease(release); err != nil {
				t.Fatal(err)
			}
		}
		if err := cat.Annotate(s); err != nil {
			t.Fatal(err)
		}
		if len(s.Incomplete) > 0 {
			t.Errorf("%s: %s: %s", name, s.Incomplete[0].GroupVersion, s.Incomplete[0].Reason)
		}
		ways = append(ways, way{s, kind})
	}
	ways = append(ways, way{load(t, cat, release), ""})
	for _, path := range []string{filepath.Join(root, "openapi", release), filepath.Join(root, "swagger", release+".json")} {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		set, manifest, err := snapshot.Read(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		add(strings.TrimPrefix(path, root+"/"), "", set, manifest.AllServed)
	}
	for _, kind := range []string{"default", "all"} {
		set := answers(t, root, release, kind)
		if set == nil {
			continue
		}
		for _, form := range []apiserver.Discovery{apiserver.AggregatedV2, apiserver.AggregatedV2beta1, apiserver.Plain} {
			add("server, "+kind+", "+string(form), kind, recorded(t, apiserver.Config{Set: set, Discovery: form}), false)
		}
		file := filepath.Join(t.TempDir(), "snapshot.tar.zst")
		if err := snapshot.Write(t.Context(), file, set, snapshot.Manifest{}); err != nil {
			t.Fatal(err)
		}
		again, _, err := snapshot.Read(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		add("snapshot, "+kind, kind, again, false)
	}
	return ways
}

// answers returns the recorded responses of a real server; nil if none of the release was recorded.
func answers(t *testing.T, root, release, kind string) *documents.Set {
	t.Helper()
	dir := filepath.Join(root, "servers", release)
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	read := func(path string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	set := &documents.Set{
		Version: read(kind + "/version.json"), AggregatedAPI: read(kind + "/api.json"), AggregatedAPIs: read(kind + "/apis.json"),
		OpenAPIV3: map[discovery.GroupVersion][]byte{},
	}
	for _, list := range [][]byte{set.AggregatedAPI, set.AggregatedAPIs} {
		var groups struct {
			Items []struct {
				Metadata struct{ Name string }
				Versions []struct{ Version string }
			}
		}
		if err := json.Unmarshal(list, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups.Items {
			for _, v := range g.Versions {
				gv := discovery.GroupVersion{Group: g.Metadata.Name, Version: v.Version}
				name := "api__" + v.Version
				if gv.Group != "" {
					name = "apis__" + gv.Group + "__" + v.Version
				}
				// Feature gates do not change the types. The media types of disabled features were
				// recorded with everything enabled.
				text := read("all/openapi/v3/" + name + ".json")
				if kind == "default" {
					text = withoutCBOR(text)
				}
				set.OpenAPIV3[gv] = text
			}
		}
	}
	return set
}

// withoutCBOR returns a document as a server without the CBOR feature writes it.
func withoutCBOR(text []byte) []byte {
	const other = "application/json"
	return []byte(strings.NewReplacer("application/cbor-seq", other, "application/apply-patch+cbor", other, "application/cbor", other).Replace(string(text)))
}

// recorded returns what the cluster source records of a server that replays responses.
func recorded(t *testing.T, config apiserver.Config) *documents.Set {
	t.Helper()
	server, err := apiserver.Start(config)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	ca := filepath.Join(t.TempDir(), "ca.crt")
	if err := os.WriteFile(ca, server.CA(), 0o600); err != nil {
		t.Fatal(err)
	}
	client, err := cluster.New(cluster.Options{Server: server.URL, CAFile: ca})
	if err != nil {
		t.Fatal(err)
	}
	set, err := client.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return set
}
