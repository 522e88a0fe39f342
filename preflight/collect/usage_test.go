package collect_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func usageLines(e *evidence.Evidence) (lines []string) {
	for _, u := range e.Usage {
		line := fmt.Sprintf("%s %s/%s at %s by %s %s", u.Object.Resource, u.Object.Namespace, u.Object.Name, u.Version, u.By, u.Time)
		if u.Managed {
			line += " (managed)"
		}
		lines = append(lines, line)
	}
	return lines
}

// TestUsage: who wrote at a version tells managedFields, never the version of the
// list; the good HPA is served at v2beta2 like the others.
func TestUsage(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version), options(t, "1.25"))
	equal(t, "usage", usageLines(e), []string{
		"horizontalpodautoscalers shop/beta at autoscaling/v2beta2 by argocd 2023-01-02T03:04:05Z",
		"horizontalpodautoscalers shop/applied at autoscaling/v2beta1 by last-applied ",
		"endpointslices shop/hook-1 at discovery.k8s.io/v1beta1 by kube-controller-manager 2021-01-02T03:04:05Z (managed)",
		"endpointslices shop/spoof at discovery.k8s.io/v1beta1 by kubectl-create 2021-01-02T03:04:05Z",
		"widgets shop/small at example.com/v1beta1 by widgetctl 2024-01-02T03:04:05Z",
		"ingresses shop/old at extensions/v1beta1 by helm 2020-01-02T03:04:05Z",
		"flowschemas /mine at flowcontrol.apiserver.k8s.io/v1beta1 by kubectl-edit 2022-01-02T03:04:05Z",
		"flowschemas /probes at flowcontrol.apiserver.k8s.io/v1beta1 by kubectl-edit 2022-01-02T03:04:05Z (managed)",
		"poddisruptionbudgets shop/web at policy/v1beta1 by kube-controller-manager 2021-01-02T03:05:05Z (managed)",
		"poddisruptionbudgets shop/web at policy/v1beta1 by kubectl-client-side-apply 2021-01-02T03:04:05Z",
	})
}

// TestTargetBeforeTheRemoval: up to 1.20 nothing of policy/v1beta1 was deprecated.
func TestTargetBeforeTheDeprecation(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version), options(t, "1.20"))
	for _, line := range usageLines(e) {
		if !strings.Contains(line, "ingresses") && !strings.Contains(line, "widgets") && !strings.Contains(line, "autoscaling/v2beta1") {
			t.Error(line)
		}
	}
}

// TestGoneVersions: a version that the cluster does not serve any more is written
// by nobody, whatever an old entry says.
func TestGoneVersions(t *testing.T) {
	dir := unpack(t, txtar.File{Name: "objects/a.yaml", Data: []byte(`
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: a
  namespace: shop
  managedFields: [{manager: m, operation: Update, apiVersion: autoscaling/v2beta2, time: "2021-01-02T03:04:05Z"}]
`)})
	if e := read(t, clusterOf(t, dir, "version=v1.26.0"), options(t, "1.33")); len(e.Usage) > 0 {
		t.Errorf("%v", usageLines(e))
	}
	if e := read(t, clusterOf(t, dir, "version=v1.25.0"), options(t, "1.33")); len(e.Usage) != 1 {
		t.Errorf("%v", usageLines(e))
	}
}

// TestOddLastApplied: the annotation is whatever somebody wrote.
func TestOddLastApplied(t *testing.T) {
	var objects strings.Builder
	for i, text := range []string{``, `{`, `[]`, `{"apiVersion":5}`, `{"apiVersion":null}`, `{"a":{"apiVersion":"policy/v1beta1"}}`, strings.Repeat(`{"a":`, 100_000), `{"kind":"PodDisruptionBudget","apiVersion":"policy/v1beta1"`} {
		fmt.Fprintf(&objects, "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: p%d, namespace: a, annotations: {kubectl.kubernetes.io/last-applied-configuration: '%s'}}\n---\n", i, text)
	}
	e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/a.yaml", Data: []byte(objects.String())}), version), options(t, "1.25"))
	equal(t, "usage", usageLines(e), []string{"poddisruptionbudgets a/p7 at policy/v1beta1 by last-applied "})
	want(t, e, evidence.Budgets, evidence.Read)
}

// TestManyAlike: what thousands of objects have in common is listed for some.
func TestManyAlike(t *testing.T) {
	c, err := apiserver.ClusterConfig(t.TempDir(), version)
	if err != nil {
		t.Fatal(err)
	}
	c.Objects = []apiserver.Collection{{Group: "policy", Resource: "poddisruptionbudgets", Len: 3000, At: func(i int) apiserver.Item {
		name := fmt.Sprintf("p-%05d", i)
		return apiserver.Item{Namespace: "a", Name: name, Metadata: fmt.Appendf(nil, `{"name":%q,"namespace":"a","managedFields":[{"manager":"m","apiVersion":"policy/v1beta1"}]}`, name)}
	}}}
	e := read(t, started(t, c), options(t, "1.25"))
	if len(e.Usage) != 500 || len(e.Unlisted) != 1 || e.Unlisted[0].Count != 2500 || e.Unlisted[0].By != "m" || e.Unlisted[0].Resource != evidence.Budgets {
		t.Errorf("%d listed, not: %+v", len(e.Usage), e.Unlisted)
	}
}

// TestMetadataOnly: of what no check needs only the metadata is asked for; a server
// that cannot do that is read all the same.
func TestMetadataOnly(t *testing.T) {
	dir := folder(t, sample)
	for _, words := range [][]string{{version}, {version, "no-metadata-only"}} {
		s := clusterOf(t, dir, words...)
		client, surface := connect(t, s)
		s.Forget()
		e := readAs(t, client, surface, options(t, "1.25"))
		if len(e.Usage) != 10 {
			t.Errorf("%v: %d usages", words, len(e.Usage))
		}
		for _, r := range s.Requests() {
			partial := strings.Contains(r.Accept, "as=PartialObjectMetadataList")
			if whole := r.Resource == "pods" || r.Resource == "nodes"; r.Verb == "list" && whole == partial && (whole || r.Resource == "ingresses.networking.k8s.io") {
				t.Errorf("%s was asked for with %s", r.Path, r.Accept)
			}
		}
	}
}
