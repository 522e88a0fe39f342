package chart

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

const fixtures = "../../fixtures/charts/"

func target(t testing.TB, minor int) Target {
	t.Helper()
	s, err := catalog.New().Load(context.Background(), discovery.Release{Major: 1, Minor: minor})
	if err != nil {
		t.Fatal(err)
	}
	return TargetOf(s)
}

func open(t testing.TB, name string) Source {
	t.Helper()
	src, err := OpenDir(context.Background(), fixtures+name)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func rendered(t testing.TB, src Source, to Target, v Values) *Rendering {
	t.Helper()
	r, err := Render(context.Background(), src, to, v)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// summary lists the apiVersions and kinds that a chart renders, with their places in the templates.
func summary(r *Rendering) string {
	var b strings.Builder
	for _, d := range r.Documents {
		for i, line := range strings.Split(string(d.Data), "\n") {
			key, value, _ := strings.Cut(line, ": ")
			if key == "apiVersion" || key == "kind" {
				at, column := d.Place(i+1, 1)
				fmt.Fprintf(&b, "%s %s:%d:%d %s\n", d.Chart, d.Template, at, column, value)
			}
		}
	}
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "%s: %s\n", f.Template, f.Message)
	}
	return b.String()
}

// TestRender renders the charts of the fixtures for two targets.
func TestRender(t *testing.T) {
	for _, c := range []struct {
		chart string
		minor int
		want  string
	}{
		{"web", 18, `sessions charts/cache/templates/cron.yaml:2:1 batch/v1beta1
sessions charts/cache/templates/cron.yaml:3:1 CronJob
web crds/widgets.yaml:1:1 apiextensions.k8s.io/v1beta1
web crds/widgets.yaml:2:1 CustomResourceDefinition
web templates/deployment.yaml:1:1 apps/v1
web templates/deployment.yaml:2:1 Deployment
web templates/ingress.yaml:2:1 networking.k8s.io/v1beta1
web templates/ingress.yaml:3:1 Ingress
web templates/pdb.yaml:4:1 policy/v1beta1
web templates/pdb.yaml:6:1 PodDisruptionBudget
web templates/pdb.yaml:15:1 v1
web templates/pdb.yaml:16:1 ConfigMap
web templates/tests/connection.yaml:1:1 v1
web templates/tests/connection.yaml:2:1 Pod
`},
		{"web", 33, `sessions charts/cache/templates/cron.yaml:2:1 batch/v1
sessions charts/cache/templates/cron.yaml:3:1 CronJob
web crds/widgets.yaml:1:1 apiextensions.k8s.io/v1beta1
web crds/widgets.yaml:2:1 CustomResourceDefinition
web templates/deployment.yaml:1:1 apps/v1
web templates/deployment.yaml:2:1 Deployment
web templates/ingress.yaml:2:1 networking.k8s.io/v1
web templates/ingress.yaml:3:1 Ingress
web templates/pdb.yaml:2:1 policy/v1
web templates/pdb.yaml:6:1 PodDisruptionBudget
web templates/pdb.yaml:15:1 v1
web templates/pdb.yaml:16:1 ConfigMap
web templates/tests/connection.yaml:1:1 v1
web templates/tests/connection.yaml:2:1 Pod
`},
		{"legacy", 33, `legacy templates/all.yaml:3:1 rbac.authorization.k8s.io/v1
legacy templates/all.yaml:7:1 ClusterRole
legacy templates/all.yaml:12:1 policy/v1beta1
legacy templates/all.yaml:13:1 PodSecurityPolicy
legacy templates/all.yaml:17:1 HorizontalPodAutoscaler
legacy templates/all.yaml:18:1 autoscaling/v2beta2
`},
		{"hooks", 18, `hooks templates/jobs.yaml:6:1 batch/v1beta1
hooks templates/jobs.yaml:10:1 CronJob
hooks templates/jobs.yaml:6:1 batch/v1beta1
hooks templates/jobs.yaml:10:1 CronJob
hooks templates/jobs.yaml:17:0 v1
hooks templates/jobs.yaml:17:0 ServiceAccount
templates/secret.yaml: execution error at (hooks/templates/secret.yaml:6:10): database.url must be set, e.g. postgres://db
`},
	} {
		if got := summary(rendered(t, open(t, c.chart), target(t, c.minor), Values{})); got != c.want {
			t.Errorf("%s for 1.%d: got\n%s\nwant\n%s", c.chart, c.minor, got, c.want)
		}
	}
}

