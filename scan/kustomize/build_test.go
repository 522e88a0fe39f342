package kustomize

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/growth"
)

const fixtures = "../../fixtures/kustomize/"

// summary lists the objects that were built: places, names and types.
func summary(built []Built) string {
	var b strings.Builder
	for _, each := range built {
		kind := ""
		for line := range strings.Lines(string(each.Data)) {
			if strings.HasPrefix(line, "apiVersion:") || strings.HasPrefix(line, "kind:") {
				kind += strings.TrimSpace(line[strings.IndexByte(line, ':')+1:]) + " "
			}
		}
		fmt.Fprintf(&b, "%s:%d:%d %s%s", strings.TrimPrefix(each.File, fixtures), each.Line, each.Column, kind, each.Name)
		if each.Generated {
			b.WriteString(" generated")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestBuild(t *testing.T) {
	for dir, want := range map[string]string{
		"base": `base/web.yaml:2:1 apps/v1 Deployment web
base/web.yaml:19:1 networking.k8s.io/v1beta1 Ingress web
base/policies.yaml:4:5 policy/v1beta1 PodDisruptionBudget web
base/policies.yaml:11:5 policy/v1beta1 PodDisruptionBudget web-admin
base/kustomization.yaml:0:0 v1 ConfigMap settings-f8cggf5hcc generated
`,
		"overlays/prod": `base/web.yaml:2:1 apps/v1 Deployment web
base/web.yaml:19:1 networking.k8s.io/v1beta1 Ingress web
base/policies.yaml:4:5 policy/v1beta1 PodDisruptionBudget web
base/policies.yaml:11:5 policy/v1beta1 PodDisruptionBudget web-admin
base/kustomization.yaml:0:0 v1 ConfigMap prod-settings-f8cggf5hcc generated
overlays/prod/kustomization.yml:0:0 v1 Secret prod-token-dbdgd77ct8 generated
components/autoscale/hpa.yaml:1:1 autoscaling/v2beta2 HorizontalPodAutoscaler web
`,
	} {
		built, err := build(fixtures + dir)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		if got := summary(built); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", dir, got, want)
		}
		for _, b := range built {
			if strings.Contains(string(b.Data), originAnnotation) {
				t.Errorf("%s: the note of the origin is left in\n%s", dir, b.Data)
			}
		}
	}
}

// TestManyPatches checks a kustomization with so many patches that kustomize must not record the
// sources of its objects: their places are known nevertheless.
func TestManyPatches(t *testing.T) {
	const objects = 120
	k, want := "namePrefix: p-\nresources: [a.yaml, b.yaml, settings.yaml, other.yaml]\nconfigMapGenerator: [{name: made, literals: [a=b]}]\npatches:\n", ""
	files := map[string]string{
		"settings.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: a}\n",
		"other.yaml":    "# of another namespace\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: b}\n",
	}
	for i := range objects {
		file, name := []string{"a.yaml", "b.yaml"}[i/(objects/2)], fmt.Sprint("web", i)
		files[file] += fmt.Sprintf("---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: %s}\nspec: {replicas: 1}\n", name)
		k += fmt.Sprintf("- patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: %s}, spec: {replicas: 2}}'\n", name)
		want += fmt.Sprintf("o/%s:%d:1 apps/v1 Deployment %s\n", file, i%(objects/2)*5+2, name)
	}
	// An object whose version and name a patch changes is not found.
	k += "- target: {kind: Deployment, name: web7}\n  patch: |-\n    - {op: replace, path: /apiVersion, value: apps/v1beta1}\n    - {op: replace, path: /metadata/name, value: other}\n"
	want = strings.Replace(want, "o/a.yaml:37:1 apps/v1 Deployment web7\n", "o/kustomization.yaml:0:0 apps/v1beta1 Deployment p-other\n", 1)
	files["kustomization.yaml"] = k
	dir := folder(t, files)
	if all := weigh(t.Context(), dir); all.traceable() {
		t.Errorf("the sources would be recorded: %+v", all)
	}
	built, err := BuildAs(t.Context(), dir, "o")
	if err != nil {
		t.Fatal(err)
	}
	want += "o/settings.yaml:1:1 v1 ConfigMap settings\no/other.yaml:2:1 v1 ConfigMap settings\no/kustomization.yaml:0:0 v1 ConfigMap p-made-4h2mbtbbt6 generated\n"
	if diff := cmp.Diff(want, summary(built)); diff != "" {
		t.Error(diff)
	}
}

// TestOverlayChanges checks that the changes of an overlay are in the built objects.
func TestOverlayChanges(t *testing.T) {
	built, err := build(fixtures + "overlays/prod")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, b := range built {
		all.Write(b.Data)
	}
	for _, want := range []string{"replicas: 5", "name: prod-web", "namespace: prod", "stage: prod", "owner: https://example.com/shop", "serviceName: prod-web", "color: blue", "token: YWJj"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q is missing in\n%s", want, all.String())
		}
	}
}

// folder writes files into a temporary folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRemote checks that remote paths are refused in every field, and that git is never started.
func TestRemote(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for git is a shell script")
	}
	bin := t.TempDir()
	marker := filepath.Join(bin, "started")
	for _, program := range []string{"git", "helm", "docker"} {
		if err := os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/sh\necho x >> "+marker+"\nexit 1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	plugin := "apiVersion: builtin\nkind: %s\nmetadata: {name: x}\n%s\n"
	deployment := "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n"
	for name, files := range map[string]map[string]string{
		"resource":        {"kustomization.yaml": "resources: [https://example.invalid/all.yaml]"},
		"git":             {"kustomization.yaml": "resources: ['git@example.invalid:shop/deploy.git']"},
		"github":          {"kustomization.yaml": "resources: [github.com/example/shop]"},
		"GitHub":          {"kustomization.yaml": "resources: [GitHub.com/example/shop]"},
		"forced":          {"kustomization.yaml": "resources: ['git::https://example.invalid/a/b']"},
		"ssh":             {"kustomization.yaml": "resources: ['ssh://git@example.invalid/a/b']"},
		"file":            {"kustomization.yaml": "resources: ['file:///srv/git/shop']"},
		"bases":           {"kustomization.yaml": "bases: ['https://example.invalid/a/b']"},
		"any case":        {"kustomization.yaml": "Resources: ['https://example.invalid/a/b']"},
		"component":       {"kustomization.yaml": "components: ['https://example.invalid/a/b']"},
		"crds":            {"kustomization.yaml": "crds: ['https://example.invalid/a']"},
		"configuration":   {"kustomization.yaml": "configurations: ['https://example.invalid/a']"},
		"openapi":         {"kustomization.yaml": "openapi: {path: 'https://example.invalid/a'}\nresources: [d.yaml]", "d.yaml": deployment},
		"patch":           {"kustomization.yaml": "resources: [d.yaml]\npatches: [{path: 'https://example.invalid/a'}]", "d.yaml": deployment},
		"merge":           {"kustomization.yaml": "resources: [d.yaml]\npatchesStrategicMerge: ['https://example.invalid/a']", "d.yaml": deployment},
		"json":            {"kustomization.yaml": "resources: [d.yaml]\npatchesJson6902: [{path: 'https://example.invalid/a', target: {kind: Deployment, version: v1, name: web}}]", "d.yaml": deployment},
		"replacement":     {"kustomization.yaml": "resources: [d.yaml]\nreplacements: [{path: 'https://example.invalid/a'}]", "d.yaml": deployment},
		"files":           {"kustomization.yaml": "configMapGenerator: [{name: a, files: ['x=https://example.invalid/a']}]"},
		"envs":            {"kustomization.yaml": "secretGenerator: [{name: a, envs: ['https://example.invalid/a']}]"},
		"below":           {"kustomization.yaml": "resources: [base]", "base/kustomization.yaml": "resources: [more]", "base/more/kustomization.yaml": "resources: ['https://example.invalid/a/b']"},
		"generator":       {"kustomization.yaml": "generators: ['https://example.invalid/a']"},
		"generator file":  {"kustomization.yaml": "generators: [g.yaml]", "g.yaml": fmt.Sprintf(plugin, "ConfigMapGenerator", "files: ['https://example.invalid/a']")},
		"inline":          {"kustomization.yaml": "resources: [d.yaml]\ntransformers:\n- |-\n  apiVersion: builtin\n  kind: PatchTransformer\n  metadata: {name: x}\n  PATH: https://example.invalid/a\n", "d.yaml": deployment},
		"transformer dir": {"kustomization.yaml": "resources: [d.yaml]\ntransformers: [t]", "d.yaml": deployment, "t/kustomization.yaml": "resources: [x.yaml]", "t/x.yaml": fmt.Sprintf(plugin, "PatchTransformer", "path: x")},
		"helm":            {"kustomization.yaml": "helmCharts: [{name: x, repo: 'https://example.invalid'}]"},
		"helm generator":  {"kustomization.yaml": "helmChartInflationGenerator: [{chartName: x, chartRepoUrl: 'https://example.invalid'}]"},
	} {
		_, err := build(folder(t, files))
		var refused *RefusedError
		if !errors.As(err, &refused) {
			t.Errorf("%s: want a refusal, got %v", name, err)
		}
	}
	for name, files := range map[string]map[string]string{
		"exec plugin": {"kustomization.yaml": "generators: [g.yaml]", "g.yaml": "apiVersion: example.com/v1\nkind: Run\nmetadata: {name: x}\n"},
		"function":    {"kustomization.yaml": "transformers: [g.yaml]", "g.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n  annotations:\n    config.kubernetes.io/function: |\n      container: {image: example.invalid/x}\n"},
		"helm plugin": {"kustomization.yaml": "generators: [g.yaml]", "g.yaml": fmt.Sprintf(plugin, "HelmChartInflationGenerator", "releaseName: x\nname: y")},
		"outside":     {"kustomization.yaml": "resources: [../../../../../../etc/hostname]"},
	} {
		if _, err := build(folder(t, files)); err == nil {
			t.Errorf("%s: want an error", name)
		}
	}
	if text, err := os.ReadFile(marker); err == nil {
		t.Errorf("programs were started: %s", text)
	}
}

// TestHostile checks that alias bombs, loops and paths that are not regular files end with an error
// soon.
func TestHostile(t *testing.T) {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 10; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	tower := map[string]string{"0/kustomization.yaml": "resources: [x.yaml]", "0/x.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"}
	for i := 1; i < 30; i++ {
		tower[fmt.Sprintf("%d/kustomization.yaml", i)] = "resources: [a, b]"
		tower[fmt.Sprintf("%d/a/kustomization.yaml", i)] = fmt.Sprintf("namePrefix: a\nresources: [../../%d]", i-1)
		tower[fmt.Sprintf("%d/b/kustomization.yaml", i)] = fmt.Sprintf("namePrefix: b\nresources: [../../%d]", i-1)
	}
	for name, c := range map[string]struct {
		files map[string]string
		dir   string
	}{
		"aliases":       {map[string]string{"kustomization.yaml": "resources: [b.yaml]", "b.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" + bomb}, ""},
		"itself":        {map[string]string{"kustomization.yaml": "resources: [.]"}, ""},
		"a loop":        {map[string]string{"a/kustomization.yaml": "resources: [../b]", "b/kustomization.yaml": "resources: [../a]"}, "a"},
		"a tower":       {tower, "29"},
		"malformed":     {map[string]string{"kustomization.yaml": "resources: [x"}, ""},
		"two of them":   {map[string]string{"kustomization.yaml": "resources: []", "Kustomization": "resources: []"}, ""},
		"missing":       {map[string]string{"kustomization.yaml": "resources: [nowhere.yaml]"}, ""},
		"an odd patch":  {map[string]string{"kustomization.yaml": "resources: [x.yaml]\npatches: [{patch: '['}]", "x.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"}, ""},
		"no name":       {map[string]string{"kustomization.yaml": "resources: [x.yaml]", "x.yaml": "apiVersion: v1\nkind: Namespace\n"}, ""},
		"not an object": {map[string]string{"kustomization.yaml": "resources: [x.yaml]", "x.yaml": "[1, 2]"}, ""},
	} {
		root := folder(t, c.files)
		var err error
		growth.Bounded(t, name, 10_000, func() { _, err = build(filepath.Join(root, c.dir)) })
		if err == nil {
			t.Errorf("%s: want an error", name)
		} else if strings.Contains(err.Error(), root) {
			t.Errorf("%s: the error tells of the machine's folders: %v", name, err)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := BuildAs(cancelled, fixtures+"base", "base"); err == nil {
		t.Error("an interrupted build gives no error")
	}
}

func TestIs(t *testing.T) {
	for dir, want := range map[string]bool{"base": true, "overlays/prod": true, "overlays": false, "nowhere": false} {
		if Is(fixtures+dir) != want {
			t.Errorf("Is(%s) is not %v", dir, want)
		}
	}
}

func build(dir string) ([]Built, error) { return BuildAs(context.Background(), dir, dir) }
