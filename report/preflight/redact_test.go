package preflight

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// planted is evidence in which every name is a canary.
type planted struct {
	n     int
	names []string
}

// canary is a new name. Every second one looks like a host.
func (p *planted) canary() string {
	p.n++
	name := fmt.Sprintf("canary%dx", p.n)
	if p.n%2 == 0 {
		name = fmt.Sprintf("canary%dx.corp-canary%dy.example", p.n, p.n)
	}
	p.names = append(p.names, name)
	return name
}

// fillIn puts canaries into all texts below a value, except into public ones, which are not names.
func (p *planted) fillIn(v reflect.Value, name string) {
	switch v.Kind() {
	default:
	case reflect.Struct:
		if v.Type() == reflect.TypeOf(time.Time{}) {
			return
		}
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				p.fillIn(v.Field(i), v.Type().Field(i).Name)
			}
		}
	case reflect.Pointer:
		if name == "Details" {
			v.Set(reflect.New(v.Type().Elem()))
			p.fillIn(v.Elem(), name)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 || v.Type().Elem().Kind() == reflect.Pointer {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		p.fillIn(v.Index(0), name)
	case reflect.String:
		switch name {
		case "Namespace", "Name", "UID", "Node", "Pod", "Hook", "Service", "ExternalName", "Claims", "Volume", "Chart", "Class", "Nodes", "By", "Key", "Values":
			v.SetString(p.canary())
		case "Image":
			v.SetString(p.canary() + "/team/app:v1.2.3")
		case "URL", "Address":
			v.SetString("https://" + p.canary() + ":6443/path")
		case "Claim":
			v.SetString(p.canary() + "/" + p.canary())
		case "Kind":
			v.SetString("Thing")
		case "APIVersion":
			v.SetString("v1")
		}
	}
}

