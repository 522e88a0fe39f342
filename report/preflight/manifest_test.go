package preflight

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/preflight/collect"
)

// manifest is the objects of the documented CronJob, by kind.
func manifest(t *testing.T) map[string]map[string]any {
	t.Helper()
	text, err := os.ReadFile("../../docs/preflight-cronjob.yaml")
	if err != nil {
		t.Fatal(err)
	}
	objects := map[string]map[string]any{}
	for dec := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var o map[string]any
		if err := dec.Decode(&o); errors.Is(err, io.EOF) {
			return objects
		} else if err != nil {
			t.Fatal(err)
		}
		objects[o["kind"].(string)] = o
	}
}

// TestManifestRole tests that the role of the CronJob is what --print-rbac prints.
func TestManifestRole(t *testing.T) {
	c := catalog.New()
	lifecycles, err := c.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	const name = "../../docs/preflight-cronjob.yaml"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var releases []*discovery.Surface
	for _, r := range c.Releases() {
		surface, err := c.Load(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, surface)
	}
	role := string(collect.ClusterRole(nil, collect.Options{To: c.Newest(), Lifecycles: lifecycles, Fields: collect.AnyFieldRules(releases)}))
	documents := strings.Split(string(text), "---\n")
	for i, d := range documents {
		if strings.Contains(d, "\nkind: ClusterRole\n") {
			documents[i] = role
		}
	}
	want := strings.Join(documents, "---\n")
	golden.Check(t, name, []byte(want))
	if !strings.Contains(want, role) {
		t.Errorf("%s has no ClusterRole", name)
	}
}

// TestManifestIsCareful tests that the CronJob has only read permissions, does not run as root,
// writes only to its volumes, and uses existing formats.
func TestManifestIsCareful(t *testing.T) {
	objects := manifest(t)
	for _, kind := range strings.Fields("Namespace ServiceAccount ClusterRole ClusterRoleBinding PersistentVolumeClaim CronJob") {
		if objects[kind] == nil {
			t.Fatalf("there is no %s", kind)
		}
	}
	for _, r := range objects["ClusterRole"]["rules"].([]any) {
		for _, verb := range r.(map[string]any)["verbs"].([]any) {
			if verb != "get" && verb != "list" {
				t.Errorf("the role may %s", verb)
			}
		}
	}
	pod := path(objects["CronJob"], "spec", "jobTemplate", "spec", "template", "spec")
	container := pod["containers"].([]any)[0].(map[string]any)
	if path(pod, "securityContext")["runAsNonRoot"] != true || path(container, "securityContext")["readOnlyRootFilesystem"] != true ||
		path(container, "securityContext")["allowPrivilegeEscalation"] != false {
		t.Error("the container may more than it needs")
	}
	for _, arg := range container["args"].([]any) {
		if format, ok := strings.CutPrefix(arg.(string), "--output="); ok {
			format, _, _ = strings.Cut(format, "=")
			if !slices.Contains((&Report{}).Writers().Names(), format) {
				t.Errorf("there is no format %s", format)
			}
		}
	}
}

func path(o map[string]any, keys ...string) map[string]any {
	for _, k := range keys {
		o = o[k].(map[string]any)
	}
	return o
}
