package surfaces

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// lastTable is the last release that is read from a resource table. Later releases are read from
// recorded API servers or, if the lab has none, from the published OpenAPI v3 documents.
const lastTable = 22

func readReleases(ctx context.Context, from step.Folders) ([]*discovery.Surface, error) {
	dec := openapi.NewDecoder()
	var all []*discovery.Surface
	for minor := 0; minor <= discovery.NewestMinor; minor++ {
		s, err := readRelease(ctx, from, minor, dec)
		if err != nil {
			return nil, fmt.Errorf("1.%d: %w", minor, err)
		}
		s.Release = discovery.Release{Major: 1, Minor: minor}
		s.Name, s.Source = s.Release.String(), discovery.SourceCatalog
		// A release represents all its patches, independently of the patch that was read.
		s.Version = "v" + s.Name + ".0"
		all = append(all, s)
	}
	return all, nil
}

func readRelease(ctx context.Context, from step.Folders, minor int, dec *openapi.Decoder) (*discovery.Surface, error) {
	name := fmt.Sprintf("1.%d", minor)
	if minor <= lastTable {
		s, err := readTable(filepath.Join(from.Published, "resources", name+".json"))
		if err == nil {
			addLeftOut(s, minor)
		}
		return s, err
	}
	recorded := filepath.Join(from.Recorded, name)
	if _, err := os.Stat(filepath.Join(recorded, "release")); err == nil {
		return readServers(ctx, recorded, dec)
	}
	s, err := readDocuments(filepath.Join(from.Published, "openapi", name), dec)
	if err != nil {
		return nil, err
	}
	if len(s.Incomplete) > 0 {
		return nil, fmt.Errorf("%s: %s", s.Incomplete[0].GroupVersion, s.Incomplete[0].Reason)
	}
	if minor < 27 {
		withoutForeign(s)
	}
	return s, preferred(s, filepath.Join(from.Published, "resources", name+".json"))
}

// withoutForeign removes the schemas of apiregistration.k8s.io/v1: the published document of 1.23
// to 1.26, whose servers publish none, is a copy of that of 1.27.
func withoutForeign(s *discovery.Surface) {
	gv := discovery.GroupVersion{Group: "apiregistration.k8s.io", Version: "v1"}
	delete(s.SchemaVariants, gv.String())
	maps.DeleteFunc(s.Schemas, func(name string, _ *discovery.Schema) bool { return strings.HasPrefix(name, "io.k8s.kube-aggregator.") })
	v := s.GroupVersion(gv)
	for i := range v.Resources {
		v.Resources[i].Schema = ""
		for j := range v.Resources[i].Subresources {
			v.Resources[i].Subresources[j].Schema = ""
		}
	}
}

func readDocuments(dir string, dec *openapi.Decoder) (*discovery.Surface, error) {
	set := documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(rel), "apis/"), "api/")
		set.OpenAPIV3[discovery.ParseGroupVersion(strings.TrimSuffix(name, ".json"))], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		return nil, err
	}
	return set.Surface(dec)
}

// table is a resource table of the kube-api.ninja project.
type table struct {
	APIGroups []struct {
		Name             string `json:"name"`
		PreferredVersion string `json:"preferredVersion"`
		APIVersions      []struct {
			Version   string `json:"version"`
			Resources []struct {
				Kind       string `json:"kind"`
				Plural     string `json:"plural"`
				Namespaced bool   `json:"namespaced"`
			} `json:"resources"`
		} `json:"apiVersions"`
	} `json:"apiGroups"`
}

func readTableFile(path string) (t table, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return t, err
	}
	return t, json.Unmarshal(b, &t)
}

func readTable(path string) (*discovery.Surface, error) {
	t, err := readTableFile(path)
	if err != nil {
		return nil, err
	}
	s := &discovery.Surface{Fidelity: discovery.Fidelity{Disabled: discovery.All, Preferred: discovery.All, Scope: discovery.All}}
	for _, g := range t.APIGroups {
		for _, v := range g.APIVersions {
			out := s.AddGroupVersion(discovery.GroupVersion{Group: g.Name, Version: v.Version})
			for _, r := range v.Resources {
				scope := discovery.Cluster
				if r.Namespaced {
					scope = discovery.Namespaced
				}
				out.Resources = append(out.Resources, discovery.Resource{Name: plural(r.Plural), Kind: r.Kind, Scope: scope})
			}
			addVirtual(out)
		}
		s.Group(g.Name).Preferred = g.PreferredVersion
	}
	s.Sort()
	return s, nil
}

// plural corrects the only wrong plural in the tables: 1.3 and 1.4 served apps/v1alpha1 petsets.
func plural(name string) string {
	if name == "petsetss" {
		return "petsets"
	}
	return name
}

// addVirtual adds the two resources that the tables omit because they cannot be listed. Everything
// else is equal to the documents of 1.23 to 1.32. The swagger of 1.12 shows both next to the
// resources with which they were added.
func addVirtual(v *discovery.Version) {
	if v.Resource("pods") != nil {
		v.Resources = append(v.Resources, discovery.Resource{Name: "bindings", Kind: "Binding", Scope: discovery.Namespaced})
	}
	if v.Resource("subjectaccessreviews") != nil {
		v.Resources = append(v.Resources, discovery.Resource{Name: "localsubjectaccessreviews", Kind: "LocalSubjectAccessReview", Scope: discovery.Namespaced})
	}
}

// leftOut is a resource that the tables of some releases omit.
type leftOut struct {
	first, last int // minors
	gv          discovery.GroupVersion
	discovery.Resource
}

// tablesLeaveOut returns what the tables omit, because they were made from the API server's own
// documents.
//   - The document of 1.7 omits the server for extensions, which was new in that release:
//     k8s.io/apiextensions-apiserver has v1beta1 since its tag kubernetes-1.7.0, and its types are
//     tagged introduced=1.7. CustomResourceDefinition replaced ThirdPartyResource, which 1.7 was
//     the last release to serve.
//   - The clusters of 1.19 and 1.20 did not serve the alpha version of storage.k8s.io with
//     CSIStorageCapacity, which k8s.io/api has since v0.19.0 (KEP-1472: alpha in 1.19).
func tablesLeaveOut() []leftOut {
	return []leftOut{
		{7, 7, discovery.GroupVersion{Group: "apiextensions.k8s.io", Version: "v1beta1"}, discovery.Resource{Name: "customresourcedefinitions", Kind: "CustomResourceDefinition", Scope: discovery.Cluster}},
		{19, 20, discovery.GroupVersion{Group: "storage.k8s.io", Version: "v1alpha1"}, discovery.Resource{Name: "csistoragecapacities", Kind: "CSIStorageCapacity", Scope: discovery.Namespaced}},
	}
}

func addLeftOut(s *discovery.Surface, minor int) {
	for _, l := range tablesLeaveOut() {
		if minor < l.first || minor > l.last {
			continue
		}
		v := s.AddGroupVersion(l.gv)
		if v.Resource(l.Name) == nil {
			v.Resources = append(v.Resources, l.Resource)
		}
		if g := s.Group(l.gv.Group); g.Preferred == "" {
			g.Preferred = l.gv.Version
		}
	}
	s.Sort()
}

// preferred reads the preferred versions from the release's table, because OpenAPI does not contain
// them. There are no tables since 1.33.
func preferred(s *discovery.Surface, path string) error {
	t, err := readTableFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, g := range t.APIGroups {
		if out := s.Group(g.Name); out != nil {
			out.Preferred = g.PreferredVersion
		}
	}
	s.Fidelity.Preferred = discovery.All
	return nil
}
