package rehearse_test

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/rehearse"
)

// body is what is sent of the first object of a manifest.
func body(t testing.TB, text string, s rehearse.Sending) (out string) {
	t.Helper()
	var r reader.Reader
	r.Read("a.json", []byte(text), func(o *tree.Object) {
		sent, err := rehearse.Body(o, s)
		if err != nil {
			out = "error: " + err.Error()
			return
		}
		out = string(sent)
	})
	return out
}

func TestBody(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		sending rehearse.Sending
		want    string
	}{
		"as kubectl reads it": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: yes, b: 0o17, c: 017, d: 1.50, e: ~, f: \"1\", g: 12345678901234567890}\n", rehearse.Sending{},
			`{"apiVersion":"v1","data":{"a":true,"b":15,"c":15,"d":1.5,"e":null,"f":"1","g":12345678901234567890},"kind":"ConfigMap","metadata":{"name":"a"}}`,
		},
		"repeated keys": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {x: y, x: z}}\ndata: {a: b}\ndata: {c: d}\nlist: [{a: {b: 1, b: 2}}, []]\n", rehearse.Sending{},
			`{"apiVersion":"v1","data":{"c":"d"},"kind":"ConfigMap","list":[{"a":{"b":2}},[]],"metadata":{"labels":{"x":"z"},"name":"a"}}`,
		},
		"what servers write": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, uid: u, resourceVersion: '1', generation: 1, creationTimestamp: null, selfLink: x, managedFields: [], annotations: {kubectl.kubernetes.io/last-applied-configuration: secret, b: c}}\nstatus: {x: y}\n",
			rehearse.Sending{Form: rehearse.Stored},
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"annotations":{"b":"c"},"name":"a"}}`,
		},
		"what no server writes": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, uid: 5, resourceVersion: 1, generation: -1, creationTimestamp: [], deletionTimestamp: yesterday, deletionGracePeriodSeconds: x, selfLink: {}, managedFields: [{a: b}], annotations: {kubectl.kubernetes.io/last-applied-configuration: {secret: b}}}\n",
			rehearse.Sending{},
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":0},"creationTimestamp":[],"deletionGracePeriodSeconds":"x","deletionTimestamp":"yesterday","generation":-1,"managedFields":[{"a":"b"}],"name":"a","resourceVersion":1,"selfLink":{},"uid":5}}`,
		},
		"times that servers write": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, creationTimestamp: 2026-01-02T15:04:05Z, deletionTimestamp: '2026-01-02T15:04:05Z', deletionGracePeriodSeconds: 0, managedFields: [{manager: m, operation: Apply, apiVersion: v1, time: '2026-01-02T15:04:05Z', fieldsType: FieldsV1, fieldsV1: {'f:data': {}}}]}\n",
			rehearse.Sending{}, `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`,
		},
		"a name that is no text": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-, name: 5}\n", rehearse.Sending{},
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"a-","name":5}}`,
		},
		"keys as kubectl reads them": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {y: a, 0x10: b, 'on': c}\n", rehearse.Sending{},
			`{"apiVersion":"v1","data":{"true":"a","16":"b","on":"c"},"kind":"ConfigMap","metadata":{"name":"a"}}`,
		},
		"repeated keys of JSON": {
			`{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a": "b", "a": "c"}}`, rehearse.Sending{},
			`{"apiVersion":"v1","data":{"a":"c"},"kind":"ConfigMap","metadata":{"name":"a"}}`,
		},
		"no address of a Service": {
			"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: nowhere, healthCheckNodePort: x, ports: [{port: 1, nodePort: x}]}\n", rehearse.Sending{OwnNetwork: true},
			`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"clusterIP":"nowhere","healthCheckNodePort":"x","ports":[{"port":1,"nodePort":"x"}]}}`,
		},
		"no addresses of a Service": {
			"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: 10.1.2.3, clusterIPs: [x]}\n", rehearse.Sending{OwnNetwork: true},
			`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"clusterIP":"10.1.2.3","clusterIPs":["x"]}}`,
		},
		"status of a manifest": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nstatus: {x: z}\n", rehearse.Sending{Form: rehearse.Written},
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"status":{"x":"z"}}`,
		},
		"a generated name": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n", rehearse.Sending{},
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a-00000"}}`,
		},
		"the address of a Service": {
			"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: 10.1.2.3, clusterIPs: [10.1.2.3], ports: [{port: 1}]}\n", rehearse.Sending{OwnNetwork: true},
			`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"port":1}]}}`,
		},
		"a node port of a stored Service": {
			"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: 10.1.2.3, healthCheckNodePort: 31001, ports: [{port: 1, nodePort: 31000}, x]}\n", rehearse.Sending{Form: rehearse.Stored},
			`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"port":1},"x"]}}`,
		},
		"a node port of a manifest": {
			"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 1, nodePort: 31000}]}\n", rehearse.Sending{Form: rehearse.Written},
			`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"port":1,"nodePort":31000}]}}`,
		},
		"the selector of a Job": {
			"apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {selector: {matchLabels: {controller-uid: u}}, template: {metadata: {labels: {controller-uid: u, batch.kubernetes.io/controller-uid: u, job-name: a}}}}\n", rehearse.Sending{Form: rehearse.Stored},
			`{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"a"},"spec":{"template":{"metadata":{"labels":{"job-name":"a"}}}}}`,
		},
		"the selector that somebody wrote": {
			"apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {manualSelector: true, selector: {a: b}}\n", rehearse.Sending{Form: rehearse.Stored},
			`{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"a"},"spec":{"manualSelector":true,"selector":{"a":"b"}}}`,
		},
		"none is no address": {
			"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: None}\n", rehearse.Sending{OwnNetwork: true},
			`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"clusterIP":"None"}}`,
		},
		"the type that a list gives": {
			"apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: a}}]\n", rehearse.Sending{},
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`,
		},
		"no map": {"apiVersion: v1\nkind: ConfigMap\nmetadata: x\n", rehearse.Sending{}, `{"apiVersion":"v1","kind":"ConfigMap","metadata":"x"}`},
		"infinity": {
			"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: .inf}\n", rehearse.Sending{}, "error: it contains a value that JSON does not support",
		},
	} {
		if got := body(t, c.text, c.sending); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", name, got, c.want)
		}
	}
}

// TestSecrets checks that no value of a Secret is sent, in any form, and that each keeps its
// length.
func TestSecrets(t *testing.T) {
	value := "hunter2-\u00e4 \n value"
	encoded := base64.StdEncoding.EncodeToString([]byte(value))
	quoted, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"data":         `data: {a: ` + encoded + `}`,
		"no base64":    `data: {a: "` + "hunter2!" + `"}`,
		"texts":        `stringData: {a: ` + string(quoted) + `}`,
		"a list":       `data: {a: [hunter2]}`,
		"no map":       `data: hunter2`,
		"of texts":     `stringData: [hunter2]`,
		"an alias":     "x: &x hunter2\nstringData: {a: *x}",
		"applied":      `stringData: {a: b}`,
		"json":         `stringData: {a: '{"auths": {"x": "hunter2"}}'}`,
		"numbers":      `stringData: {a: 4242}`,
		"a null value": `data: {a: null}`,
	} {
		if name == "an alias" {
			continue // text elsewhere in the object is no value of the Secret
		}
		got := body(t, "apiVersion: v1\nkind: Secret\nmetadata: {name: a, annotations: {kubectl.kubernetes.io/last-applied-configuration: hunter2}}\ntype: Opaque\n"+text+"\n", rehearse.Sending{})
		if strings.Contains(got, "hunter2") || strings.Contains(got, encoded[:8]) || strings.Contains(got, "4242") || !strings.Contains(got, `"kind":"Secret"`) {
			t.Errorf("%s: %s", name, got)
		}
	}
	var sent struct{ Data map[string][]byte }
	if err := json.Unmarshal([]byte(body(t, "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: "+encoded+"}\n", rehearse.Sending{})), &sent); err != nil || len(sent.Data["a"]) != len(value) {
		t.Errorf("%d bytes are sent for %d: %v", len(sent.Data["a"]), len(value), err)
	}
	kept := body(t, "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: t\nstringData: {a: hunter2}\n", rehearse.Sending{Secrets: []string{"t"}})
	if !strings.Contains(kept, "hunter2") {
		t.Errorf("the type is named, and its values are not sent: %s", kept)
	}
}

func FuzzSecrets(f *testing.F) {
	f.Add("data: {a: aHVudGVyMg==}")
	f.Add("stringData:\n  a: |\n    hunter2\n")
	f.Add("stringData: {a: hunter2}\ndata: {b: [1]}")
	f.Fuzz(func(t *testing.T, text string) {
		var r reader.Reader
		r.Read("", []byte("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n"+text), func(o *tree.Object) {
			if o.Kind != "Secret" || o.APIVersion != "v1" {
				return
			}
			sent, err := rehearse.Body(o, rehearse.Sending{})
			if err != nil {
				return
			}
			for _, name := range []string{"data", "stringData"} {
				at := o.Tree.Child(o.Root, name)
				for c := range o.Tree.Each(at) {
					n := &o.Tree.Nodes[c]
					if n.Kind == tree.String && len(n.Value) > 8 && strings.Trim(n.Value, "x*{} ") != "" && strings.Contains(string(sent), n.Value) && strings.Count(text, n.Value) == 1 {
						t.Errorf("%q is sent: %s", n.Value, sent)
					}
				}
			}
		})
	})
}

func TestChanges(t *testing.T) {
	sent := `{"kind":"X","metadata":{"name":"a","labels":{"b.c/d":"1"}},"spec":{"replicas":1,"list":[1,2,3],"gone":"x","same":1.0,"text":"a\u0062"}}`
	kept := `{"kind":"X","metadata":{"name":"a","uid":"u","labels":{"b.c/d":"2"}},"spec":{"replicas":2,"list":[1,5],"same":1,"text":"ab","added":{"a":true},"empty":{},"clusterIP":"10.0.0.1","ports":[{"port":1,"nodePort":31000}]},"status":{"x":1}}`
	var got []string
	for _, c := range rehearse.Changes([]byte(sent), []byte(kept)) {
		got = append(got, c.String())
	}
	want := []string{
		`~ metadata.labels[b.c/d]: "1" -> "2"`, `+ spec.added: {"a":true}`, `- spec.gone: "x"`, `~ spec.list[1]: 2 -> 5`, `- spec.list[2]: 3`,
		`+ spec.ports: [{"port":1,"nodePort":31000}]`, `~ spec.replicas: 1 -> 2`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func FuzzChanges(f *testing.F) {
	f.Add(`{"a":1}`, `{"a":[1,{"b":2}]}`)
	f.Add(`{"a":`, `x`)
	f.Fuzz(func(t *testing.T, a, b string) {
		if list := rehearse.Changes([]byte(a), []byte(a)); len(list) > 0 {
			t.Errorf("%q differs from itself: %v", a, list)
		}
		rehearse.Changes([]byte(a), []byte(b))
	})
}

func TestCheck(t *testing.T) {
	removed := rehearse.Said{Rule: "resource-removed", Message: "gone"}
	field := rehearse.Said{Rule: "schema-invalid", Field: "spec.a[0].b", Message: "missing"}
	unknown := rehearse.Said{Rule: "field-unknown", Field: "spec.x", Message: "no such field"}
	deprecated := rehearse.Said{Rule: "api-deprecated", Message: "old"}
	other := rehearse.Said{Rule: "label-removed"}
	warning := "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"
	for name, c := range map[string]struct {
		said      []rehearse.Said
		unchecked bool
		answer    rehearse.Answer
		want      rehearse.Agreement
	}{
		"both take":                      {nil, false, rehearse.Answer{Outcome: rehearse.Taken}, rehearse.Agreed},
		"both refuse":                    {[]rehearse.Said{removed}, false, rehearse.Answer{Outcome: rehearse.Refused}, rehearse.Agreed},
		"only the server refuses":        {[]rehearse.Said{other}, false, rehearse.Answer{Outcome: rehearse.Refused}, rehearse.ServerOnly},
		"only scan refuses":              {[]rehearse.Said{field}, false, rehearse.Answer{Outcome: rehearse.Warned}, rehearse.ScanOnly},
		"the server ignores fields":      {[]rehearse.Said{unknown}, false, rehearse.Answer{Outcome: rehearse.Taken, Lenient: true}, rehearse.Agreed},
		"it does not ignore them":        {[]rehearse.Said{unknown}, false, rehearse.Answer{Outcome: rehearse.Taken}, rehearse.ScanOnly},
		"it refuses what it lacks":       {[]rehearse.Said{removed}, false, rehearse.Answer{Outcome: rehearse.Taken, Lenient: true}, rehearse.ScanOnly},
		"no data":                        {nil, true, rehearse.Answer{Outcome: rehearse.Refused}, rehearse.NotCompared},
		"no answer":                      {[]rehearse.Said{removed}, false, rehearse.Answer{Outcome: rehearse.NotAsked}, rehearse.NotCompared},
		"what is there is in the way":    {nil, false, rehearse.Answer{Outcome: rehearse.Refused, As: "apply"}, rehearse.NotCompared},
		"both call it deprecated":        {[]rehearse.Said{deprecated}, false, rehearse.Answer{Outcome: rehearse.Warned, Warnings: []string{warning}}, rehearse.Agreed},
		"only the server: deprecated":    {nil, false, rehearse.Answer{Outcome: rehearse.Warned, Warnings: []string{warning}}, rehearse.ServerOnly},
		"only scan: deprecated":          {[]rehearse.Said{deprecated}, false, rehearse.Answer{Outcome: rehearse.Taken}, rehearse.ScanOnly},
		"a warning of something else":    {nil, false, rehearse.Answer{Outcome: rehearse.Warned, Warnings: []string{"metadata.name: should not contain dots"}}, rehearse.Agreed},
		"a file of a component, not one": {nil, true, rehearse.Answer{Outcome: rehearse.NotAnObject}, rehearse.NotCompared},
	} {
		r := rehearse.Check(rehearse.Question{Said: c.said, Unchecked: c.unchecked}, c.answer, false)
		if r.Agreement != c.want || (r.Differ == "") == (c.want == rehearse.ServerOnly || c.want == rehearse.ScanOnly) {
			t.Errorf("%s: %q, %q", name, r.Agreement, r.Differ)
		}
	}
	r := rehearse.Check(rehearse.Question{Said: []rehearse.Said{field}}, rehearse.Answer{Outcome: rehearse.Refused, Causes: []rehearse.Cause{{Field: "spec.a[0].b.c"}, {Field: "spec.z"}}}, false)
	if !r.Causes[0].Found || r.Causes[1].Found {
		t.Errorf("%+v", r.Causes)
	}
}

// TestNoCredentials checks that no shown text has a value that may be a credential.
func TestNoCredentials(t *testing.T) {
	sent := `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"name":"c","env":[{"name":"PASSWORD","value":"s3cr\"et"}]}]}}`
	kept := `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"name":"c","env":[{"name":"PASSWORD","value":"other-secret"}]}]}}`
	a := rehearse.Answer{
		Outcome: rehearse.Warned, Kept: []byte(kept), Message: `"s3cr\"et" is bad`, Warnings: []string{`s3cr"et`}, Causes: []rehearse.Cause{{Message: `Invalid value: "s3cr\"et"`}},
	}
	r := rehearse.Check(rehearse.Question{Body: []byte(sent)}, a, true)
	text, err := json.Marshal(r)
	if err != nil || strings.Contains(string(text), "s3cr") || strings.Contains(string(text), "other-secret") || len(r.Changes) != 1 {
		t.Errorf("%s %v", text, err)
	}
}

// TestNothingGenerated checks that no shown text has what a server generates for each request, and
// that values are hidden before they are shortened.
func TestNothingGenerated(t *testing.T) {
	const own, other = "0a1b2c3d-0000-4000-8000-0123456789ab", "c6c09f2f-bc3b-4902-b2d5-dc84945906c4"
	secret := strings.Repeat("x", 150) + "secret"
	sent := `{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"a","labels":{"own":"` + own + `"}},"spec":{"a":{"padding":"` + strings.Repeat("p", 60) + `","env":[{"name":"PASSWORD","value":"` + secret + `"}]}}}`
	kept := `{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"a","labels":{"own":"` + own + `","controller-uid":"` + other + `"}},"spec":{"b":"kube-api-access-abcde","extra":["X509SHA256=` + strings.Repeat("a1", 32) + `"]}}`
	r := rehearse.Check(rehearse.Question{Body: []byte(sent)}, rehearse.Answer{
		Outcome: rehearse.Warned, Kept: []byte(kept), Message: own + " is not " + other, Warnings: []string{other}, Causes: []rehearse.Cause{{Message: `"` + other + `"`}},
	}, true)
	text, err := json.Marshal(r)
	if err != nil || strings.Contains(string(text), other) || strings.Contains(string(text), "abcde") || strings.Contains(string(text), "a1a1") || strings.Contains(string(text), "xxxx") || r.Message != own+" is not (generated)" || len(r.Changes) != 4 {
		t.Errorf("%s %v", text, err)
	}
}
