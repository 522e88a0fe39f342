package collect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func checkedLines(e *evidence.Evidence) (lines []string) {
	for _, f := range e.Checked {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s: %s %s %s/%s %s", f.File, f.Rule, f.Kind, f.Namespace, f.Name, f.Field)))
	}
	return lines
}

// TestChecked: fields that a person set, references to removed kinds, and rules that name them are
// found, also in what the controllers of custom resources write. Fields that the server copies,
// objects of the controllers of Kubernetes, status, and what Kubernetes manages are not.
func TestChecked(t *testing.T) {
	extra := txtar.File{Name: "objects/z.yaml", Data: []byte(`
apiVersion: v1
kind: Service
metadata: {name: balanced, namespace: shop}
spec: {loadBalancerIP: 192.0.2.9}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: classy, namespace: shop, annotations: {kubernetes.io/ingress.class: nginx}}
---
apiVersion: v1
kind: Node
metadata: {name: labelled, labels: {beta.kubernetes.io/os: linux, node-role.kubernetes.io/master: ""}}
spec: {taints: [{key: node-role.kubernetes.io/master, effect: NoSchedule}]}
---
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata: {name: scaled, namespace: shop}
spec: {maxReplicas: 2, scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment, name: web}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: psp}
rules: [{apiGroups: [policy], resources: [podsecuritypolicies], verbs: [use]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: gathered}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}
rules: [{apiGroups: [policy], resources: [podsecuritypolicies], verbs: [use]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: jobs, namespace: shop}
rules: [{apiGroups: [extensions], resources: [ingresses], verbs: [get]}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: budgets}
webhooks: [{name: a.example.com, rules: [{apiGroups: [policy], apiVersions: [v1beta1], resources: [poddisruptionbudgets], operations: [CREATE]}]}]
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.policy}
spec: {group: policy, version: v1beta1, groupPriorityMinimum: 1, versionPriority: 1, service: {namespace: shop, name: web}}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.batch, labels: {kube-aggregator.kubernetes.io/automanaged: onstart}}
spec: {group: batch, version: v1beta1, groupPriorityMinimum: 1, versionPriority: 1}
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: sandboxed}
handler: sandboxed
scheduling: {nodeSelector: {node-role.kubernetes.io/master: ""}}
---
apiVersion: v1
kind: Pod
metadata: {name: picky, namespace: shop}
spec: {nodeSelector: {node-role.kubernetes.io/master: ""}, containers: []}
---
apiVersion: v1
kind: Pod
metadata:
  name: owned
  namespace: shop
  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-2, controller: true}]
spec: {serviceAccount: a, serviceAccountName: b, containers: []}
---
apiVersion: v1
kind: Pod
metadata:
  name: database
  namespace: shop
  ownerReferences: [{apiVersion: postgresql.cnpg.io/v1, kind: Cluster, name: database, controller: true}]
spec: {nodeSelector: {node-role.kubernetes.io/master: ""}, containers: [], volumes: [{name: a, quobyte: {registry: a, volume: a}}]}
---
apiVersion: v1
kind: Pod
metadata:
  name: nightly
  namespace: shop
  ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind: Workflow, name: nightly, controller: true}]
spec: {nodeSelector: {node-role.kubernetes.io/master: ""}, containers: [], volumes: [{name: a, quobyte: {registry: a, volume: a}}]}
status: {phase: Succeeded}
---
apiVersion: v1
kind: Pod
metadata: {name: evicted, namespace: shop}
spec: {nodeSelector: {node-role.kubernetes.io/master: ""}, containers: []}
status: {phase: Failed}
---
apiVersion: batch/v1
kind: Job
metadata: {name: failed, namespace: shop}
spec: {template: {spec: {containers: [], volumes: [{name: a, quobyte: {registry: a, volume: a}}]}}}
status: {conditions: [{type: Failed, status: "True"}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: active, namespace: shop}
spec: {template: {spec: {containers: [], volumes: [{name: a, quobyte: {registry: a, volume: a}}]}}}
status: {active: 1}
---
apiVersion: batch/v1
kind: Job
metadata: {name: nightly, namespace: shop, ownerReferences: [{apiVersion: tekton.dev/v1, kind: TaskRun, name: a, controller: true}]}
spec: {template: {spec: {containers: [], volumes: [{name: a, quobyte: {registry: a, volume: a}}]}}}
status: {conditions: [{type: Complete, status: "True"}]}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: rolled-1
  namespace: shop
  ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: rolled, controller: true}]
spec: {replicas: 0, template: {spec: {nodeSelector: {node-role.kubernetes.io/master: ""}}}}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: rolled-2
  namespace: shop
  ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: rolled, controller: true}]
spec: {replicas: 1, template: {spec: {nodeSelector: {node-role.kubernetes.io/master: ""}}}}
`)}
	s := clusterOf(t, folder(t, sample, extra), version)
	e := read(t, s, checking(t, options(t, "1.25"), "1.21"))
	equal(t, "judged", checkedLines(e), []string{
		"cluster: reference-removed ValidatingWebhookConfiguration /budgets webhooks[0].rules[0].apiVersions[0]",
		"cluster: reference-removed APIService /v1beta1.policy spec.version",
		"cluster: label-removed ReplicaSet shop/rolled-2 spec.template.spec.nodeSelector[node-role.kubernetes.io/master]",
		"cluster: reference-removed HorizontalPodAutoscaler shop/scaled spec.scaleTargetRef.apiVersion",
		"cluster: volume-removed Job shop/active spec.template.spec.volumes[0].quobyte",
		"cluster: volume-removed Job shop/nightly spec.template.spec.volumes[0].quobyte",
		"cluster: annotation-deprecated Ingress shop/classy metadata.annotations[kubernetes.io/ingress.class]",
		"cluster: label-removed RuntimeClass /sandboxed scheduling.nodeSelector[node-role.kubernetes.io/master]",
		"cluster: resource-removed PodSecurityPolicy /restricted",
		"cluster: reference-removed ClusterRole /psp rules[0].resources[0]",
		"cluster: reference-removed Role shop/jobs rules[0].apiGroups[0]",
		"cluster: label-removed Pod shop/database spec.nodeSelector[node-role.kubernetes.io/master]",
		"cluster: volume-removed Pod shop/database spec.volumes[0].quobyte",
		"cluster: label-removed Pod shop/nightly spec.nodeSelector[node-role.kubernetes.io/master]",
		"cluster: volume-removed Pod shop/nightly spec.volumes[0].quobyte",
		"cluster: label-removed Pod shop/picky spec.nodeSelector[node-role.kubernetes.io/master]",
		"cluster: field-deprecated Service shop/balanced spec.loadBalancerIP",
	})
	for _, f := range e.Checked {
		if f.Line != 0 || f.Source != "" || f.Fingerprint == "" {
			t.Errorf("%+v", f)
		}
		// A pod or Job that has ended does not run again. What its controller writes may be the same.
		if over := f.Name == "nightly"; f.Rule == "volume-removed" && (over != (f.Severity == rule.Info) || over != strings.Contains(f.Message, "ended")) {
			t.Errorf("%s is %s: %s", f.Name, f.Severity, f.Message)
		}
	}
}

