package source_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/kubernetes"
)

// realServers returns the recorded documents of real servers by name: the published ones, and those
// of the oldest and the newest minor that the lab has recorded on this machine.
func realServers(t *testing.T) map[string]*documents.Set {
	t.Helper()
	all := map[string]*documents.Set{}
	folders, err := filepath.Glob(filepath.Join(data.Root(t), "servers", "*", "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no answers of servers are published: %v", err)
	}
	for _, folder := range folders {
		all[folder] = published(t, folder)
	}
	dir, err := kubernetes.RecordedDir()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.Concat(files[:min(2, len(files))], files[max(0, len(files)-2):]) {
		if all[file], _, err = snapshot.Read(t.Context(), file); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// published reads the responses of a server from a folder.
func published(t *testing.T, folder string) *documents.Set {
	t.Helper()
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	set := &documents.Set{
		Version: read("version.json"), AggregatedAPI: read("api.json"), AggregatedAPIs: read("apis.json"), OpenAPIV3: map[discovery.GroupVersion][]byte{},
		CustomResources: []byte(`{"kind":"List","apiVersion":"v1","items":[]}`), // the server had no definitions
	}
	files, err := filepath.Glob(filepath.Join(folder, "openapi", "v3", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		gv := strings.TrimPrefix(strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), ".json"), "__", "/"), "apis/")
		set.OpenAPIV3[discovery.ParseGroupVersion(strings.TrimPrefix(gv, "api/"))] = read(filepath.Join("openapi", "v3", filepath.Base(file)))
	}
	return set
}

func surfaceOf(t *testing.T, set *documents.Set, m snapshot.Manifest) *discovery.Surface {
	t.Helper()
	s, err := source.Environment{Catalog: catalog.New(), Decoder: openapi.NewDecoder()}.Surface(set, m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRealServers: the documents of real servers contradict nothing, with every API enabled and
// with default settings. The same holds if an aggregated server publishes no documents, or has no
// resource yet, and for the documents of a server for custom metrics (custom-metrics-apiserver
// v1.37.0), whose paths are not those of resources.
func TestRealServers(t *testing.T) {
	for name, set := range realServers(t) {
		aggregated := `{"metadata":{"name":"custom.metrics.k8s.io"},"versions":[{"version":"v1beta2","freshness":"Current","resources":[
			{"resource":"","subresources":[{"subresource":"custommetrics","responseKind":{"kind":"MetricValueList"},"verbs":["get"]}]},
			{"resource":"pods/http_requests","responseKind":{"kind":"MetricValueList"},"scope":"Namespaced","verbs":["get"]}]}]},
			{"metadata":{"name":"external.metrics.k8s.io"},"versions":[{"version":"v1beta1","freshness":"Current","resources":[]}]},`
		if len(set.OpenAPIV3) > 0 {
			for _, gv := range []string{"custom.metrics.k8s.io/v1beta2", "external.metrics.k8s.io/v1beta1"} {
				set.OpenAPIV3[discovery.ParseGroupVersion(gv)] = []byte(strings.ReplaceAll(customMetrics, "GV", gv))
			}
		}
		more := bytes.Replace(set.AggregatedAPIs, []byte(`"items":[`), []byte(`"items":[`+aggregated), 1)
		if set.AggregatedAPIs != nil && bytes.Equal(more, set.AggregatedAPIs) {
			t.Fatalf("%s: its groups are written in another way", name)
		}
		set.AggregatedAPIs = more
		s := surfaceOf(t, set, snapshot.Manifest{SourceKind: discovery.SourceCluster})
		if len(s.Incomplete) > 0 {
			t.Errorf("%s: %v", name, s.Incomplete)
		}
		if v := s.GroupVersion(discovery.GroupVersion{Group: "custom.metrics.k8s.io", Version: "v1beta2"}); set.AggregatedAPIs != nil && len(v.Resources) != 1 {
			t.Errorf("%s: there is a resource without a name: %v", name, v.Resources)
		}
	}
}

const customMetrics = `{"openapi":"3.0.0","info":{"title":"adapter","version":"1.0.0"},"paths":{
	"/apis/GV/":{"get":{"responses":{"200":{"description":"OK"}}}},
	"/apis/GV/namespaces/{namespace}/metrics/{name}":{"get":{"operationId":"readMetricValueListForNamespace","responses":{"200":{"description":"OK"}}}},
	"/apis/GV/namespaces/{namespace}/{resource}/{name}/{subresource}":{"get":{"operationId":"listNamespacedMetricValueList","responses":{"200":{"description":"OK"}}}},
	"/apis/GV/{resource}/{name}/{subresource}":{"get":{"operationId":"listMetricValueList","responses":{"200":{"description":"OK"}}}}}}`

// TestUnknownRelease: resources that every release serves are expected from a server of an unknown
// or newer release, but not from a server with few of Kubernetes' APIs.
func TestUnknownRelease(t *testing.T) {
	apps := discovery.GroupVersion{Group: "apps", Version: "v1"}
	full, err := apiserver.ReleaseSurface(discovery.Newest().String())
	if err != nil {
		t.Fatal(err)
	}
	full.GroupVersion(apps).Resources = slices.DeleteFunc(full.GroupVersion(apps).Resources, func(r discovery.Resource) bool { return r.Name == "deployments" })
	set, err := apiserver.Documents(full)
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{`{"gitVersion":"v1.99.0"}`, `{"gitVersion":"v0.0.0-master+$Format:%H$"}`, `{}`} {
		set.Version = []byte(version)
		s := surfaceOf(t, set, snapshot.Manifest{SourceKind: discovery.SourceCluster})
		if why, unread := s.Unknown(apps, discovery.PartResources); !unread || !strings.Contains(why, "every server") || len(s.Incomplete) != 1 {
			t.Errorf("%s: %v", version, s.Incomplete)
		}
	}
	const group = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"wardle.example.com"},"versions":[{"version":"v1","freshness":"Current","resources":[{"resource":"flunders","scope":"Namespaced","verbs":["list"]}]}]}]}`
	const namespaces = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{},"versions":[{"version":"v1","freshness":"Current","resources":[{"resource":"namespaces","responseKind":{"kind":"Namespace"},"scope":"Cluster","verbs":["list"]}]}]}]}`
	for _, small := range []documents.Set{{AggregatedAPIs: []byte(group)}, {AggregatedAPI: []byte(namespaces), AggregatedAPIs: []byte(group)}} {
		if s := surfaceOf(t, &small, snapshot.Manifest{SourceKind: discovery.SourceCluster}); len(s.Incomplete) > 0 {
			t.Errorf("a server for extensions: %v", s.Incomplete)
		}
	}
}