// TestRedact puts canaries into all names of evidence and items and the texts around them, and
// searches for them in every format.
func TestRedact(t *testing.T) {
	p := &planted{}
	e := &evidence.Evidence{}
	for _, list := range []any{&e.Nodes, &e.Components, &e.Webhooks, &e.Policies, &e.PolicyBindings, &e.Services, &e.Budgets, &e.Pods, &e.Workloads, &e.Volumes, &e.Claims, &e.Releases, &e.Usage, &e.Checked} {
		p.fillIn(reflect.ValueOf(list).Elem(), "")
	}
	var definitions struct {
		CRDs     []evidence.CRD
		Services []evidence.APIService
	}
	p.fillIn(reflect.ValueOf(&definitions).Elem(), "")
	e.CRDs, e.APIServices = definitions.CRDs, definitions.Services
	e.Components[0].Name = "kube-proxy"
	e.CRDs[0].Namespace, e.APIServices[0].Namespace, e.CRDs[0].Versions = "", "", nil
	e.CRDs[0].Name, e.APIServices[0].Name = "things.example.com", "v1.example.com" // these are the API
	e.Server = evidence.Server{Name: p.canary(), Address: "https://" + p.canary() + ":6443", UID: p.canary(), Version: "v1.29.4", Release: rel("1.29")}
	e.Readings = map[evidence.Resource]evidence.Reading{evidence.Nodes: {
		What: "nodes", State: evidence.Failed, Reason: fmt.Sprintf("Get \"https://%s:6443/api/v1/nodes\": dial tcp 10.9.8.7:6443: lookup %s: no such host", p.canary(), p.canary()),
	}}
	text := fmt.Sprintf("%+v%+v", *e, e.Pods[0].Detail())
	p.names = slices.DeleteFunc(p.names, func(name string) bool { return !strings.Contains(text, name) }) // names that were replaced again
	known := strings.Join(p.names, " and ")
	user, ns, account, node, home, image := p.canary(), p.canary(), p.canary(), p.canary(), p.canary(), p.canary()
	texts := fmt.Sprintf(`%s; User "%s" cannot list: system:serviceaccount:%s:%s, system:node:%s in /home/%s/.kube, image registry.%s.io/team/app:v1; [fd00::9]:443 10.9.8.7`, known, user, ns, account, node, home, image)
	p.names = append(p.names, "10.9.8.7", "fd00::9")
	i := item("rule-x", rule.Breaking, "networking.k8s.io/v1", "Ingress", p.canary(), p.canary(), "networking.k8s.io/v1 Ingress of v1.29.4: "+texts)
	i.Removed, i.Value, i.Field, i.File = rel("1.31"), p.canary(), "spec.rules["+p.names[0]+"].host", p.canary()
	i.Source, i.Migration, i.Commands = "Helm release "+p.canary()+"/"+p.canary()+" by "+p.canary(), []string{texts}, []string{"kubectl drain '" + p.names[0] + "' --ignore-daemonsets"}
	i.Finding.Source = "host: " + p.canary()
	i.Origin.Chart, i.Origin.Template = p.canary(), p.canary()+"/x.yaml"
	gap := evidence.Gap{What: "nodes " + p.names[1], Reason: texts, Permission: "list nodes"}
	checks := []preflight.Check{
		says("rule-x", "A title", true, preflight.Either, always(preflight.Outcome{Verdict: preflight.Fail, Items: []preflight.Item{i}, Gaps: []evidence.Gap{gap}, Why: texts})),
		says("rule-y", "A title", true, preflight.Either, always(preflight.Outcome{Verdict: preflight.Unknown, Why: texts})),
	}
	e.Nodes = append(e.Nodes, evidence.Node{Object: evidence.Object{Name: p.canary()}, KubeletVersion: "v1.27.1"})
	r := New(tool(), e, planned(e, "1.33", checks), data())
	waived := r.Checks[0].Items[0]
	waived.Name = p.canary()
	r.Waived = []Waived{{Item: waived, Check: "rule-x", Owner: p.canary(), Reason: texts, Expires: "2027-03-31"}}
	lost := Unreached(tool(), evidence.Server{Name: p.canary(), Address: "https://" + p.canary()}, rel("1.33"), data(), texts)

	before := string(render1(t, "json", r, Options{}))
	for _, format := range formats() {
		redacted := string(render1(t, format, Redact(r, e), Options{}))
		fleet := string(renderFleet(t, format, RedactFleet(NewFleet(tool(), []*Report{r, lost}), []*evidence.Evidence{e})))
		for _, text := range []string{redacted, fleet} {
			if found := regexp.MustCompile(`[^\s"']*canary[^\s"']*`).FindString(text); found != "" {
				t.Errorf("%s tells %q", format, found)
			}
			for _, name := range p.names {
				if strings.Contains(text, name) {
					t.Errorf("%s tells %s", format, name)
				}
			}
		}
		if format != "prometheus" {
			for _, keep := range []string{"networking.k8s.io/v1", "Ingress", "rule-x", "1.29.4"} {
				if !strings.Contains(redacted, keep) {
					t.Errorf("%s lost %s", format, keep)
				}
			}
		}
	}
	if again := string(render1(t, "json", r, Options{})); again != before {
		t.Error("the report itself was changed")
	}
	if a, b := Redact(r, e).Checks[0].Items[0].Fingerprint, r.Checks[0].Items[0].Fingerprint; a == b {
		t.Error("the fingerprint is still that of the name")
	}
	if without := string(render1(t, "json", Redact(r, nil), Options{})); strings.Contains(without, i.Name) || strings.Contains(without, i.Namespace) {
		t.Error("without evidence the report's own names are told")
	}
}

// TestRedactedWords tests that words that are no names are kept, in the value of an item and in all
// texts.
func TestRedactedWords(t *testing.T) {
	i := item("rule-x", rule.Risky, "v1", "Thing", "shop", "web", "it fails for all resources of all groups")
	i.Value, i.Word = "all", true
	checks := []preflight.Check{says("rule-x", "A title", true, preflight.Either, always(preflight.Outcome{Verdict: preflight.Fail, Items: []preflight.Item{i}, Why: "not all"}))}
	e := &evidence.Evidence{Server: evidence.Server{Name: "prod", Version: "v1.29.4", Release: rel("1.29")}}
	got := Redact(New(tool(), e, planned(e, "1.33", checks), data()), e).Checks[0]
	if it := got.Items[0]; it.Value != "all" || it.Message != i.Message || it.Name != "thing-1" || got.Why != "not all" {
		t.Errorf("%+v: %s", it, got.Why)
	}
}

