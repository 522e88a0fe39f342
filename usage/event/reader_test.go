package event_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/usage/event"
)

// seen lists the events in a text, one per line.
func seen(text string) (events []string, counts event.Counts) {
	r := event.NewReader(func(e *event.Event) bool {
		api := string(e.Group) + "/" + string(e.Version) + " " + string(e.Resource)
		if len(e.Subresource) > 0 {
			api += "/" + string(e.Subresource)
		}
		if len(e.Resource) == 0 {
			api = string(e.Path)
		}
		parts := []string{string(e.Verb), api, event.Unescape(e.Username), event.Unescape(e.Agent), string(e.Time), strings.Join(e.Sources(), "+")}
		events = append(events, strings.TrimRight(strings.Join(parts, "|"), "|"))
		return true
	})
	r.Line([]byte(text))
	return events, r.Total()
}

// TestForms reads a record of each form, as in the documentation of its service.
func TestForms(t *testing.T) {
	const inner = `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"list","user":{"username":"ci"},"objectRef":{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"}}`
	escaped := strings.ReplaceAll(inner, `"`, `\"`)
	twice := strings.ReplaceAll(strings.ReplaceAll(escaped, `\`, `\\`), `"`, `\"`)
	const want = "list|batch/v1beta1 cronjobs|ci"
	for name, c := range map[string]struct {
		text, envelope string
		want           []string
	}{
		"v1": {inner, event.Plain, []string{want}},
		"v1beta1, of 1.8": {
			`{"kind":"Event","apiVersion":"audit.k8s.io/v1beta1","metadata":{"creationTimestamp":"2018-03-21T21:47:07Z"},"level":"Metadata","timestamp":"2018-03-21T21:47:07Z","auditID":"x","stage":"RequestReceived","requestURI":"/api/v1/nodes","verb":"watch","user":{"username":"admin"},"sourceIPs":["10.0.0.1"],"objectRef":{"resource":"nodes","apiVersion":"v1"},"requestReceivedTimestamp":"2018-03-21T21:47:07.603214Z","stageTimestamp":"2018-03-21T21:47:07.603214Z"}`,
			event.Plain,
			[]string{"watch|/v1 nodes|admin||2018-03-21T21:47:07.603214Z|10.0.0.1"},
		},
		"v1alpha1, of 1.7, with group and version together": {
			`{"kind":"Event","apiVersion":"audit.k8s.io/v1alpha1","metadata":{},"level":"Metadata","timestamp":"2017-07-01T00:00:00Z","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/extensions/v1beta1/namespaces/a/deployments/b","verb":"get","user":{"username":"admin"},"objectRef":{"resource":"deployments","namespace":"a","name":"b","apiVersion":"extensions/v1beta1"}}`,
			event.Plain,
			[]string{"get|extensions/v1beta1 deployments|admin||2017-07-01T00:00:00Z"},
		},
		"without a reference": {
			`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/policy/v1beta1/namespaces/a/poddisruptionbudgets/b/status?x=/y","verb":"update","user":{"username":"u"}}`,
			event.Plain, []string{"update|policy/v1beta1 poddisruptionbudgets/status|u"},
		},
		"a reference without the version": {`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs?limit=5","verb":"list","user":{"username":"ci"},"objectRef":{"resource":"cronjobs","apiGroup":"batch"},"responseStatus":{"code":200},"requestReceivedTimestamp":"2026-01-02T03:04:05Z","stageTimestamp":"2026-01-02T03:04:05Z"}`, event.Plain, []string{want + "||2026-01-02T03:04:05Z"}},
		"a reference without the group":   {`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs?limit=5","verb":"list","user":{"username":"ci"},"objectRef":{"resource":"cronjobs","apiVersion":"v1beta1"},"responseStatus":{"code":200},"requestReceivedTimestamp":"2026-01-02T03:04:05Z","stageTimestamp":"2026-01-02T03:04:05Z"}`, event.Plain, []string{want + "||2026-01-02T03:04:05Z"}},
		"slashes that are escaped, without a reference": {
			strings.ReplaceAll(`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"list","user":{"username":"ci"}}`, "/", `\/`),
			event.Plain, []string{want},
		},
		"slashes that are escaped, v1alpha1": {
			strings.ReplaceAll(`{"kind":"Event","apiVersion":"audit.k8s.io/v1alpha1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"list","user":{"username":"ci"},"objectRef":{"resource":"cronjobs","apiVersion":"batch/v1beta1"}}`, "/", `\/`),
			event.Plain, []string{want},
		},
		"slashes that are escaped, Cloud Logging": {
			`{"protoPayload":{"serviceName":"k8s.io","methodName":"io.k8s.batch.v1beta1.cronjobs.list","resourceName":"batch\/v1beta1\/namespaces\/a\/cronjobs","authenticationInfo":{"principalEmail":"ci"}}}`,
			event.CloudLogging, []string{want},
		},
		"the status of a namespace": {
			`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/api/v1/namespaces/a/status","verb":"update","user":{"username":"u"}}`,
			event.Plain, []string{"update|/v1 namespaces/status|u"},
		},
		"an empty part of the path": {
			`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/policy/v1beta1/namespaces/a//poddisruptionbudgets","verb":"list","user":{"username":"u"}}`,
			event.Plain, []string{"list||u"},
		},
		"discovery": {
			`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/policy/v1beta1?timeout=32s","verb":"get","user":{"username":"u"}}`,
			event.Plain, []string{"get|/apis/policy/v1beta1|u"},
		},
		"a list":                             {`{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[` + inner + "," + inner + `]}`, event.List, []string{want, want}},
		"an array, whose first line this is": {`[` + inner + `,`, event.Plain, []string{want}},
		"several in a line":                  {inner + inner + " " + inner, event.Plain, []string{want, want, want}},
		"filter-log-events":                  {`{"events":[{"logStreamName":"kube-apiserver-audit-1","timestamp":1,"message":"` + escaped + `","ingestionTime":2,"eventId":"3"}],"searchedLogStreams":[]}`, event.CloudWatch, []string{want}},
		"get-log-events":                     {`{"events":[{"timestamp":1,"message":"` + escaped + `","ingestionTime":2}],"nextForwardToken":"f/1"}`, event.CloudWatch, []string{want}},
		"Logs Insights":                      {`{"results":[[{"field":"@timestamp","value":"2026-01-02"},{"field":"@message","value":"` + escaped + `"}]],"status":"Complete"}`, event.CloudWatch, []string{want}},
		"export to S3":                       {"2026-01-02T03:04:05.000Z " + inner, event.Prefixed, []string{want}},
		"diagnostic settings":                {`{"category":"kube-audit","time":"2026-01-02T03:04:05Z","resourceId":"/SUBSCRIPTIONS/0","properties":{"log":"` + escaped + `\n","stream":"stdout"}}`, event.Azure, []string{want}},
		"properties as a text":               {`{"category":"kube-audit","resourceId":"/SUBSCRIPTIONS/0","properties":"{\"log\":\"` + twice + `\"}"}`, event.Azure, []string{want}},
		"AzureDiagnostics":                   {`{"TimeGenerated":"2026-01-02T03:04:05Z","Category":"kube-audit","log_s":"` + escaped + `"}`, event.Azure, []string{want}},
		"logcli":                             {`{"labels":{"job":"audit"},"line":"` + escaped + `","timestamp":"2026-01-02T03:04:05Z"}`, event.Loki, []string{want}},
		"logcli, raw with labels":            {`2026-01-02T03:04:05Z {filename="/var/log/audit.log"} ` + inner, event.Prefixed, []string{want}},
		"query_range":                        {`{"status":"success","data":{"resultType":"streams","result":[{"stream":{"job":"audit"},"values":[["1","` + escaped + `"],["2","` + escaped + `"]]}]}}`, event.Loki, []string{want, want}},
		"_search":                            {`{"hits":{"hits":[{"_index":"a","_source":` + inner + `}]}}`, event.Elasticsearch, []string{want}},
		"the integration of Elastic":         {`{"_source":{"@timestamp":"2026-01-02","kubernetes":{"audit":` + inner + `}}}`, event.Elasticsearch, []string{want}},
		"fluent-bit":                         {`{"log":"` + escaped + `","stream":"stdout","time":"2026-01-02T03:04:05Z"}`, event.Enveloped, []string{want}},
		"node-logs":                          {`ip-10-0-1-2.ec2.internal ` + inner, event.Prefixed, []string{want}},
		"Cloud Logging": {
			`{"protoPayload":{"@type":"type.googleapis.com/google.cloud.audit.AuditLog","authenticationInfo":{"principalEmail":"system:serviceaccount:a:b"},"authorizationInfo":[{"granted":true,"permission":"io.k8s.authorization.rbac.v1beta1.roles.update","resource":"rbac.authorization.k8s.io/v1beta1/namespaces/a/roles/r"}],"methodName":"io.k8s.authorization.rbac.v1beta1.roles.update","requestMetadata":{"callerIp":"10.0.0.1","callerSuppliedUserAgent":"kubectl/v1.20.4"},"resourceName":"rbac.authorization.k8s.io/v1beta1/namespaces/a/roles/r","serviceName":"k8s.io","status":{"code":0}},"resource":{"type":"k8s_cluster"},"timestamp":"2026-01-02T03:04:05.123456789Z"}`,
			event.CloudLogging,
			[]string{"update|rbac.authorization.k8s.io/v1beta1 roles|system:serviceaccount:a:b|kubectl/v1.20.4|2026-01-02T03:04:05.123456789Z|10.0.0.1"},
		},
		"Cloud Logging, core group": {
			`{"protoPayload":{"@type":"type.googleapis.com/google.cloud.audit.AuditLog","authenticationInfo":{"principalEmail":"a@b"},"methodName":"io.k8s.core.v1.pods.exec.create","resourceName":"core/v1/namespaces/a/pods/p/exec","serviceName":"k8s.io"},"timestamp":"2026-01-02T03:04:05Z"}`,
			event.CloudLogging,
			[]string{"create|/v1 pods/exec|a@b||2026-01-02T03:04:05Z"},
		},
		"AKSAudit": {
			`{"TimeGenerated":"2026-01-02T03:04:05.1Z","Level":"Metadata","AuditId":"x","Stage":"ResponseComplete","RequestUri":"/apis/batch/v1beta1/cronjobs","Verb":"list","User":"{\"username\":\"ci\",\"groups\":[\"g\"]}","SourceIps":"[\"10.0.0.1\"]","UserAgent":"kubectl/v1.20.4","ObjectRef":{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"}}`,
			event.AzureTable,
			[]string{"list|batch/v1beta1 cronjobs|ci|kubectl/v1.20.4|2026-01-02T03:04:05.1Z|10.0.0.1"},
		},
	} {
		events, counts := seen(c.text)
		if diff := cmp.Diff(c.want, events); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if counts.Envelopes[c.envelope] != len(c.want) || len(counts.Unread) > 0 {
			t.Errorf("%s: %v, unread %v", name, counts.Envelopes, counts.Unread)
		}
	}
}

// partial is an audit event without some of its texts.
func partial(without ...string) string {
	text := `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"list","user":{"username":"ci"},"objectRef":{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"},"requestReceivedTimestamp":"2026-01-02T03:04:05Z","stageTimestamp":"2026-01-02T03:04:05Z"}`
	for _, part := range without {
		text = strings.Replace(text, part, "", 1)
	}
	return text
}

// TestNone checks that texts without an event are passed over or unread, with a reason.
func TestNone(t *testing.T) {
	for _, c := range []struct{ text, passed, unread string }{
		{"", event.Empty, ""},
		{" \t\r", event.Empty, ""},
		{"[", event.Brackets, ""},
		{"],", event.Brackets, ""},
		{"I0102 1 x.go:1] hello {a b}", event.NotJSON, ""},
		{"[GIN] 2026/01/02 200 {}", event.NotJSON, ""},
		{"{ this is no JSON }", event.NotJSON, ""},
		{`2026-01-02T03:04:05.123Z AUDIT: id="x" stage="ResponseComplete" ip="192.0.2.1" method="list" user="ci" groups="\"dev\"" as="<self>" asgroups="<lookup>" user-agent="kubectl" namespace="a" uri="/apis/batch/v1beta1/namespaces/a/cronjobs" response="200"`, "", event.LegacyEvent},
		{`{"log":"2026-01-02T03:04:05.123Z AUDIT: id=\"x\" stage=\"ResponseComplete\" method=\"list\" uri=\"/api/v1/pods\" response=\"200\"\n"}`, "", event.LegacyEvent},
		{`{"a":1}`, event.NotAudit, ""},
		{`{"kind":"Event","apiVersion":"v1","metadata":{},"involvedObject":{}}`, event.NotAudit, ""},
		{`{"kind":"Policy","apiVersion":"audit.k8s.io/v1","rules":[{"level":"Metadata","verbs":["list"]}]}`, event.NotAudit, ""},
		{`{"message":"I0102 hello"}`, event.NotAudit, ""},
		{`{"events":[{"message":"I0102 hello"},{"message":"{curly"}]}`, event.NotAudit, ""},
		{`{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[]}`, event.NotAudit, ""},
		{`{"level":"info","requestUri":"/shop","msg":"GET"}`, event.NotAudit, ""},
		{partial(`"verb":"list",`), "", event.PartialEvent},
		{partial(`"level":"Metadata",`, `"stage":"ResponseComplete",`), "", event.PartialEvent},
		{partial(`"auditID":"x",`, `"apiVersion":"audit.k8s.io/v1",`), "", event.PartialEvent},
		{partial(`"requestURI":"/apis/batch/v1beta1/cronjobs",`, `,"objectRef":{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"}`), "", event.PartialEvent},
		{strings.Replace(partial(`"requestURI":"/apis/batch/v1beta1/cronjobs",`, `{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"}`), `"objectRef":`, `"objectRef":null`, 1), "", event.PartialEvent},
		{strings.ToLower(partial()), "", event.PartialEvent},
		{`{"AuditId":"x","RequestUri":"/api/v1/pods","Stage":"ResponseComplete","User":"{}"}`, "", event.PartialEvent},
		{`{"kind":"EventList","items":[` + partial(`"verb":"list",`) + `]}`, "", event.PartialEvent},
		{`{"log":"` + strings.ReplaceAll(partial(`"verb":"list",`), `"`, `\"`) + `"}`, "", event.PartialEvent},
		{`{"_source":{"kubernetes":{"audit":` + partial(`"verb":"list",`) + `}}}`, "", event.PartialEvent},
		{`{"protoPayload":{"serviceName":"k8s.io","methodName":"io.k8s.batch.v1beta1.cronjobs.list"}}`, "", event.PartialEvent},
		{`{"protoPayload":{"serviceName":"k8s.io","methodName":"io.cert-manager.v1alpha2.certificates.list"}}`, "", event.PartialEvent},
		{`{"protoPayload":{"serviceName":"k8s.io","resourceName":"batch/v1beta1/cronjobs"}}`, "", event.PartialEvent},
		{`{"protoPayload":{"methodName":"io.k8s.batch.v1beta1.cronjobs.list","resourceName":"batch/v1beta1/cronjobs"}}`, "", event.PartialEvent},
		{`{"protoPayload":{"serviceName":"container.googleapis.com","methodName":"google.container.v1.ClusterManager.UpdateCluster"}}`, event.NotAudit, ""},
		{`{"kind":"Event","apiVersion":"audit.k8s.io/v1","ver`, "", event.Truncated},
		{`{"kind":"Ev`, "", event.Truncated},
		{`{"message":"{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"ver"}`, "", event.Truncated},
		{`{"message":"ce\":\"pods\"},\"requestReceivedTimestamp\":\"x\"}"}`, "", event.TruncatedText},
		{`sion":"allow"}}`, "", event.TruncatedText},
		{`st","stageTimestamp":"2026`, "", event.TruncatedText},
		{strings.Repeat(`{"a":[`, 9) + strings.Repeat(`]}`, 9), "", event.TooDeep},
	} {
		events, counts := seen(c.text)
		if len(events) > 0 || c.passed != "" && counts.Passed[c.passed] == 0 || c.unread != "" && counts.Unread[c.unread] == 0 || c.passed == "" && len(counts.Passed) > 0 || c.unread == "" && len(counts.Unread) > 0 {
			t.Errorf("%s: events %v, passed over %v, unread %v", c.text, events, counts.Passed, counts.Unread)
		}
	}
}

// FuzzLine checks that the reader does not fail or loop for any text, that the counts add up, and
// that a line with an event is read after any other line.
func FuzzLine(f *testing.F) {
	f.Add(`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"list","user":{"username":"ci"},"objectRef":{"resource":"cronjobs"}}`)
	f.Add(`{"protoPayload":{"serviceName":"k8s.io","methodName":"io.k8s.core.v1.pods.list","resourceName":"core/v1/pods"}}`)
	f.Add(`{"AuditId":"x","RequestUri":"/api/v1/pods","Verb":"list","Stage":"x","User":"{\"username\":\"ci\"","ObjectRef":"["}`)
	f.Add(`{"events":[{"message":"{\"a\":\"{\\\"b\\\":\\\"\\\"}\"}"}]}`)
	f.Add(`2026 {a="b"} {"x":[[[[]]]]}]}{`)
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		r := event.NewReader(func(e *event.Event) bool {
			n++
			_, _, _, _ = e.Refused(), e.Groups(), e.Impersonated(), e.Sources()
			_, _ = e.Discovery(), event.Reads(string(e.Verb))
			return event.Valid(e.Text)
		})
		outcome := r.Line([]byte(text))
		passed, unread := 0, 0
		for _, count := range r.Passed {
			passed += count
		}
		for _, count := range r.Unread {
			unread += count
		}
		switch {
		case r.Events+passed+unread == 0:
			t.Errorf("%q is nothing", text)
		case outcome == event.Unread != (unread > 0):
			t.Errorf("%q: outcome %d with %d unread", text, outcome, unread)
		case outcome == event.Checked != (r.Events > 0 && unread == 0):
			t.Errorf("%q: outcome %d with %d events", text, outcome, r.Events)
		}
	})
}