// TestCheckSeesTypes: the checker gets the type of built-in objects, which lists omit.
func TestCheckSeesTypes(t *testing.T) {
	seen := make(chan string, 1000)
	o := options(t, "1.25")
	o.Check = func(o *tree.Object) []finding.Finding {
		seen <- o.APIVersion + " " + o.Kind + " " + o.Namespace + "/" + o.Name
		return nil
	}
	read(t, clusterOf(t, folder(t, sample), version), o)
	close(seen)
	all := map[string]bool{}
	for s := range seen {
		all[s] = true
	}
	for _, s := range []string{"apps/v1 Deployment shop/web", "v1 Node /worker-2", "networking.k8s.io/v1 Ingress shop/old", "example.com/v1 Widget shop/small", "v1 Namespace /kube-system"} {
		if !all[s] {
			t.Errorf("%s was not judged, only %v", s, all)
		}
	}
	for s := range all {
		if strings.Contains(s, "Secret") || strings.Contains(s, "ConfigMap") || strings.Contains(s, "hook-1") {
			t.Errorf("%s was judged", s)
		}
	}
}

// TestManyFindings: findings are counted if there are many of a kind.
func TestManyFindings(t *testing.T) {
	c, err := apiserver.ClusterConfig(t.TempDir(), version)
	if err != nil {
		t.Fatal(err)
	}
	c.Objects = []apiserver.Collection{apiserver.Generate("", "services", 2000)}
	o := options(t, "1.25")
	o.Check = func(o *tree.Object) []finding.Finding {
		f := finding.Finding{Rule: "field-removed", Kind: o.Kind, Name: strings.Clone(o.Name), Field: "spec.ports[0].x"}
		f.Seal()
		return []finding.Finding{f}
	}
	e := read(t, started(t, c), o)
	if len(e.Checked) != 500 || len(e.Unlisted) != 1 || e.Unlisted[0].Count != 1500 || e.Unlisted[0].Field != "spec.ports[].x" || e.Unlisted[0].Rule != "field-removed" {
		t.Errorf("%d listed, not: %+v", len(e.Checked), e.Unlisted)
	}
}

