package secret_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// hiddenIn reads a document and replaces every hidden character by "#".
func hiddenIn(t *testing.T, text string) (shown string, h secret.Hidden) {
	t.Helper()
	redacted := []byte(text)
	var r reader.Reader
	r.Read("", []byte(text), func(o *tree.Object) {
		h.Look(o.Tree, 0, false)
		h.Ranges(func(start, end int) {
			for i := start; i < end; i++ {
				redacted[i] = '#'
			}
		})
	})
	return string(redacted), h
}

// TestHidden checks that S3CR3T is hidden everywhere, and that PLAIN is not.
func TestHidden(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"data":                  `{apiVersion: v1, kind: Secret, type: PLAIN, metadata: {name: PLAIN, labels: {a: PLAIN}}, data: {a: S3CR3T}, stringData: {b: "S3CR3T x"}}`,
		"numbers":               `{apiVersion: v1, kind: Secret, data: {a: 0x53}, stringData: {b: true, c: S3CR3T}}`,
		"data that is none":     `{apiVersion: v1, kind: Secret, data: S3CR3T}`,
		"a slip of the pen":     `{apiVersion: v1, kind: Secret, dta: {a: [S3CR3T]}, type: {a: S3CR3T}}`,
		"its annotations":       `{apiVersion: v1, kind: Secret, metadata: {name: PLAIN, annotations: {a: S3CR3T}}}`,
		"block":                 "apiVersion: v1\nkind: Secret\nstringData:\n  a: |\n    S3CR3T\n    S3CR3T\n  b: >-\n    S3CR3T\n",
		"list":                  `{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod, metadata: {name: PLAIN}}, {apiVersion: v1, kind: Secret, data: {a: S3CR3T}}]}`,
		"typed list":            `{apiVersion: v1, kind: SecretList, items: [{metadata: {name: PLAIN}, data: {a: S3CR3T}}]}`,
		"json":                  `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"PLAIN"},"stringData":{"q":"S3CR3T"}}`,
		"in a custom resource":  `{apiVersion: a.example.com/v1, kind: Bundle, spec: {objects: [{kind: Secret, data: {a: S3CR3T}}], template: {stringData: {a: S3CR3T}}}}`,
		"environment":           `{apiVersion: v1, kind: Pod, spec: {containers: [{name: PLAIN, env: [{name: PLAIN, value: S3CR3T}, {name: PLAIN, value: [S3CR3T]}, {name: B, valueFrom: {secretKeyRef: {name: PLAIN, key: PLAIN}}}, {name: C, valueFrom: {secretKeyRef: S3CR3T}}]}]}}`,
		"environment as a map":  `{apiVersion: a.example.com/v1, kind: App, spec: {extraEnv: {A: S3CR3T}, env: [S3CR3T=x], environment: {A: {value: S3CR3T}}}}`,
		"defaults in a schema":  `{apiVersion: a.example.com/v1, kind: A, properties: {env: {type: array, description: PLAIN, default: [{name: PLAIN, value: S3CR3T}], items: {type: object}}, headers: {type: object, default: {a: S3CR3T}}}}`,
		"variables of one type": `{apiVersion: a.example.com/v1, kind: A, env: {type: S3CR3T, a: S3CR3T}}`,
		"values beside a type":  `{apiVersion: a.example.com/v1, kind: A, env: {type: object, a: S3CR3T, description: {a: S3CR3T}}, headers: {type: object, properties: {a: S3CR3T}, b: {type: string, value: S3CR3T}}}`,
		"headers":               `{apiVersion: v1, kind: Pod, spec: {containers: [{livenessProbe: {httpGet: {path: PLAIN, httpHeaders: [{name: PLAIN, value: S3CR3T}]}}}]}}`,
		"keys":                  `{apiVersion: a.example.com/v1, kind: Db, spec: {adminPassword: S3CR3T, clientSecret: S3CR3T, API_KEY: S3CR3T, access-token: 12345678, secretName: PLAIN, password: {secretName: PLAIN}}}`,
		"options":               `{apiVersion: v1, kind: Pod, spec: {containers: [{args: ["--password=S3CR3T", "--Token S3CR3T", PLAIN, "--secret-name=PLAIN"], command: [PLAIN]}]}}`,
		"urls":                  `{apiVersion: v1, kind: Pod, metadata: {annotations: {a: "https://user:S3CR3T@example.com/x", b: "https://example.com/PLAIN"}}}`,
		"what kubectl keeps":    `{apiVersion: v1, kind: Pod, metadata: {annotations: {kubectl.kubernetes.io/last-applied-configuration: "{S3CR3T}", other: PLAIN}}}`,
		"written out":           `{apiVersion: v1, kind: ConfigMap, data: {a: "apiVersion: v1\nkind: Secret\ndata: {a: S3CR3T}", b: PLAIN, c: H4sIS3CR3T}}`,
		"keys of certificates":  "apiVersion: v1\nkind: ConfigMap\ndata:\n  k: |\n    -----BEGIN RSA PRIVATE KEY-----\n    S3CR3T\n",
		"kubeconfig":            `{apiVersion: v1, kind: Config, users: [{name: PLAIN, user: {token: S3CR3T, client-key-data: S3CR3T}}]}`,
	} {
		shown, h := hiddenIn(t, text)
		if strings.Contains(shown, "S3CR3T") || strings.Count(shown, "PLAIN") != strings.Count(text, "PLAIN") || !h.Any() {
			t.Errorf("%s: %s", name, shown)
		}
	}
}

