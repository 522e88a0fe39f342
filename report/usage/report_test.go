package usage_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
	report "github.com/kubedelta/kubedelta/report/usage"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/api"
)

// hostile is a text that a client can send as its name.
const hostile = "=cmd|'/c calc'!A1\n::error file=x::y\r\n##[error]z\x1b[31m\u202e\u2028]]><script>alert(1)</script>" +
	"<img src=x onerror=alert(1)>|`x`\n# h\n- [a](javascript:b) ![i](u) **b** @team $x$ %0A,:{0}\x00\t\"'&"

// value is in request bodies, and must not be in a report.
const value = "topsecret"

// made is the report of a log in which every text is hostile, and of some calls.
func made(t *testing.T, by report.GroupBy, redact bool) *report.Report {
	t.Helper()
	c := catalog.New()
	to, err := c.Load(context.Background(), discovery.Release{Major: 1, Minor: 36})
	if err != nil {
		t.Fatal(err)
	}
	lifecycles, err := c.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	table, err := api.New(checker.Target{To: to, Lifecycles: lifecycles})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	for _, resource := range []string{"cronjobs", hostile} {
		for _, user := range []string{hostile, "system:serviceaccount:shop:web", "system:serviceaccount:kube-system:namespace-controller"} {
			e, err := json.Marshal(map[string]any{
				"kind": "Event", "apiVersion": "audit.k8s.io/v1", "auditID": "x", "level": hostile, "stage": "ResponseComplete", "verb": "list",
				"user": map[string]any{"username": user, "groups": []string{hostile}}, "userAgent": hostile, "sourceIPs": []string{hostile},
				"impersonatedUser": map[string]any{"username": hostile}, "requestReceivedTimestamp": hostile,
				"objectRef": map[string]any{"apiGroup": "batch", "apiVersion": "v1beta1", "resource": resource, "subresource": hostile, "namespace": hostile},
			})
			if err != nil {
				t.Fatal(err)
			}
			log.Write(append(e, '\n'))
		}
	}
	body, err := json.Marshal(map[string]any{
		"kind": "Event", "apiVersion": "audit.k8s.io/v1", "auditID": "x", "level": "Request", "stage": "ResponseComplete", "verb": "update",
		"user": map[string]any{"username": hostile}, "userAgent": hostile, "objectRef": map[string]any{"apiVersion": "v1", "resource": "pods"},
		"requestObject": map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": value}, "spec": map[string]any{hostile: value, "odd": map[string]any{value: value}, "nodeName": value}},
	})
	if err != nil {
		t.Fatal(err)
	}
	log.Write(append(body, '\n'))
	log.WriteString("{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\n")
	result, err := usage.Examine(context.Background(), []string{"-"}, table, to.Release, usage.Options{Stdin: &log, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := report.New(envelope.Tool{Name: "kubedelta"}, envelope.SideOf(to), result, by, redact)
	r.Settle()
	return r
}

func render(t *testing.T, name string, r *report.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Writers().Write(&b, name, format.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func formats() []string {
	return slices.DeleteFunc((&report.Report{}).Writers().Names(), func(f string) bool { return f == format.Template })
}

// TestHostile tests that no format contains anything that moves the cursor, ends an element or is a
// command of a log.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, by := range append(report.Groups(), report.ByCaller) {
		r := made(t, by, false)
		for _, name := range formats() {
			text := render(t, name, r)
			bad := []string{"\x1b", "\x00", value}
			if !slices.Contains([]string{"json", "yaml", "sarif", "gitlab"}, name) {
				bad = append(bad, "\u202e", "\u2028")
			}
			if name == "html" {
				bad = append(bad, "<script>alert", "<img src=x")
			}
			for _, b := range bad {
				if strings.Contains(text, b) {
					t.Errorf("%s by %q holds %q", name, by, b)
				}
			}
			for _, line := range strings.Split(text, "\n") {
				if (name == "text" || name == "markdown") && (strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[error]")) {
					t.Errorf("a line of %s is a command: %q", name, line)
				}
			}
		}
	}
}

// TestRoundTrip tests that formats rendered from JSON are the same as those of the report itself.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	r := made(t, report.ByUser, false)
	read, err := report.ReadJSON(strings.NewReader(render(t, "json", r)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range formats() {
		if diff := cmp.Diff(render(t, name, r), render(t, name, read)); diff != "" {
			t.Errorf("%s after a round trip:\n%s", name, diff)
		}
	}
	for _, text := range []string{"{}", `{"apiVersion":"kubedelta.dev/v1","kind":"Usage"}`, `{"apiVersion":"kubedelta.dev/v1","kind":"Scan"}`, "x"} {
		if _, err := report.ReadJSON(strings.NewReader(text)); err == nil {
			t.Errorf("%s is read as a report", text)
		}
	}
}

// TestRedact tests that no format contains a name of a user, group, address or namespace, except
// for names of the control plane.
func TestRedact(t *testing.T) {
	t.Parallel()
	r := made(t, report.ByCaller, true)
	for _, name := range formats() {
		text := render(t, name, r)
		if strings.Contains(text, "shop") {
			t.Errorf("%s tells a name", name)
		}
	}
	for _, c := range r.Usage.Callers {
		for _, text := range slices.Concat([]string{c.User, c.ImpersonatedBy}, c.Groups, c.Sources, c.Namespaces) {
			if strings.Contains(text, "calc") {
				t.Errorf("a caller has %q", text)
			}
		}
	}
	if len(r.Usage.Callers) == 0 {
		t.Error("there are no callers")
	}
}

// TestFields tests that there is a caller for each sent field, with the finding of scan.
func TestFields(t *testing.T) {
	t.Parallel()
	r := made(t, report.ByCaller, false)
	fields := map[string]bool{}
	for _, c := range r.Usage.Callers {
		if c.Field == "" {
			continue
		}
		fields[c.Field] = true
		if c.Rule != "field-unknown" || c.Severity != "risky" || c.APIVersion != "v1" || c.Resource != "pods" || c.Writes != 1 {
			t.Errorf("%+v", c)
		}
	}
	if len(fields) != 2 || !fields["spec.odd"] {
		t.Errorf("the fields are %v", fields)
	}
	if text := render(t, "text", r); !strings.Contains(text, "v1 pods spec.odd") || !strings.Contains(text, "of fields that the target does not have") {
		t.Errorf("the page does not tell of the field:\n%s", text)
	}
}

// TestJoin tests that a joined report contains what its parts contain, each with its name, and that
// every format is the same if rendered from JSON.
func TestJoin(t *testing.T) {
	t.Parallel()
	one, other := made(t, report.ByUser, false), made(t, report.ByUser, true)
	joined, err := report.Join(envelope.Tool{Name: "kubedelta"}, []report.Part{{Name: "prod/a", Report: one}, {Name: "prod/b", Report: other}})
	if err != nil {
		t.Fatal(err)
	}
	u := joined.Usage
	if n := len(one.Usage.Callers); u.Events != 2*one.Usage.Events || len(u.Callers) != 2*n || len(joined.Findings) != 2*len(one.Findings) || u.Redacted || u.GroupBy != report.ByUser {
		t.Errorf("%d events, %d callers, %d findings", u.Events, len(u.Callers), len(joined.Findings))
	}
	if len(u.Clients) != len(one.Usage.Clients) || u.Clients[0].Events != 2*one.Usage.Clients[0].Events || !cmp.Equal(len(u.NotCalled), len(one.Usage.NotCalled)) {
		t.Errorf("clients %v, not called %v", u.Clients, u.NotCalled)
	}
	known := map[string]bool{}
	for _, f := range joined.Findings {
		known[f.Fingerprint] = true
	}
	for _, c := range u.Callers {
		if !known[c.Fingerprint] || c.Report != "prod/a" && c.Report != "prod/b" {
			t.Errorf("the caller %s of %q has no finding", c.Fingerprint, c.Report)
		}
	}
	if joined.Unread() != 2*one.Unread() || joined.Complete() {
		t.Errorf("%d unread, not twice %d", joined.Unread(), one.Unread())
	}
	read, err := report.ReadJSON(strings.NewReader(render(t, "json", joined)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range formats() {
		if diff := cmp.Diff(render(t, name, joined), render(t, name, read)); diff != "" {
			t.Errorf("%s after a round trip:\n%s", name, diff)
		}
	}
	if _, err := report.Join(envelope.Tool{}, []report.Part{{Name: "a", Report: one}, {Name: "b", Report: &report.Report{}}}); err == nil {
		t.Error("reports of different targets are joined")
	}
}

// TestUnreadOfTargets tests that each part that could not be read is said to be of its own target.
func TestUnreadOfTargets(t *testing.T) {
	t.Parallel()
	r := made(t, report.ByCaller, false)
	for _, name := range []string{"1.33", "v1.33.0"} {
		r.Targets = append(r.Targets, envelope.Side{Name: name, Incomplete: []envelope.Incomplete{{GroupVersion: "apps/v1", Reason: "no data of " + name}}})
	}
	r.Target.Incomplete = slices.Concat(r.Targets[0].Incomplete, r.Targets[1].Incomplete)
	if text := render(t, "text", r); !strings.Contains(text, "apps/v1 of 1.33: no data of 1.33") || !strings.Contains(text, "apps/v1 of v1.33.0: no data of v1.33.0") {
		t.Errorf("got %s", text)
	}
}