// TestRedaction tests that a name always has the same placeholder, that different names have
// different placeholders, and that no placeholder is an existing name.
func TestRedaction(t *testing.T) {
	m := redactionOf(func(m *redaction) {
		for _, name := range []string{"node-2", "a", "node-1", "b", "my cluster (old)"} {
			m.name("node", name)
		}
	})
	seen := map[string]bool{}
	for _, name := range []string{"node-1", "node-2", "a", "b"} {
		redacted := m.name("node", name)
		if seen[redacted] || redacted == "node-1" || redacted == "node-2" || redacted != m.text(name) {
			t.Errorf("%s is %s", name, redacted)
		}
		seen[redacted] = true
	}
	for text, want := range map[string]string{
		"a talks to b, not to ab":          "node-4 talks to node-6, not to ab",
		"https://a:6443/x":                 "https://node-4:6443/x",
		"a/b":                              "node-4/node-6",
		"see my cluster (old) of apps/v1":  "see node-7 of apps/v1",
		"v1.29.4 of kube-system coredns a": "v1.29.4 of kube-system coredns node-4",
	} {
		if got := m.text(text); got != want {
			t.Errorf("%q became %q, not %q", text, got, want)
		}
	}
}

// TestRedactionIsLinear tests that the time for long texts and many names is linear.
func TestRedactionIsLinear(t *testing.T) {
	named := func(n int) *redaction {
		return redactionOf(func(m *redaction) {
			for i := range n {
				m.name("node", fmt.Sprintf("node-of-%d", i))
			}
		})
	}
	m := named(20_000)
	for _, part := range []string{"a-b.c/d:", "node-of-7 x ", "system:serviceaccount:", "https://"} {
		growth.Repeated(t, part, 200_000, func(text string) { _ = m.text(text) })
	}
	growth.Linear(t, "names", 20_000, func(n int) func() {
		text := strings.Repeat("node-of-7 x ", n)
		return func() { _ = named(n).text(text) }
	})
}

func FuzzRedact(f *testing.F) {
	f.Add("secret-name", `User "x" at https://secret-name:1/ secret-name`)
	f.Fuzz(func(t *testing.T, name, text string) {
		m := redactionOf(func(m *redaction) { m.name("object", name) })
		_ = m.text(text)
		if redacted := m.text("x " + name + " y"); len(name) > 4 && !m.stays(name) && strings.Contains(redacted, " "+name+" ") {
			t.Errorf("%q is told in %q", name, redacted)
		}
	})
}

// TestRedactKeepsReleaseNotes tests that published texts are kept, whatever the names of a cluster
// are.
func TestRedactKeepsReleaseNotes(t *testing.T) {
	const text = `1.33: remove the node label "shop" in namespace "web" before the upgrade, see https://github.com/kubernetes/kubernetes/pull/1`
	note := item("urgent-notes", rule.Info, "", "", "", "", text)
	note.Value, note.Published = "shop in web", true
	own := item("urgent-notes", rule.Info, "v1", "Pod", "shop", "web", "shop/web: an own object")
	e := &evidence.Evidence{Server: evidence.Server{Version: "v1.32.4", Release: rel("1.32")}}
	r := New(tool(), e, planned(e, "1.33", []preflight.Check{
		says("urgent-notes", "A title", false, preflight.Either, always(preflight.Outcome{Items: []preflight.Item{note, own}})),
	}), data())
	items := Redact(r, nil).Checks[0].Items
	if i := items[0]; i.Message != text || i.Value != note.Value {
		t.Errorf("the note reads %q, %q", i.Message, i.Value)
	}
	if i := items[1]; strings.Contains(i.Message, "shop") || strings.Contains(i.Message, "web") {
		t.Errorf("the item of the cluster reads %q", i.Message)
	}
}
