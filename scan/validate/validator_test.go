package validate

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func surface(t testing.TB, minor int) *discovery.Surface {
	t.Helper()
	s, err := catalog.New().Load(context.Background(), discovery.Release{Major: 1, Minor: minor})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// findings validates the objects of a text.
func findings(t testing.TB, v *Validator, text string) (out []finding.Finding, objects int) {
	t.Helper()
	var r reader.Reader
	result := r.Read("in.yaml", []byte(text), func(o *tree.Object) {
		v.Object(o, nil, func(f finding.Finding) { out = append(out, f) })
	})
	for _, p := range result.Problems {
		t.Errorf("line %d cannot be read: %s", p.Line, p.Reason)
	}
	return out, result.Objects
}

// TestValid checks that realistic manifests of many kinds have no findings, with any source.
func TestValid(t *testing.T) {
	for _, minor := range []int{25, 30, 33, discovery.NewestMinor - 1, discovery.NewestMinor} {
		v := New(surface(t, minor), Options{Unknown: true})
		files := []string{"testdata/valid.yaml"}
		if minor >= 34 {
			files = append(files, "testdata/resource-claim.yaml")
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found, objects := findings(t, v, string(text))
			for _, f := range found {
				t.Errorf("1.%d, %s:%d:%d: %s", minor, name, f.Line, f.Column, f.Message)
			}
			if want := strings.Count(string(text), "\n---\n") + 1; objects != want {
				t.Errorf("%s has %d objects, %d were read", name, want, objects)
			}
			var r reader.Reader
			r.Read(name, text, func(o *tree.Object) {
				gv := discovery.ParseGroupVersion(o.APIVersion)
				if minor < 27 && gv.Group == "apiregistration.k8s.io" {
					return // servers publish no document for it
				}
				if k := v.kind(gv.WithKind(o.Kind)); k == nil || k.root == nil {
					t.Errorf("1.%d: %s %s was not validated", minor, o.APIVersion, o.Kind)
				}
			})
		}
	}
}

// TestBroken compares the findings of every broken manifest with the expected ones.
func TestBroken(t *testing.T) {
	text, err := os.ReadFile("testdata/broken.txt")
	if err != nil {
		t.Fatal(err)
	}
	v := New(surface(t, 33), Options{Unknown: true})
	sections := strings.Split("\n"+string(text), "\n-- ")[1:]
	for i := 0; i+1 < len(sections); i += 2 {
		name, manifest, _ := strings.Cut(sections[i], " --\n")
		_, want, _ := strings.Cut(sections[i+1], " --\n")
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			found, _ := findings(t, v, manifest)
			for _, f := range found {
				fmt.Fprintf(&got, "%d:%d %s\n", f.Line, f.Column, f.Message)
			}
			if strings.TrimSpace(got.String()) != strings.TrimSpace(want) {
				t.Errorf("got\n%s\nwant\n%s", got.String(), want)
			}
		})
	}
}