// TestValues: a storage class with a provisioner that the target no longer has or deprecates, and a
// volume with a deprecated policy, are found as in manifests.
func TestValues(t *testing.T) {
	extra := txtar.File{Name: "objects/z.yaml", Data: []byte(`
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: ceph}
provisioner: kubernetes.io/rbd
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: scrubbed}
spec: {persistentVolumeReclaimPolicy: Recycle}
`)}
	dir := unpack(t, extra)
	for _, c := range []struct {
		from, to string
		classes  bool
	}{{"1.23", "1.24", false}, {"1.26", "1.27", false}, {"1.29", "1.30", true}, {"1.29", "1.31", true}, {"1.31", "1.32", true}, {"1.32", "1.33", true}} {
		o := checking(t, options(t, c.to), c.from)
		e := read(t, clusterOf(t, dir, "version=v"+c.from+".0"), o)
		lines := checkedLines(e)
		got := slices.Contains(lines, "cluster: value-deprecated StorageClass /ceph provisioner")
		if got != c.classes || got && !slices.Contains(e.Watched, evidence.Resource{Group: "storage.k8s.io", Name: "storageclasses"}) {
			t.Errorf("from %s to %s: found %v: %q, %v", c.from, c.to, got, lines, e.Watched)
		}
		if !slices.Contains(lines, "cluster: value-deprecated PersistentVolume /scrubbed spec.persistentVolumeReclaimPolicy") {
			t.Errorf("from %s to %s: %q", c.from, c.to, lines)
		}
	}
}

// TestNewlyRejected checks that kinds whose values 1.36 is the first to reject are read completely for
// an upgrade to it, because no schema shows these values.
func TestNewlyRejected(t *testing.T) {
	for minor, want := range map[int]bool{35: false, 36: true} {
		var sides []*discovery.Surface
		for _, m := range []int{minor - 1, minor} {
			s, err := catalog.New().Load(t.Context(), discovery.Release{Major: 1, Minor: m})
			if err != nil {
				t.Fatal(err)
			}
			sides = append(sides, s)
		}
		if collect.FieldRules(sides[0], sides[1])(gvk("networking.k8s.io/v1", "NetworkPolicy")) != want {
			t.Errorf("1.%d to 1.%d: %v", minor-1, minor, !want)
		}
	}
}

// TestFieldRules compares the kinds with changed fields with the catalog.
func TestFieldRules(t *testing.T) {
	old, err := apiserver.ReleaseSurface("v1.29.0")
	if err != nil {
		t.Fatal(err)
	}
	target, err := apiserver.ReleaseSurface("v1.33.0")
	if err != nil {
		t.Fatal(err)
	}
	has := collect.FieldRules(old, target)
	for text, want := range map[string]bool{
		"v1 Service": true, "apps/v1 Deployment": true, "v1 ConfigMap": false, "policy/v1 PodDisruptionBudget": false, "v1 PersistentVolumeClaim": false,
		"rbac.authorization.k8s.io/v1 ClusterRole": true, "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy": true, "rbac.authorization.k8s.io/v1 RoleBinding": false, "example.com/v1 Widget": false,
		"node.k8s.io/v1 RuntimeClass": true, "apiregistration.k8s.io/v1 APIService": true, "networking.k8s.io/v1 NetworkPolicy": false,
		"storage.k8s.io/v1 StorageClass": true, "storage.k8s.io/v1 CSIDriver": false, // 1.31 removes provisioners
		"v1 PersistentVolume": true, // Recycle is deprecated
	} {
		apiVersion, kind, _ := strings.Cut(text, " ")
		if has(gvk(apiVersion, kind)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}
