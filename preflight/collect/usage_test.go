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
		if u.Order != evidence.Last {
			line += " (" + string(u.Order) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// TestUsage: the writers at a version are from managedFields, never from the version of the list.
// The unaffected HorizontalPodAutoscaler is served at v2beta2 like the others.
func TestUsage(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version), options(t, "1.25"))
	equal(t, "usage", usageLines(e), []string{
		"horizontalpodautoscalers shop/beta at autoscaling/v2beta2 by argocd 2023-01-02T03:04:05Z",
		"horizontalpodautoscalers shop/applied at autoscaling/v2beta1 by last-applied ",
		"endpointslices shop/spoof at discovery.k8s.io/v1beta1 by kubectl-create 2021-01-02T03:04:05Z",
		"widgets shop/small at example.com/v1beta1 by widgetctl 2024-01-02T03:04:05Z",
		"ingresses shop/old at extensions/v1beta1 by helm 2020-01-02T03:04:05Z",
		"flowschemas /mine at flowcontrol.apiserver.k8s.io/v1beta1 by kubectl-edit 2022-01-02T03:04:05Z",
		"poddisruptionbudgets shop/web at policy/v1beta1 by kubectl-client-side-apply 2021-01-02T03:04:05Z",
	})
}

// TestManaged: what Kubernetes itself writes is counted by resource and version.
func TestManaged(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version), options(t, "1.25"))
	var lines []string
	for _, n := range e.Unlisted {
		lines = append(lines, fmt.Sprintf("%d %s at %s, managed: %t", n.Count, n.Resource, n.Version, n.Managed))
	}
	equal(t, "unlisted", lines, []string{
		"1 endpointslices.discovery.k8s.io at discovery.k8s.io/v1beta1, managed: true",
		"1 flowschemas.flowcontrol.apiserver.k8s.io at flowcontrol.apiserver.k8s.io/v1beta1, managed: true",
		"1 poddisruptionbudgets.policy at policy/v1beta1, managed: true",
	})
}