// TestDescribed: a text such as <port> is not a value, and something replaces it before the object is
// sent, so it is possible that the object is valid.
func TestDescribed(t *testing.T) {
	v := New(surface(t, 33), Options{})
	for value, severity := range map[string]rule.Severity{
		"<service-port>": rule.Possible, "<ADD PORT HERE>": rule.Possible, "service-port": rule.Breaking, "<>": rule.Breaking, "<a": rule.Breaking, "<a> <b>": rule.Breaking,
	} {
		found, _ := findings(t, v, fmt.Sprintf("apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  ports:\n  - port: %q\n", value))
		if len(found) != 1 || found[0].Severity != severity || strings.HasSuffix(found[0].Message, ", unless a tool replaces it") != (severity == rule.Possible) {
			t.Errorf("%s: %+v", value, found)
		}
	}
	found, _ := findings(t, New(surface(t, 33), Options{Unknown: true}), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndate: <value>\n")
	if len(found) != 1 || found[0].Severity != rule.Breaking {
		t.Errorf("a field that does not exist: %+v", found)
	}
}

// TestRepeatedVariable: the name of a repeated variable is shown, and its value is not. It is not in
// broken.txt, because a server takes the object when it is created.
func TestRepeatedVariable(t *testing.T) {
	found, _ := findings(t, New(surface(t, 33), Options{}), `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
    - name: a
      image: b
      env:
        - {name: A, value: hunter2}
        - {name: A, value: hunter3}
`)
	const want = "spec.containers[0].env[1] is repeated, which server-side apply refuses: name A"
	if len(found) != 1 || found[0].Message != want || found[0].Line != 10 {
		t.Errorf("got %+v, want %q", found, want)
	}
}

// TestEnum checks values where the source has enums, and the suggestion.
func TestEnum(t *testing.T) {
	pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  restartPolicy: onFailure\n  containers: [{name: a, imagePullPolicy: ''}]\n"
	found, _ := findings(t, New(surface(t, 36), Options{}), pod)
	if len(found) != 1 || found[0].Line != 5 || found[0].Value != "onFailure" ||
		!strings.HasSuffix(found[0].Message, "did you mean OnFailure?") || found[0].Rule != RuleID || found[0].Fingerprint == "" {
		t.Errorf("got %+v", found)
	}
	if found, _ := findings(t, New(surface(t, 23), Options{}), pod); len(found) > 0 {
		t.Errorf("a source without enums says %s", found[0].Message)
	}
}

// TestUnknownIsAChoice checks that unknown fields pass without the option.
func TestUnknownIsAChoice(t *testing.T) {
	text := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndatas: {}\n"
	if found, _ := findings(t, New(surface(t, 33), Options{}), text); len(found) > 0 {
		t.Errorf("got %s", found[0].Message)
	}
	if found, _ := findings(t, New(surface(t, 33), Options{Unknown: true}), text); len(found) != 1 {
		t.Errorf("got %d findings, want one", len(found))
	}
}

// TestLimits checks that the limits of a source are listed.
func TestLimits(t *testing.T) {
	s := surface(t, discovery.NewestMinor)
	s.Fidelity.Required = discovery.None
	limits := strings.Join(New(s, Options{}).Limits(), "\n")
	for _, want := range []string{"which fields are required: the catalog of " + discovery.Newest().String() + " does not say", "CEL"} {
		if !strings.Contains(limits, want) {
			t.Errorf("%q is not said in %q", want, limits)
		}
	}
	if limits := strings.Join(New(surface(t, 33), Options{}).Limits(), "\n"); strings.Contains(limits, "required") {
		t.Errorf("1.33 knows what is required, and says %q", limits)
	}
}

// TestUnknownKind checks that kinds that the target does not have are ignored.
func TestUnknownKind(t *testing.T) {
	found, _ := findings(t, New(surface(t, 33), Options{Unknown: true}),
		"apiVersion: example.com/v1\nkind: Widget\nspec: 3\n---\napiVersion: extensions/v1beta1\nkind: Ingress\nspec: 3\n")
	if len(found) > 0 {
		t.Errorf("got %s", found[0].Message)
	}
}

// TestHostile checks that deep, wide and wrong objects end soon with few findings.
func TestHostile(t *testing.T) {
	v := New(surface(t, 33), Options{Unknown: true})
	wide := "apiVersion: v1\nkind: ConfigMap\ndata:\n"
	for i := range 5000 {
		wide += fmt.Sprintf("  k%d: %d\n", i, i)
	}
	if found, _ := findings(t, v, wide); len(found) != maxErrors {
		t.Errorf("5000 errors give %d findings, want %d", len(found), maxErrors)
	}
	deep := "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: " +
		strings.Repeat("{x: ", 500) + "1" + strings.Repeat("}", 500) + "\n"
	if found, _ := findings(t, v, deep); len(found) == 0 || !strings.Contains(found[0].Message, "nested") {
		t.Errorf("an object that is nested 500 deep gives %+v", found)
	}
	for _, odd := range []string{
		"apiVersion: v1\nkind: Pod\nspec: [1, 2]\nmetadata: 3\n", "{apiVersion: v1, kind: Pod, spec: .inf}",
		"apiVersion: v1\nkind: Secret\ndata: {'': 1, ' ': {}, a.b/c: []}\n",
		"apiVersion: v1\nkind: ResourceQuota\nspec: {hard: {x: 1e999999999, y: " + strings.Repeat("9", 100000) + "}}\n",
	} {
		if found, _ := findings(t, v, odd); len(found) == 0 {
			t.Errorf("%.60q is said to be valid", odd)
		}
	}
}

// TestManyErrors checks that an object with more errors than are listed says so.
func TestManyErrors(t *testing.T) {
	t.Parallel()
	v := New(surface(t, 33), Options{})
	for n, want := range map[int]string{100: "", 101: "values after the first 100 errors of an object"} {
		text := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: []}\nstatus:\n  containerStatuses:\n" + strings.Repeat("  - {name: a, image: b, imageID: c, ready: true, restartCount: x}\n", n)
		var r reader.Reader
		found, left := 0, ""
		r.Read("in.yaml", []byte(text), func(o *tree.Object) { left = v.Object(o, nil, func(finding.Finding) { found++ }) })
		if found != 100 || left != want {
			t.Errorf("%d errors: %d findings, %q", n, found, left)
		}
	}
}

// TestConcurrent checks that several readers can share one validator.
func TestConcurrent(t *testing.T) {
	text, err := os.ReadFile("testdata/valid.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v := New(surface(t, 33), Options{Unknown: true})
	done := make(chan int)
	for range 4 {
		go func() {
			var r reader.Reader
			n := 0
			r.Read("in.yaml", text, func(o *tree.Object) { v.Object(o, nil, func(finding.Finding) { n++ }) })
			done <- n
		}()
	}
	for range 4 {
		if n := <-done; n > 0 {
			t.Errorf("%d findings", n)
		}
	}
}

func BenchmarkDeployment(b *testing.B) {
	text, err := os.ReadFile("testdata/valid.yaml")
	if err != nil {
		b.Fatal(err)
	}
	deployment := strings.Split(string(text), "\n---\n")[1]
	v := New(surface(b, 33), Options{Unknown: true})
	var r reader.Reader
	for b.Loop() {
		r.Read("in.yaml", []byte(deployment), func(o *tree.Object) { v.Object(o, nil, func(finding.Finding) {}) })
	}
}

// TestManyProblems checks that problems of many labels are found in one pass, and that each is found once.
func TestManyProblems(t *testing.T) {
	v := New(surface(t, discovery.NewestMinor), Options{})
	growth.Linear(t, "labels", 40_000, func(n int) func() {
		var labels strings.Builder
		for i := range n {
			fmt.Fprintf(&labels, "    k%d!: a\n", i)
		}
		text := "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n" + labels.String()
		return func() {
			if list, _ := findings(t, v, text); len(list) != maxErrors {
				t.Errorf("%d findings", len(list))
			}
		}
	})
}
