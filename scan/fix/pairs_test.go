package fix_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/fix"
	"github.com/kubedelta/kubedelta/scan/migration"
)

// validator validates objects against the schemas of a release: known fields, required fields and
// types. It shares no code with the checker.
type validator struct {
	*discovery.Surface
}

func (v validator) object(o *tree.Object) (wrong []string) {
	gv := discovery.ParseGroupVersion(o.APIVersion)
	version := v.GroupVersion(gv)
	if version == nil {
		return []string{"no " + o.APIVersion}
	}
	for _, r := range version.Resources {
		if r.Kind == o.Kind {
			return v.value(o.Tree, o.Root, &discovery.Schema{Ref: r.Schema}, "")
		}
	}
	return []string{"no " + o.Kind}
}

func (v validator) value(t *tree.Tree, node int, s *discovery.Schema, path string) (wrong []string) {
	for s.Ref != "" {
		s = v.Schemas[s.Ref]
	}
	n := t.Nodes[node]
	kinds := map[string]tree.Kind{"object": tree.Map, "array": tree.List, "string": tree.String, "boolean": tree.Bool, "integer": tree.Number, "number": tree.Number}
	if kind, typed := kinds[s.Type]; typed && n.Kind != kind && n.Kind != tree.Null && s.Format != "int-or-string" && s.Extension("x-kubernetes-int-or-string") == "" && !strings.Contains(fmt.Sprint(s.Constraints), "number") {
		return []string{path + " is no " + s.Type}
	}
	for c := range t.Each(node) {
		switch {
		case n.Kind == tree.List && s.Items != nil:
			wrong = append(wrong, v.value(t, c, s.Items, path+"[]")...)
		case n.Kind == tree.Map && s.Field(t.Nodes[c].Key) != nil:
			wrong = append(wrong, v.value(t, c, s.Field(t.Nodes[c].Key).Schema, path+"."+t.Nodes[c].Key)...)
		case n.Kind == tree.Map && s.AdditionalProperties != nil:
			wrong = append(wrong, v.value(t, c, s.AdditionalProperties, path+".*")...)
		case n.Kind == tree.Map && len(s.Properties) > 0:
			wrong = append(wrong, "no "+path+"."+t.Nodes[c].Key)
		}
	}
	if n.Kind == tree.Map {
		for _, f := range s.Properties {
			if f.Required && t.Child(node, f.Name) < 0 {
				wrong = append(wrong, "without "+path+"."+f.Name)
			}
		}
	}
	return wrong
}

// sampler writes objects of a schema in flow style.
type sampler struct{ *discovery.Surface }

// value is a value with the required fields and the fields of the path.
func (s sampler) value(schema *discovery.Schema, path []string, depth int) string {
	for schema.Ref != "" {
		schema = s.Schemas[schema.Ref]
	}
	switch {
	case depth > 12:
		return "null"
	case schema.Type == "array" && schema.Items != nil:
		return "[" + s.value(schema.Items, path, depth+1) + "]"
	case len(schema.Properties) > 0:
		var fields []string
		for _, f := range schema.Properties {
			onPath := len(path) > 0 && path[0] == f.Name
			if onPath {
				fields = append(fields, f.Name+": "+s.value(f.Schema, path[1:], depth+1))
			} else if f.Required {
				fields = append(fields, f.Name+": "+s.value(f.Schema, nil, depth+1))
			}
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case schema.AdditionalProperties != nil:
		return "{a: " + s.value(schema.AdditionalProperties, path, depth+1) + "}"
	case schema.Type == "boolean":
		return "true"
	case schema.Type == "integer", schema.Type == "number":
		return "7"
	case schema.Type == "object":
		return "{}"
	default:
		return "a"
	}
}

// paths are the paths of the fields of a schema, up to a depth.
func (s sampler) paths(schema *discovery.Schema, depth int) (all [][]string) {
	for schema.Ref != "" {
		schema = s.Schemas[schema.Ref]
	}
	switch {
	case depth == 0:
		return nil
	case schema.Items != nil:
		return s.paths(schema.Items, depth)
	case len(schema.Properties) == 0 && schema.AdditionalProperties != nil:
		return s.paths(schema.AdditionalProperties, depth)
	}
	for _, f := range schema.Properties {
		all = append(all, []string{f.Name})
		for _, below := range s.paths(f.Schema, depth-1) {
			all = append(all, append([]string{f.Name}, below...))
		}
	}
	return all
}

// samples are objects of a kind at a release, one for each field.
func samples(s *discovery.Surface, gv discovery.GroupVersion, r *discovery.Resource) (all []string) {
	root := s.Schema(gv, r.Schema)
	if root == nil {
		return nil
	}
	head := fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: it}\n", gv, r.Kind)
	maker := sampler{s}
	write := func(path []string) {
		text := head
		for _, f := range root.Properties {
			if f.Name == "apiVersion" || f.Name == "kind" || f.Name == "metadata" || !f.Required && (path == nil || f.Name != path[0]) {
				continue
			}
			var below []string
			if path != nil && f.Name == path[0] {
				below = path[1:]
			}
			text += f.Name + ": " + maker.value(f.Schema, below, 0) + "\n"
		}
		all = append(all, text)
	}
	write(nil)
	for _, path := range maker.paths(root, 4) {
		if path[0] != "apiVersion" && path[0] != "kind" && path[0] != "metadata" {
			write(path)
		}
	}
	return all
}

// TestEveryPair covers each version that was deprecated or removed since fields are known. An
// object for each of its fields is fixed if that is reported as safe. It must then be valid at the
// target, and have no finding about its version.
func TestEveryPair(t *testing.T) {
	lifecycles, err := shared.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	// The catalog decompresses a release each time it loads it.
	surfaces := map[discovery.Release]*discovery.Surface{}
	for _, r := range shared.Releases() {
		if surfaces[r], err = shared.Load(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	fixed, left := map[string]int{}, map[string]int{}
	for i := range lifecycles {
		l := &lifecycles[i]
		var had *discovery.Surface
		target := discovery.Release{Major: 1, Minor: 35}
		if l.Removed.Known() && l.Removed.Compare(target) < 0 {
			target = l.Removed
		}
		for _, r := range shared.Releases() {
			if s := surfaces[r]; s.Fidelity.Required == discovery.All && r.Compare(target) <= 0 && s.Resource(l.GroupVersion, l.Resource) != nil {
				had = s
			}
		}
		if had == nil || !l.DeprecatedIn(target) && !l.Removed.AtOrBefore(target) {
			continue
		}
		j := at(t, target.String())
		pair := fmt.Sprintf("%s %s at %s", l.GroupVersion, l.Kind, target)
		for _, text := range samples(had, l.GroupVersion, had.Resource(l.GroupVersion, l.Resource)) {
			got := (fix.Choice{}).Fix("in.yaml", []byte(text), j)
			if !got.Changed {
				left[pair]++
				continue
			}
			fixed[pair]++
			checkFixed(t, text, string(got.Out), j, surfaces[target])
		}
	}
	for _, pair := range []string{
		"policy/v1beta1 PodDisruptionBudget at 1.25", "batch/v1beta1 CronJob at 1.25", "autoscaling/v2beta2 HorizontalPodAutoscaler at 1.26",
		"node.k8s.io/v1beta1 RuntimeClass at 1.25", "storage.k8s.io/v1beta1 CSIStorageCapacity at 1.27", "flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema at 1.32",
		"flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration at 1.29", "discovery.k8s.io/v1beta1 EndpointSlice at 1.25",
	} {
		if fixed[pair] == 0 {
			t.Errorf("nothing of %s was fixed", pair)
		}
	}
	for _, pair := range slices.Sorted(func(yield func(string) bool) {
		for p := range fixed {
			if !yield(p) {
				return
			}
		}
		for p := range left {
			if fixed[p] == 0 && !yield(p) {
				return
			}
		}
	}) {
		t.Logf("%s: %d fixed, %d left", pair, fixed[pair], left[pair])
	}
}

func checkFixed(t *testing.T, before, after string, j *checker.Checker, now *discovery.Surface) {
	t.Helper()
	var r reader.Reader
	r.Read("out.yaml", []byte(after), func(o *tree.Object) {
		if wrong := (validator{now}).object(o); len(wrong) > 0 {
			t.Errorf("%s\nbecame\n%s\nwhich is wrong at %s: %q", before, after, now.Name, wrong)
		}
		j.Object(o, func(f finding.Finding) {
			if f.Field == "" {
				t.Errorf("%s\nbecame\n%s\nof which is found %s %s", before, after, f.Rule, f.Message)
			}
		})
	})
	if again := (fix.Choice{}).Fix("out.yaml", []byte(after), j); again.Changed {
		t.Errorf("%s\nis fixed again into\n%s", after, again.Out)
	}
}

// older are objects of versions from before fields were known, one for each move that the table
// calls safe.
var older = []string{
	"apiVersion: apiregistration.k8s.io/v1beta1\nkind: APIService\nspec: {group: metrics.example.com, version: v1, groupPriorityMinimum: 100, versionPriority: 100, service: {name: a, namespace: b}, insecureSkipTLSVerify: true}\n",
	"apiVersion: authentication.k8s.io/v1beta1\nkind: TokenReview\nspec: {token: a, audiences: [b]}\n",
	"apiVersion: authorization.k8s.io/v1beta1\nkind: SelfSubjectAccessReview\nspec: {resourceAttributes: {verb: get, resource: pods}}\n",
	"apiVersion: authorization.k8s.io/v1beta1\nkind: SelfSubjectRulesReview\nspec: {namespace: a}\n",
	"apiVersion: authorization.k8s.io/v1beta1\nkind: SubjectAccessReview\nspec: {user: a, group: [b], resourceAttributes: {verb: get}}\n",
	"apiVersion: authorization.k8s.io/v1beta1\nkind: LocalSubjectAccessReview\nmetadata: {namespace: a}\nspec: {user: a, group: [b], resourceAttributes: {namespace: a}}\n",
	"apiVersion: coordination.k8s.io/v1beta1\nkind: Lease\nspec: {holderIdentity: a, leaseDurationSeconds: 1}\n",
	"apiVersion: extensions/v1beta1\nkind: NetworkPolicy\nspec: {podSelector: {}, ingress: [{from: [{podSelector: {}}], ports: [{port: 80}]}]}\n",
	"apiVersion: networking.k8s.io/v1beta1\nkind: IngressClass\nspec: {controller: a.example.com/b}\n",
	"apiVersion: networking.k8s.io/v1beta1\nkind: Ingress\nspec: {ingressClassName: a, rules: [{host: b}], tls: [{hosts: [c], secretName: d}]}\n",
	"apiVersion: rbac.authorization.k8s.io/v1beta1\nkind: Role\nrules: [{apiGroups: [apps], resources: [deployments], verbs: [get]}]\n",
	"apiVersion: rbac.authorization.k8s.io/v1beta1\nkind: ClusterRole\naggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}\nrules: [{nonResourceURLs: [/x], verbs: [get]}]\n",
	"apiVersion: rbac.authorization.k8s.io/v1beta1\nkind: RoleBinding\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: a}\nsubjects: [{kind: ServiceAccount, name: a, namespace: b}]\n",
	"apiVersion: rbac.authorization.k8s.io/v1beta1\nkind: ClusterRoleBinding\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: a}\nsubjects: [{kind: Group, name: a, apiGroup: rbac.authorization.k8s.io}]\n",
	"apiVersion: rbac.authorization.k8s.io/v1alpha1\nkind: Role\nrules: [{apiGroups: [apps], resources: [deployments], verbs: [get]}]\n",
	"apiVersion: rbac.authorization.k8s.io/v1alpha1\nkind: ClusterRole\nrules: []\n",
	"apiVersion: rbac.authorization.k8s.io/v1alpha1\nkind: RoleBinding\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: a}\nsubjects: [{kind: ServiceAccount, name: a, namespace: b}]\n",
	"apiVersion: rbac.authorization.k8s.io/v1alpha1\nkind: ClusterRoleBinding\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: a}\nsubjects: [{kind: ServiceAccount, name: a, namespace: b}]\n",
	"apiVersion: scheduling.k8s.io/v1beta1\nkind: PriorityClass\nvalue: 1\nglobalDefault: false\ndescription: a\npreemptionPolicy: Never\n",
	"apiVersion: scheduling.k8s.io/v1alpha1\nkind: PriorityClass\nvalue: 1\n",
	"apiVersion: storage.k8s.io/v1beta1\nkind: CSIDriver\nspec: {attachRequired: true, podInfoOnMount: true, volumeLifecycleModes: [Persistent]}\n",
	"apiVersion: storage.k8s.io/v1beta1\nkind: CSINode\nspec: {drivers: [{name: a, nodeID: b, topologyKeys: [c]}]}\n",
	"apiVersion: storage.k8s.io/v1beta1\nkind: StorageClass\nprovisioner: a\nparameters: {b: c}\nallowedTopologies: [{matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [a]}]}]\n",
	"apiVersion: storage.k8s.io/v1beta1\nkind: VolumeAttachment\nspec: {attacher: a, nodeName: b, source: {persistentVolumeName: c}}\n",
	"apiVersion: apps/v1beta1\nkind: ControllerRevision\nrevision: 1\ndata: {a: b}\n",
	"apiVersion: apps/v1beta2\nkind: ControllerRevision\nrevision: 1\n",
	"apiVersion: batch/v2alpha1\nkind: CronJob\nspec: {schedule: '* * * * *', jobTemplate: {spec: {template: {spec: {containers: [{name: a}]}}}}}\n",
	"apiVersion: admissionregistration.k8s.io/v1beta1\nkind: ValidatingWebhookConfiguration\nwebhooks: [" + webhook + "]\n",
	"apiVersion: admissionregistration.k8s.io/v1beta1\nkind: MutatingWebhookConfiguration\nwebhooks: [" + webhook + "]\n",
	"apiVersion: certificates.k8s.io/v1beta1\nkind: CertificateSigningRequest\nspec: {request: YQ==, signerName: example.com/a, usages: [client auth]}\n",
	"apiVersion: apps/v1beta2\nkind: Deployment\nspec: " + workload + "}\n",
	"apiVersion: apps/v1beta2\nkind: ReplicaSet\nspec: " + workload + "}\n",
	"apiVersion: apps/v1beta2\nkind: DaemonSet\nspec: " + workload + "}\n",
	"apiVersion: apps/v1beta2\nkind: StatefulSet\nspec: " + workload + ", serviceName: a}\n",
	"apiVersion: apps/v1beta1\nkind: Deployment\nspec: " + workload + "}\n",
	"apiVersion: apps/v1beta1\nkind: StatefulSet\nspec: " + workload + ", serviceName: a, updateStrategy: {type: OnDelete}}\n",
	"apiVersion: extensions/v1beta1\nkind: Deployment\nspec: " + workload + ", replicas: 1}\n",
	"apiVersion: extensions/v1beta1\nkind: ReplicaSet\nspec: " + workload + "}\n",
	"apiVersion: extensions/v1beta1\nkind: DaemonSet\nspec: " + workload + ", updateStrategy: {type: RollingUpdate}}\n",
	"apiVersion: extensions/v1beta1\nkind: Ingress\nspec: {tls: [{hosts: [c], secretName: d}]}\n",
	"apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nspec: {group: a.b, version: v1, names: {kind: C, plural: cs}, validation: {openAPIV3Schema: {type: object}}}\n",
	"apiVersion: autoscaling/v2beta1\nkind: HorizontalPodAutoscaler\nspec: {maxReplicas: 3, scaleTargetRef: {kind: Deployment, name: a}, metrics: [{type: Resource, resource: {name: cpu, targetAverageUtilization: 50}}]}\n",
}

const (
	workload = "{selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}"
	webhook  = "{name: a.b.c, sideEffects: None, admissionReviewVersions: [v1], failurePolicy: Ignore, matchPolicy: Exact, timeoutSeconds: 5, clientConfig: {url: 'https://a'}, rules: [{apiGroups: [apps], apiVersions: [v1], resources: [deployments], operations: [CREATE]}]}"
)

// TestOlderPairs checks that each move of the table that needs no schemas has an object that is fixed into
// a valid one.
func TestOlderPairs(t *testing.T) {
	j := at(t, "1.35")
	release, _ := discovery.ParseRelease("1.35")
	now, err := shared.Load(t.Context(), release)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, text := range older {
		got := (fix.Choice{}).Fix("in.yaml", []byte(text), j)
		if !got.Changed {
			t.Errorf("%s\nwas left: %+v", text, got.Left)
			continue
		}
		lines := strings.SplitN(text, "\n", 3)
		seen[strings.TrimPrefix(lines[0], "apiVersion: ")+" "+strings.TrimPrefix(lines[1], "kind: ")] = true
		checkFixed(t, text, string(got.Out), j, now)
	}
	for _, m := range migration.All() {
		if m.Schemas {
			continue
		}
		for _, from := range m.From {
			for _, kind := range m.Kinds {
				if !seen[from+" "+kind] {
					t.Errorf("no object of %s %s is tried", from, kind)
				}
			}
		}
	}
}
