package diff_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestCatalogEqualsDocuments compares the catalog with published documents. Every adjacent pair of
// releases must give the same changes with the same words, for all data in the documents. Other
// tests compare the data that only servers have.
func TestCatalogEqualsDocuments(t *testing.T) {
	root := data.Root(t)
	cat := catalog.New()
	published := data.Releases(t, "openapi")
	pairs := make([][2]discovery.Release, 0, len(published))
	for i, to := range published[1:] {
		pairs = append(pairs, [2]discovery.Release{published[i], to})
	}
	for _, pair := range thorough.Every(t, 4, pairs) {
		from, to := pair[0], pair[1]
		t.Run(from.String()+"-"+to.String(), func(t *testing.T) {
			dec := openapi.NewDecoder()
			opts := diff.Options{IncludeDisabled: true, Descriptions: true}
			fromDocs := diff.Compare(folder(t, cat, root, from, dec), folder(t, cat, root, to, dec), opts)
			fromCatalog := diff.Compare(asDocumented(load(t, cat, from.String())), asDocumented(load(t, cat, to.String())), opts)
			if d := gocmp.Diff(facts(fromCatalog), facts(fromDocs)); d != "" {
				t.Errorf("(-catalog +documents)\n%s", d)
			}
			if fromDocs.Reworded != fromCatalog.Reworded {
				t.Errorf("%d descriptions reworded by the documents, %d by the catalog", fromDocs.Reworded, fromCatalog.Reworded)
			}
		})
	}
}

// asDocumented returns a release of the catalog with the data that published documents have:
// without preferred versions, names and enums.
func asDocumented(s *discovery.Surface) *discovery.Surface {
	s.Fidelity.Preferred, s.Fidelity.Names, s.Fidelity.Enums = discovery.None, discovery.None, discovery.None
	return s
}

// TestNoUnclassified: every difference in real documents has a rule.
func TestNoUnclassified(t *testing.T) {
	cat := catalog.New()
	releases := cat.Releases()
	for i := 1; i < len(releases); i++ {
		result := diff.Compare(load(t, cat, releases[i-1].String()), load(t, cat, releases[i].String()), diff.Options{IncludeDisabled: true})
		for _, c := range result.Changes {
			if c.Rule == "unclassified" {
				t.Errorf("%s → %s: %s", releases[i-1], releases[i], c.Message)
			}
		}
	}
}

// TestStableFieldsBreakOnlyWhereTheyWereRemoved lists all breaking changes of stable built-in types
// between adjacent releases. All are removals that happened: of fields, and in 1.31 of two values
// in a status that were renamed (ControllerResizeFailed and NodeResizeFailed,
// kubernetes/kubernetes#126108).
func TestStableFieldsBreakOnlyWhereTheyWereRemoved(t *testing.T) {
	want := []string{
		"1.25 ObjectMeta.clusterName", "1.28 PersistentVolumeClaimStatus.resizeStatus",
		"1.31 PersistentVolumeClaimStatus.allocatedResourceStatuses.*", "1.31 PersistentVolumeClaimStatus.allocatedResourceStatuses.*", "1.31 PodResourceClaim.source",
		"1.36 PodSpec.workloadRef", "1.37 Device.nodeAllocatableResourceMappings",
	}
	var got []string
	cat := catalog.New()
	releases := cat.Releases()
	for i := 1; i < len(releases); i++ {
		result := diff.Compare(load(t, cat, releases[i-1].String()), load(t, cat, releases[i].String()), diff.Options{IncludeDisabled: true})
		for _, c := range result.Changes {
			if c.Schema != "" && c.Severity == "breaking" && c.Stability == discovery.Stable {
				got = append(got, releases[i].String()+" "+c.Schema[strings.LastIndexByte(c.Schema, '.')+1:]+"."+c.Field)
			}
		}
	}
	if d := gocmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// facts returns the changes without the texts of descriptions, which the catalog does not have.
func facts(r diff.Result) (out []diff.Change) {
	for _, c := range r.Changes {
		if c.Rule == "preferred-version-changed" {
			continue
		}
		if c.Rule == "description-changed" {
			c.Old, c.New = "", ""
		}
		out = append(out, c)
	}
	return out
}

// folder reads the documents of a release as `kubedelta diff FOLDER` does.
func folder(t testing.TB, cat *catalog.Catalog, root string, r discovery.Release, dec *openapi.Decoder) *discovery.Surface {
	t.Helper()
	set := documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	for name, text := range texts(t, filepath.Join(root, "openapi", r.String())) {
		gv := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(name, ".json"), "apis/"), "api/")
		set.OpenAPIV3[discovery.ParseGroupVersion(gv)] = text
	}
	s, err := set.Surface(dec)
	if err != nil {
		t.Fatal(err)
	}
	s.Release = r
	data.WithoutForeign(s)
	if err := cat.Annotate(s); err != nil {
		t.Fatal(err)
	}
	return s
}

func texts(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		all[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// BenchmarkFolders reads and compares two folders of raw documents with all fields. Its budget is
// 150 ms of CPU and three times BenchmarkFloor.
func BenchmarkFolders(b *testing.B) {
	root := data.Root(b)
	cat := catalog.New()
	for b.Loop() {
		dec := openapi.NewDecoder()
		old := folder(b, cat, root, discovery.Release{Major: 1, Minor: 34}, dec)
		new := folder(b, cat, root, discovery.Release{Major: 1, Minor: 35}, dec)
		if len(diff.Compare(old, new, diff.Options{IncludeDisabled: true}).Changes) == 0 {
			b.Fatal("no changes")
		}
	}
}

// BenchmarkFloor is the minimum for any comparison of the same bytes: reading them and splitting
// them into JSON tokens.
func BenchmarkFloor(b *testing.B) {
	root := data.Root(b)
	for b.Loop() {
		for _, release := range []string{"1.34", "1.35"} {
			for _, text := range texts(b, filepath.Join(root, "openapi", release)) {
				dec := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
				for {
					if _, err := dec.ReadToken(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
}
