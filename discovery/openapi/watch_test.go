package openapi_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestVerbsOfServers compares the verbs from documents of real servers with those in their
// discovery.
func TestVerbsOfServers(t *testing.T) {
	root := filepath.Join(data.Root(t), "servers")
	checked, recorded := 0, data.Releases(t, "servers")
	for _, minor := range recorded {
		release := minor.String()
		for _, list := range []string{"api.json", "apis.json"} {
			text, err := os.ReadFile(filepath.Join(root, release, "all", list))
			if err != nil {
				t.Fatal(err)
			}
			var discovered struct {
				Items []struct {
					Metadata struct {
						Name string `json:"name"`
					} `json:"metadata"`
					Versions []struct {
						Version   string `json:"version"`
						Resources []struct {
							Resource string   `json:"resource"`
							Verbs    []string `json:"verbs"`
						} `json:"resources"`
					} `json:"versions"`
				} `json:"items"`
			}
			if err := json.Unmarshal(text, &discovered); err != nil {
				t.Fatal(err)
			}
			for _, g := range discovered.Items {
				for _, v := range g.Versions {
					gv := discovery.GroupVersion{Group: g.Metadata.Name, Version: v.Version}
					byName := verbsOf(t, filepath.Join(root, release, "all", "openapi", "v3"), gv)
					for _, r := range v.Resources {
						checked++
						slices.Sort(r.Verbs)
						if got := byName[r.Resource]; !slices.Equal(got, r.Verbs) {
							t.Errorf("%s: %s %s: the document gives %v, discovery %v", release, gv, r.Resource, got, r.Verbs)
						}
					}
				}
			}
		}
	}
	if checked < 80*len(recorded) {
		t.Errorf("only %d resources were checked", checked)
	}
}

func verbsOf(t *testing.T, dir string, gv discovery.GroupVersion) map[string][]string {
	t.Helper()
	name := "api__" + gv.Version
	if gv.Group != "" {
		name = "apis__" + gv.Group + "__" + gv.Version
	}
	text, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi.NewDecoder().Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	byVersion, _ := doc.Resources()
	byName := map[string][]string{}
	for _, r := range byVersion[gv] {
		byName[r.Name] = r.Verbs
	}
	return byName
}