// TestNothingHidden checks that manifests without secrets are quoted completely.
func TestNothingHidden(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{apiVersion: v1, kind: Secret, type: Opaque, immutable: true, metadata: {name: a, namespace: b, clusterName: x}}`,
		`{apiVersion: v1, kind: Pod, spec: {automountServiceAccountToken: false, volumes: [{name: a, secret: {secretName: b}}], containers: [{image: "a:1", args: [--v=2]}]}}`,
		`{apiVersion: v1, kind: ConfigMap, data: {a: b, port: "80"}}`,
		`{apiVersion: v1, kind: Pod, spec: {containers: [{env: [{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: spec.nodeName}}}]}]}}`,
		`{apiVersion: a.example.com/v1, kind: A, openAPIV3Schema: {properties: {env: {type: array, items: {type: object, properties: {name: {type: string}, value: {type: string}}}}, headers: {type: object, description: "a bearer token for it, the key of the secret: to select from"}, password: {type: string}, secretRef: {description: "The target Secret's Data: a password of it", properties: {name: {type: string}}}}}}`,
	} {
		if shown, h := hiddenIn(t, text); h.Any() || h.Elsewhere() || shown != text {
			t.Errorf("%s", shown)
		}
	}
}

// TestElsewhere checks that the place of an alias's value is unknown.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	_, h := hiddenIn(t, "apiVersion: v1\nkind: Secret\nx: &a S3CR3T\nstringData: {a: *a}\n")
	if from, to := h.Around(3, 0, 40); !h.Elsewhere() || from != to {
		t.Errorf("%d to %d may be quoted", from, to)
	}
}

// TestAround checks that a quotation ends where something hidden starts.
func TestAround(t *testing.T) {
	t.Parallel()
	text := `{kind: Secret, apiVersion: v1, data: {a: S3CR3T}, immutable: true, stringData: {b: S3CR3T}}`
	_, h := hiddenIn(t, text)
	for at, want := range map[int]string{
		2:                                 `{kind: Secret, apiVersion: v1, data: {a: `,
		strings.Index(text, "immutable"):  `}, immutable: true, stringData: {b: `,
		len(text) - 1:                     `}}`,
		strings.Index(text, "S3CR3T") + 2: ``,
		strings.LastIndex(text, "S3CR3T"): ``,
		strings.Index(text, "S3CR3T") + 6: `}, immutable: true, stringData: {b: `,
	} {
		if from, to := h.Around(at, 0, len(text)); text[from:to] != want {
			t.Errorf("around %d: %q, want %q", at, text[from:to], want)
		}
	}
}

// TestItemOfTypedList checks an object that leaves its kind to its list.
func TestItemOfTypedList(t *testing.T) {
	t.Parallel()
	var r reader.Reader
	seen := false
	r.Read("", []byte(`{apiVersion: v1, kind: SecretList, items: [{metadata: {name: a}, data: {a: S3CR3T}}]}`), func(o *tree.Object) {
		var h secret.Hidden
		h.Look(o.Tree, o.Root, o.Kind == "Secret")
		data := o.Tree.Child(o.Root, "data")
		seen = h.Node(o.Tree.Child(data, "a")) && h.Within(data, int(o.Tree.Nodes[data].After)) && !h.Node(data) &&
			!h.Within(o.Root, data)
	})
	if !seen {
		t.Error("the value is not hidden, or something else is")
	}
}

// FuzzLook reads any document without a panic, and checks that everything in a Secret's data is
// hidden.
func FuzzLook(f *testing.F) {
	f.Add("apiVersion: v1\nkind: Secret\ndata: {a: b}\n")
	f.Add(`{"kind":"Secret","apiVersion":"v1","items":[{"env":[{"value":1}]}],"stringData":{"a":["b"]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var r reader.Reader
		r.Read("", []byte(text), func(o *tree.Object) {
			var h secret.Hidden
			h.Look(o.Tree, o.Root, false)
			h.Around(0, 0, len(text))
			data := o.Tree.Child(o.Root, "data")
			if o.Kind != "Secret" || data < 0 || o.KindNode < 0 || o.Tree.Child(o.Root, "kind") != o.KindNode {
				return
			}
			for i := data; i < int(o.Tree.Nodes[data].After); i++ {
				if n := &o.Tree.Nodes[i]; n.Value != "" && n.Kind != tree.Null && !h.Node(i) {
					t.Errorf("%q is not hidden", n.Value)
				}
			}
		})
	})
}
