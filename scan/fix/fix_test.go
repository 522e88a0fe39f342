package fix_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/fix"
)

var shared = catalog.New()

func at(t testing.TB, release string) *checker.Checker { return between(t, "", release) }

func load(t testing.TB, release string) *discovery.Surface {
	t.Helper()
	r, err := discovery.ParseRelease(release)
	if err != nil {
		t.Fatal(err)
	}
	s, err := shared.Load(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// between is a checker for a release, from another release if that is not "".
func between(t testing.TB, old, release string) *checker.Checker {
	t.Helper()
	var from *discovery.Surface
	if old != "" {
		from = load(t, old)
	}
	lifecycles, err := shared.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	groups, err := shared.Groups()
	if err != nil {
		t.Fatal(err)
	}
	j, err := checker.New(checker.Target{From: from, To: load(t, release), Lifecycles: lifecycles, Groups: groups, Past: func(r discovery.Release) (*discovery.Surface, error) {
		return shared.Load(context.Background(), r)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestText checks that only the bytes of the changes change.
func TestText(t *testing.T) {
	pdb := "metadata: {name: a}\nspec: {minAvailable: 1, selector: {matchLabels: {a: b}}}\n"
	for name, c := range map[string]struct{ in, want string }{
		"plain":         {"# c\napiVersion: policy/v1beta1 # why\nkind: PodDisruptionBudget\n" + pdb, "# c\napiVersion: policy/v1 # why\nkind: PodDisruptionBudget\n" + pdb},
		"single quotes": {"apiVersion: 'policy/v1beta1'\nkind: PodDisruptionBudget\n" + pdb, "apiVersion: 'policy/v1'\nkind: PodDisruptionBudget\n" + pdb},
		"double quotes": {"kind: PodDisruptionBudget\n\"apiVersion\":   \"policy/v1beta1\"\n" + pdb, "kind: PodDisruptionBudget\n\"apiVersion\":   \"policy/v1\"\n" + pdb},
		"CRLF":          {"apiVersion: policy/v1beta1\r\nkind: PodDisruptionBudget\r\n" + strings.ReplaceAll(pdb, "\n", "\r\n"), "apiVersion: policy/v1\r\nkind: PodDisruptionBudget\r\n" + strings.ReplaceAll(pdb, "\n", "\r\n")},
		"BOM":           {"\uFEFFapiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n" + pdb, "\uFEFFapiVersion: policy/v1\nkind: PodDisruptionBudget\n" + pdb},
		"JSON":          {`{"apiVersion": "policy/v1beta1", "kind": "PodDisruptionBudget", "spec": {"selector": {"matchLabels": {"a": "b"}}}}`, `{"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "spec": {"selector": {"matchLabels": {"a": "b"}}}}`},
		"list": {
			"apiVersion: v1\nkind: List\nitems:\n- apiVersion: policy/v1beta1\n  kind: PodDisruptionBudget\n- apiVersion: batch/v1\n  kind: Job\n",
			"apiVersion: v1\nkind: List\nitems:\n- apiVersion: policy/v1\n  kind: PodDisruptionBudget\n- apiVersion: batch/v1\n  kind: Job\n",
		},
		"anchor that nobody uses": {"apiVersion: &v policy/v1beta1\nkind: PodDisruptionBudget\n" + pdb, "apiVersion: &v policy/v1\nkind: PodDisruptionBudget\n" + pdb},
		"a bad document beside it": {
			"a: [\n---\napiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n" + pdb, "a: [\n---\napiVersion: policy/v1\nkind: PodDisruptionBudget\n" + pdb,
		},
		"key": {
			"apiVersion: v1\nkind: Pod\nspec:\n  serviceAccount: 'é' # é\n  nodeSelector: {é: é, \"beta.kubernetes.io/os\": linux, beta.kubernetes.io/arch: amd64}\n",
			"apiVersion: v1\nkind: Pod\nspec:\n  serviceAccountName: 'é' # é\n  nodeSelector: {é: é, \"kubernetes.io/os\": linux, kubernetes.io/arch: amd64}\n",
		},
		"the new version shows more": {
			"apiVersion: extensions/v1beta1\nkind: ReplicaSet\nspec:\n  selector: {matchLabels: {a: b}}\n  template: {spec: {serviceAccount: x}}\n",
			"apiVersion: apps/v1\nkind: ReplicaSet\nspec:\n  selector: {matchLabels: {a: b}}\n  template: {spec: {serviceAccountName: x}}\n",
		},
		"rename": {
			"apiVersion: flowcontrol.apiserver.k8s.io/v1beta2\nkind: PriorityLevelConfiguration\nmetadata: {name: a}\nspec:\n  type: Limited\n  limited:\n    assuredConcurrencyShares: 10\n    limitResponse: {type: Reject}\n",
			"apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: PriorityLevelConfiguration\nmetadata: {name: a}\nspec:\n  type: Limited\n  limited:\n    nominalConcurrencyShares: 10\n    limitResponse: {type: Reject}\n",
		},
		"a reference": {
			"apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  maxReplicas: 3\n  scaleTargetRef: {kind: Deployment, apiVersion: extensions/v1beta1, name: web}\n",
			"apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec:\n  maxReplicas: 3\n  scaleTargetRef: {kind: Deployment, apiVersion: apps/v1, name: web}\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := at(t, "1.35")
			got := (fix.Choice{}).Fix("in.yaml", []byte(c.in), j)
			if string(got.Out) != c.want {
				t.Errorf("got:\n%s\nwant:\n%s\nleft: %+v", got.Out, c.want, got.Left)
			}
			again := (fix.Choice{}).Fix("in.yaml", got.Out, j)
			if again.Changed || len(again.Done) > 0 {
				t.Errorf("fixing again changed\n%s\ninto\n%s", got.Out, again.Out)
			}
		})
	}
}

// TestLeft checks that what is not safe stays as it is, with the reason.
func TestLeft(t *testing.T) {
	for name, c := range map[string]struct{ in, why string }{
		"an anchor that is used": {"apiVersion: &v policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a, annotations: {was: *v}}\n", "anchor"},
		"behind an alias":        {"metadata: {annotations: {x: &v policy/v1beta1}}\napiVersion: *v\nkind: PodDisruptionBudget\n", "alias"},
		"escapes":                {"apiVersion: \"policy\\/v1beta1\"\nkind: PodDisruptionBudget\n", "escapes"},
		"a block":                {"apiVersion: >-\n  policy/v1beta1\nkind: PodDisruptionBudget\n", "a block"},
		"an empty selector":      {"apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {selector: {}}\n", "empty selector"},
		"an Ingress":             {"apiVersion: networking.k8s.io/v1beta1\nkind: Ingress\nspec: {backend: {serviceName: a}}\n", "lacks its serviceName or its servicePort"},
		"a CRD":                  {"apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nspec: {version: v1}\n", "may be a patch"},
		"no selector":            {"apiVersion: extensions/v1beta1\nkind: Deployment\nspec: {template: {}}\n", "spec.selector"},
		"metrics":                {"apiVersion: autoscaling/v2beta1\nkind: HorizontalPodAutoscaler\nspec: {maxReplicas: 3, scaleTargetRef: {kind: Deployment, name: a}, metrics: [{type: Resource, resource: {name: cpu, targetAverageUtilization: 50, targetAverageValue: 1}}]}\n", "two targets"},
		"a webhook without care": {"apiVersion: admissionregistration.k8s.io/v1beta1\nkind: ValidatingWebhookConfiguration\nwebhooks: [{name: a.b.c}]\n", "sideEffects"},
		"no replacement":         {"apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\n", "there is no replacement"},
		"both service accounts":  {"apiVersion: v1\nkind: Pod\nspec: {serviceAccount: a, serviceAccountName: b}\n", "a different value"},
		"a label that is there":  {"apiVersion: v1\nkind: Pod\nspec: {nodeSelector: {beta.kubernetes.io/os: linux, kubernetes.io/os: linux}}\n", "already exists"},
		"an owner":               {"apiVersion: v1\nkind: Pod\nmetadata: {ownerReferences: [{apiVersion: extensions/v1beta1, kind: ReplicaSet, name: a, uid: b}]}\n", "owner reference"},
		"UTF-16":                 {utf16("apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n"), "UTF-16"},
	} {
		t.Run(name, func(t *testing.T) {
			got := (fix.Choice{}).Fix("in.yaml", []byte(c.in), at(t, "1.35"))
			if got.Changed || string(got.Out) != c.in {
				t.Errorf("it was changed into\n%s", got.Out)
			}
			if len(got.Left) != 1 || !strings.Contains(got.Left[0].Why, c.why) {
				t.Errorf("left: %+v, want one because of %q", got.Left, c.why)
			}
		})
	}
}

func utf16(s string) string {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(0)
	}
	return b.String()
}
