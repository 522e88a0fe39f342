package registered

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/registered"
)

// sources is a release with one group of its own and those of the two servers.
func sources() map[string]string {
	out := map[string]string{
		"kubernetes/pkg/controlplane/import_known_versions.go": "package controlplane\nimport (\n_ \"k8s.io/kubernetes/pkg/apis/shop/install\"\n)\n",
		"kubernetes/pkg/apis/shop/install/install.go": `package install
import (
	"k8s.io/kubernetes/pkg/apis/shop"
	shopv1 "k8s.io/kubernetes/pkg/apis/shop/v1"
)
func Install(scheme *runtime.Scheme) {
	utilruntime.Must(shop.AddToScheme(scheme))
	utilruntime.Must(shopv1.AddToScheme(scheme))
}
`,
		"kubernetes/pkg/apis/shop/v1/register.go": `package v1
import shopv1 "k8s.io/api/shop/v1"
const GroupName = "shop.k8s.io"
var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1"}
var localSchemeBuilder = &shopv1.SchemeBuilder
`,
		"api/shop/v1/register.go": `package v1
func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &Basket{}, &BasketList{}, &BasketOptions{})
	return nil
}
`,
	}
	for module, group := range map[string]string{"apiextensions": "apiextensions", "aggregator": "apiregistration"} {
		out[module+"/pkg/apis/"+group+"/install/install.go"] = "package install\nimport v1 \"" + map[string]string{"apiextensions": apiextensions, "aggregator": aggregator}[module] +
			"/pkg/apis/" + group + "/v1\"\nfunc Install(s any) { v1.AddToScheme(s) }\n"
		out[module+"/pkg/apis/"+group+"/v1/register.go"] = "package v1\nconst GroupName = \"" + group + ".k8s.io\"\nvar SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: \"v1\"}\n" +
			"func add(s any) { s.AddKnownTypes(SchemeGroupVersion, &Thing{}) }\n"
	}
	return out
}

func readSources(t *testing.T, files map[string]string) (all []string, err error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := read(map[string]string{
		modules.Kubernetes: filepath.Join(dir, "kubernetes"), api: filepath.Join(dir, "api"),
		apiextensions: filepath.Join(dir, "apiextensions"), aggregator: filepath.Join(dir, "aggregator"),
	})
	for key := range found {
		all = append(all, key.Group+"/"+key.Version+" "+key.Kind)
	}
	slices.Sort(all)
	return all, err
}

func TestRead(t *testing.T) {
	got, err := readSources(t, sources())
	want := []string{"apiextensions.k8s.io/v1 ", "apiextensions.k8s.io/v1 Thing", "apiregistration.k8s.io/v1 ", "apiregistration.k8s.io/v1 Thing", "shop.k8s.io/v1 ", "shop.k8s.io/v1 Basket"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestUnknownSourceIsRefused: source that the reader does not understand is an error. Otherwise a
// version would be missing without notice.
func TestUnknownSourceIsRefused(t *testing.T) {
	for want, change := range map[string][3]string{
		"registers no version":         {"kubernetes/pkg/apis/shop/install/install.go", "shop/v1", "shop/internal"},
		"something that is no package": {"kubernetes/pkg/apis/shop/install/install.go", "shopv1.AddToScheme", "other.AddToScheme"},
		"names no SchemeGroupVersion":  {"kubernetes/pkg/apis/shop/v1/register.go", "SchemeGroupVersion", "GroupVersion"},
		"registers no kinds":           {"api/shop/v1/register.go", "AddKnownTypes(", "AddTypes("},
		"has no files":                 {"kubernetes/pkg/apis/shop/v1/register.go", "api/shop/v1", "api/shop/v2"},
		"no import_known_versions.go":  {"kubernetes/pkg/controlplane/import_known_versions.go", "", ""},
	} {
		files := sources()
		if text := files[change[0]]; change[1] == "" {
			delete(files, change[0])
		} else if files[change[0]] = strings.ReplaceAll(text, change[1], change[2]); files[change[0]] == text {
			t.Fatalf("%q changes nothing", change)
		}
		if got, err := readSources(t, files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v and the error %v", want, got, err)
		}
	}
}

func TestExtend(t *testing.T) {
	spans := map[discovery.GroupVersionKind][]registered.Span{}
	a, b := discovery.GroupVersionKind{Version: "v1"}, discovery.GroupVersionKind{Group: "apps", Version: "v1"}
	for i, now := range []map[discovery.GroupVersionKind]bool{{a: true, b: true}, {a: true}, {a: true}, {a: true, b: true}} {
		Extend(spans, now, minor(19+i))
	}
	want := "releases\t1.19\t1.22\n-\tv1\t-\t1.19 -\napps\tv1\t-\t1.19 1.20, 1.22 -\n"
	if got := string(Format(registered.Table{Oldest: minor(19), Newest: minor(22), Spans: spans})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }
