package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// clean has objects of common kinds without findings, about 1.1 kB each, as in the corpus.
var clean = []string{`apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-%[1]d
  namespace: shop
  labels: {app.kubernetes.io/name: web, app.kubernetes.io/instance: "web-%[1]d", team: a}
  annotations:
    example.com/checksum: 0123456789abcdef0123456789abcdef
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      serviceAccountName: web
      nodeSelector: {kubernetes.io/os: linux}
      containers:
      - name: web
        image: registry.example.com/shop/web:1.2.3
        args: ["--port=8080", "--verbose"]
        env:
        - name: A
          value: "1"
        - name: POD_NAME
          valueFrom: {fieldRef: {fieldPath: metadata.name}}
        ports:
        - {containerPort: 8080, name: http}
        resources:
          requests: {cpu: 100m, memory: 128Mi}
          limits: {memory: 256Mi}
        livenessProbe:
          httpGet: {path: /healthz, port: http}
        volumeMounts:
        - {name: config, mountPath: /etc/web}
      volumes:
      - name: config
        configMap: {name: web}
`, `apiVersion: v1
kind: Service
metadata:
  name: web-%[1]d
spec:
  selector: {app: web}
  ports:
  - {port: 80, targetPort: http}
`, `apiVersion: v1
kind: ConfigMap
metadata:
  name: web-%[1]d
data:
  a.yaml: |
    apiVersion and kind: none of them
    replicas: 2
  b: "2"
`, `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web-%[1]d
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: web
  minReplicas: 1
  maxReplicas: 3
`, `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: web-%[1]d
rules:
- apiGroups: ["", apps]
  resources: [pods, deployments]
  verbs: [get, list]
`}

// cleanObjects returns n objects of the kinds of clean. They outlive the reader.
func cleanObjects(tb testing.TB, n int, clean ...string) (all []tree.Object, size int) {
	tb.Helper()
	var r reader.Reader
	for i := range n {
		text := fmt.Sprintf(clean[i%len(clean)], i)
		size += len(text)
		r.Read("in.yaml", []byte(strings.Clone(text)), func(o *tree.Object) {
			kept := *o
			kept.Tree = &tree.Tree{Nodes: slices.Clone(o.Tree.Nodes)}
			all = append(all, kept)
		})
	}
	if len(all) != n {
		tb.Fatalf("%d objects instead of %d", len(all), n)
	}
	return all, size
}

// BenchmarkObjects checks 20,000 objects without findings. The limit is 15 ms.
func BenchmarkObjects(b *testing.B) { benchmarkObjects(b, clean...) }

// BenchmarkDeployments is the same with 20,000 Deployments, 21 MB.
func BenchmarkDeployments(b *testing.B) { benchmarkObjects(b, clean[0]) }

func benchmarkObjects(b *testing.B, texts ...string) {
	b.Helper()
	// The tree is in the CPU's cache, as it is when the reader reuses its memory.
	objects, size := cleanObjects(b, 100, texts...)
	j := compile(b, target(b, "", "1.35"))
	nodes := 0
	for i := range objects {
		nodes += len(objects[i].Tree.Nodes)
	}
	b.SetBytes(int64(size) * 200)
	b.ReportAllocs()
	for b.Loop() {
		for i := range 20_000 {
			j.Object(&objects[i%100], func(f finding.Finding) { b.Fatalf("found %s %s", f.Rule, f.Message) })
		}
	}
	b.ReportMetric(float64(nodes)*200, "nodes")
}

// TestNothingIsAllocated checks that objects without findings need no allocation.
func TestNothingIsAllocated(t *testing.T) {
	objects, _ := cleanObjects(t, 100, clean...)
	j := compile(t, target(t, "", "1.35"))
	emit := func(f finding.Finding, _ checker.Mark) { t.Errorf("found %s %s", f.Rule, f.Message) }
	if n := testing.AllocsPerRun(10, func() {
		for i := range objects {
			j.Examine(&objects[i], nil, emit)
		}
	}); n != 0 {
		t.Errorf("%v allocations for 100 objects", n)
	}
}

// BenchmarkNew compiles a target. The limit is 20 ms.
func BenchmarkNew(b *testing.B) {
	t := target(b, "", "1.35")
	for b.Loop() {
		if _, err := checker.New(t); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewBetween compiles two releases.
func BenchmarkNewBetween(b *testing.B) {
	t := target(b, "1.30", "1.35")
	for b.Loop() {
		if _, err := checker.New(t); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFindings checks 20,000 objects with one finding each.
func BenchmarkFindings(b *testing.B) {
	objects, _ := cleanObjects(b, 100, "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: web-%[1]d}\nspec: {minAvailable: 1, selector: {matchLabels: {app: web}}}\n")
	j := compile(b, target(b, "", "1.35"))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for i := range 20_000 {
			j.Object(&objects[i%100], func(finding.Finding) { n++ })
		}
		if n != 20_000 {
			b.Fatalf("%d findings", n)
		}
	}
}