// TestValues checks that values files and settings change the output.
func TestValues(t *testing.T) {
	r := rendered(t, open(t, "hooks"), target(t, 33), Values{
		Files: []ValuesFile{{"v.yaml", []byte("database:\n  url: postgres://file\njobs: []\n")}},
		Set:   []string{"database.url=postgres://set\\,x"},
	})
	if len(r.Failures) > 0 || !strings.Contains(string(r.Documents[1].Data), "postgres://set,x") {
		t.Errorf("got %+v", r)
	}
	both := rendered(t, open(t, "web"), target(t, 33), Values{Set: []string{"pages.enabled=true,pages.size=9Gi", "ingress.enabled=false"}})
	got := summary(both)
	if !strings.Contains(got, "pages charts/cache/templates/cron.yaml:2:1") || !strings.Contains(got, "sessions charts/") || strings.Contains(got, "Ingress") {
		t.Errorf("got\n%s", got)
	}
	for _, bad := range []Values{
		{Set: []string{"a"}}, {Set: []string{"=1"}}, {Set: []string{"a[99999999]=1"}}, {Files: []ValuesFile{{"x", []byte("[1]")}}}, {Files: []ValuesFile{{"x", []byte("a: [")}}},
	} {
		if err := bad.Check(); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestSet(t *testing.T) {
	for text, want := range map[string]string{
		"a=1":                                   "map[a:1]",
		"a.b=x,a.c=true":                        "map[a:map[b:x c:true]]",
		"a[1].b=x":                              "map[a:[<nil> map[b:x]]]",
		"a={x,2,},b=":                           "map[a:[x 2] b:]",
		`a\.b=1\,2`:                             "map[a.b:1,2]",
		"a=null":                                "map[a:<nil>]",
		"a=007,b=0,c=1.5":                       "map[a:007 b:0 c:1.5]",
		"a[0][1]=x":                             "map[a:[[<nil> x]]]",
		"a.b=1,a=2":                             "map[a:2]",
		"a=https://x.com/?y=z":                  "map[a:https://x.com/?y=z]",
		"nodeSelector.kubernetes\\.io/os=linux": "map[nodeSelector:map[kubernetes.io/os:linux]]",
	} {
		got := map[string]any{}
		if err := set(got, text, false); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, %v; want %s", text, got, err, want)
		}
	}
}

// TestRefused checks that a chart whose kubeVersion excludes the target is rendered and reported.
func TestRefused(t *testing.T) {
	if r := rendered(t, open(t, "legacy"), target(t, 33), Values{}); !strings.Contains(r.Refused, "kubeVersion: <1.22.0-0") {
		t.Errorf("got %q", r.Refused)
	}
	if r := rendered(t, open(t, "legacy"), target(t, 18), Values{}); r.Refused != "" {
		t.Errorf("got %q", r.Refused)
	}
}

// TestSameBytes checks that the results of random functions are the same in every run.
func TestSameBytes(t *testing.T) {
	src := chartOf(`a: {{ randAlphaNum 8 }} {{ uuidv4 }} {{ now }} {{ (genCA "x" 1).Cert | b64enc }} {{ keys (dict "c" 1 "a" 2 "b" 3) }} {{ shuffle "abc" }}`)
	first := rendered(t, src, Target{}, Values{}).Documents[0].Data
	for range 5 {
		if again := rendered(t, src, Target{}, Values{}).Documents[0].Data; !bytes.Equal(first, again) {
			t.Fatalf("got\n%s\nand\n%s", first, again)
		}
	}
}

// chartOf makes a chart with one template.
func chartOf(template string, more ...File) Source {
	return Source{Name: "x", Files: append([]File{
		{"Chart.yaml", []byte("apiVersion: v2\nname: x\nversion: 1.0.0\n")}, {"templates/a.yaml", []byte(template)},
	}, more...)}
}

// TestNoWorld checks that templates cannot read anything outside the chart.
func TestNoWorld(t *testing.T) {
	t.Setenv("KUBEDELTA_SECRET", "hunter2")
	for _, template := range []string{`{{ env "KUBEDELTA_SECRET" }}`, `{{ expandenv "$KUBEDELTA_SECRET" }}`} {
		if r := rendered(t, chartOf(template), Target{}, Values{}); len(r.Failures) != 1 {
			t.Errorf("%s is rendered: %+v", template, r.Documents)
		}
	}
	r := rendered(t, chartOf(`x: {{ getHostByName "localhost" }}{{ lookup "v1" "Pod" "" "" }}{{ .Files.Get "/etc/passwd" }}{{ .Files.Get "../../etc/passwd" }}`), Target{}, Values{})
	if got := string(r.Documents[0].Data); got != "x: map[]" {
		t.Errorf("got %q", got)
	}
}

// TestTargetOf checks that APIs that are disabled by default are not served.
func TestTargetOf(t *testing.T) {
	to := target(t, 33)
	for api, want := range map[string]bool{
		"v1": true, "v1/Pod": true, "apps/v1": true, "apps/v1/Deployment": true, "policy/v1beta1": false, "batch/v1/CronJob": true,
		"resource.k8s.io/v1beta1": false, "autoscaling/v1/Scale": false, "apps/v1/Scale": true,
	} {
		if to.APIs.Has(api) != want {
			t.Errorf("%s is served: %v", api, !want)
		}
	}
	if to.Version != "v1.33.0" || !slices.IsSorted(to.APIs) {
		t.Errorf("got %s", to.Version)
	}
}

// TestImportValues checks that dependencies export values to their parents.
func TestImportValues(t *testing.T) {
	src := Source{Files: []File{
		{"Chart.yaml", []byte("apiVersion: v2\nname: x\nversion: 1.0.0\ndependencies:\n- {name: db, version: '1', import-values: [conn, {child: inner, parent: outer}]}\n")},
		{"values.yaml", []byte("outer: {kept: 1}\n")},
		{"templates/a.yaml", []byte("{{ .Values.host }} {{ .Values.outer.a }} {{ .Values.outer.kept }}")},
		{"charts/db/Chart.yaml", []byte("apiVersion: v2\nname: db\nversion: 1.2.0\n")},
		{"charts/db/values.yaml", []byte("exports: {conn: {host: db}}\ninner: {a: 3, kept: 2}\n")},
	}}
	if got := string(rendered(t, src, Target{}, Values{}).Documents[0].Data); got != "db 3 1" {
		t.Errorf("got %q", got)
	}
}

// TestProvidersVersion checks that a version with a provider's suffix satisfies a constraint of
// which one part allows prereleases, as in Helm, both rendered and read as text.
func TestProvidersVersion(t *testing.T) {
	to := Target{Version: "v1.33.2-gke.100"}
	src := chartOf("{{ if semverCompare \">=1.19-0 <1.99\" .Capabilities.KubeVersion.Version }}\napiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n{{ end }}")
	if got := summary(rendered(t, src, to, Values{})); !strings.Contains(got, "policy/v1beta1") {
		t.Errorf("got %q", got)
	}
	if v, ok := engine.NewCalculator().Call("semverCompare", ">=1.19-0 <1.99", to.Version); !ok || v != true {
		t.Errorf("as text: %+v", v)
	}
}