// TestWriters: the last writer of an object counts. Writers of a subresource, and Kubernetes' own
// controllers, do not.
func TestWriters(t *testing.T) {
	const old, now = "autoscaling/v2beta2", "autoscaling/v2"
	entry := func(manager, version, time, subresource string) string {
		return fmt.Sprintf(`{"manager":%q,"operation":"Update","apiVersion":%q,"time":%q,"subresource":%q}`, manager, version, time, subresource)
	}
	const first, second, third = "2024-01-01T00:00:00Z", "2024-01-01T00:00:01Z", "2024-01-01T00:00:02Z"
	for name, c := range map[string]struct {
		entries []string
		applied string
		want    string
	}{
		"overtaken":                   {[]string{entry("a", old, first, ""), entry("b", now, second, "")}, "", "a (overtaken)"},
		"overtaken, written first":    {[]string{entry("b", now, second, ""), entry("a", old, first, "")}, "", "a (overtaken)"},
		"last":                        {[]string{entry("a", old, second, ""), entry("b", now, first, "")}, "", "a"},
		"the same second":             {[]string{entry("a", old, first, ""), entry("b", now, first, "")}, "", "a (unordered)"},
		"no time of the old":          {[]string{entry("a", old, "", ""), entry("b", now, first, "")}, "", "a (unordered)"},
		"no time of the new":          {[]string{entry("a", old, first, ""), entry("b", now, "", "")}, "", "a (unordered)"},
		"one new before, one after":   {[]string{entry("b", now, first, ""), entry("a", old, second, ""), entry("c", now, third, "")}, "", "a (overtaken)"},
		"the old again":               {[]string{entry("a", old, first, ""), entry("b", now, second, ""), entry("c", old, third, "")}, "", "a, c"},
		"status of a controller":      {[]string{entry("a", old, first, ""), entry("scaler", now, second, "status")}, "", "a"},
		"Kubernetes before 1.22":      {[]string{entry("a", old, first, ""), entry("kube-controller-manager", now, second, "")}, "", "a"},
		"an old writer of the status": {[]string{entry("scaler", old, second, "status"), entry("a", now, first, "")}, "", "scaler"},
		"a former one of the status":  {[]string{entry("scaler", old, first, "status"), entry("next", now, second, "status")}, "", "scaler (overtaken)"},
		"nobody else":                 {[]string{entry("a", old, "", "")}, "", "a"},
		"an annotation left behind":   {[]string{entry("a", now, first, "")}, old, "last-applied (overtaken)"},
		"an annotation alone":         {[]string{entry("kube-controller-manager", now, first, "status")}, old, "last-applied"},
	} {
		t.Run(name, func(t *testing.T) {
			annotations := "{}"
			if c.applied != "" {
				annotations = fmt.Sprintf(`{"kubectl.kubernetes.io/last-applied-configuration":%q}`, `{"apiVersion":"`+c.applied+`"}`)
			}
			object := fmt.Sprintf(`{"apiVersion":%q,"kind":"HorizontalPodAutoscaler","metadata":{"name":"a","namespace":"shop","annotations":%s,"managedFields":[%s]}}`, now, annotations, strings.Join(c.entries, ","))
			e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/a.yaml", Data: []byte(object)}), "version=v1.25.0"), options(t, "1.26"))
			var got []string
			for _, u := range e.Usage {
				by := u.By
				if u.Order != evidence.Last {
					by += " (" + string(u.Order) + ")"
				}
				got = append(got, by)
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
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

// TestGoneVersions: nobody writes a version that the cluster no longer serves, whatever an old
// entry says.
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

// TestOddLastApplied: the annotation may contain anything.
func TestOddLastApplied(t *testing.T) {
	var objects strings.Builder
	for i, text := range []string{``, `{`, `[]`, `{"apiVersion":5}`, `{"apiVersion":null}`, `{"a":{"apiVersion":"policy/v1beta1"}}`, strings.Repeat(`{"a":`, 100_000), `{"kind":"PodDisruptionBudget","apiVersion":"policy/v1beta1"`} {
		fmt.Fprintf(&objects, "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: p%d, namespace: a, annotations: {kubectl.kubernetes.io/last-applied-configuration: '%s'}}\nspec: {}\n---\n", i, text)
	}
	e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/a.yaml", Data: []byte(objects.String())}), version), options(t, "1.25"))
	equal(t, "usage", usageLines(e), []string{"poddisruptionbudgets a/p7 at policy/v1beta1 by last-applied "})
	want(t, e, evidence.Budgets, evidence.Read)
}

// TestManyAlike: if thousands of objects are alike, only some are listed.
func TestManyAlike(t *testing.T) {
	c, err := apiserver.ClusterConfig(t.TempDir(), version)
	if err != nil {
		t.Fatal(err)
	}
	c.Objects = []apiserver.Collection{{Group: "policy", Resource: "poddisruptionbudgets", Len: 3000, At: func(i int) apiserver.Item {
		name := fmt.Sprintf("p-%05d", i)
		return apiserver.Item{Namespace: "a", Name: name, Metadata: fmt.Appendf(nil, `{"name":%q,"namespace":"a","managedFields":[{"manager":"m","apiVersion":"policy/v1beta1"}]}`, name), Members: []byte(`"spec":{}`)}
	}}}
	e := read(t, started(t, c), options(t, "1.25"))
	if len(e.Usage) != 500 || len(e.Unlisted) != 1 || e.Unlisted[0].Count != 2500 || e.Unlisted[0].By != "m" || e.Unlisted[0].Resource != evidence.Budgets {
		t.Errorf("%d listed, not: %+v", len(e.Usage), e.Unlisted)
	}
}

// TestMetadataOnly: only the metadata of resources that no check needs is requested. A server that
// cannot return it is read as well.
func TestMetadataOnly(t *testing.T) {
	dir := folder(t, sample)
	for _, words := range [][]string{{version}, {version, "no-metadata-only"}} {
		s := clusterOf(t, dir, words...)
		client, surface := connect(t, s)
		s.Forget()
		e := readAs(t, client, surface, options(t, "1.25"))
		if len(e.Usage) != 7 {
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

// TestSameNameElsewhere: a custom resource whose plural and kind are those of a removed version of
// Kubernetes is not read.
func TestSameNameElsewhere(t *testing.T) {
	dir := unpack(t, txtar.File{Name: "objects/a.yaml", Data: []byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ingresses.networking.internal.knative.dev}
spec:
  group: networking.internal.knative.dev
  scope: Namespaced
  names: {plural: ingresses, kind: Ingress}
  versions: [{name: v1alpha1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`)})
	s := clusterOf(t, dir, "version=v1.21.0")
	e := read(t, s, options(t, "1.22"))
	if n := s.Count("/apis/networking.internal.knative.dev/v1alpha1/ingresses"); n != 0 {
		t.Errorf("custom resources were listed %d times", n)
	}
	want(t, e, evidence.Resource{Group: "networking.k8s.io", Name: "ingresses"}, evidence.Read)
}
