package usage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sent returns an event of a request by the user ci with a body.
func sent(verb, api, resource, subresource, body string) string {
	group, version, _ := strings.Cut(api, "/")
	if version == "" {
		group, version = "", api
	}
	return fmt.Sprintf(`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","auditID":"x","stage":"ResponseComplete","requestURI":"/x","verb":%q,"user":{"username":"ci"},"userAgent":"helm/v3.9.0",`+
		`"objectRef":{"resource":%q,"namespace":"shop","name":"web","apiGroup":%q,"apiVersion":%q,"subresource":%q},"responseStatus":{"metadata":{},"code":200},"requestObject":%s,"responseObject":{"odd":1},"requestReceivedTimestamp":"2026-01-02T03:04:05.000000Z","stageTimestamp":"2026-01-02T03:04:05.000000Z"}`,
		verb, resource, group, version, subresource, body)
}

// TestBodies checks that fields that the target does not have are found in bodies that write
// objects, but not in parts that the server sets.
func TestBodies(t *testing.T) {
	t.Parallel()
	const deployment = `"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","labels":{"replica":"x"},"managedFields":[{"manager":"helm","fieldsV1":{"f:spec":{"f:replica":{}}}}],"odd":1}`
	type fields map[string]int
	for name, c := range map[string]struct {
		event               string
		want                fields
		checked, notChecked int
	}{
		"an update":                       {sent("update", "apps/v1", "deployments", "", `{`+deployment+`,"spec":{"replica":2,"replicas":1}}`), fields{"field-unknown apps/v1 deployments spec.replica": 1}, 1, 0},
		"without a mistake":               {sent("create", "apps/v1", "deployments", "", `{`+deployment+`,"spec":{"replicas":1,"template":{"spec":{"nodeSelector":{"a":"b"},"containers":[{"name":"a","args":["x"],"resources":{"limits":{"cpu":1}}}]}}}}`), nil, 1, 0},
		"in lists, each once":             {sent("create", "v1", "pods", "", `{"kind":"Pod","apiVersion":"v1","spec":{"containers":[{"nam":"a"},{"nam":"b"}],"initContainers":[{"ports":[{"port":1}]}]}}`), fields{"field-unknown v1 pods spec.containers[].nam": 1, "field-unknown v1 pods spec.initContainers[].ports[].port": 1}, 1, 0},
		"a field that is gone":            {sent("create", "v1", "pods", "", `{"kind":"Pod","apiVersion":"v1","spec":{"resourceClaims":[{"name":"a","source":{"resourceClaimName":"x"}}]}}`), fields{"field-removed v1 pods spec.resourceClaims[].source": 1}, 1, 0},
		"an escaped name":                 {sent("create", "v1", "pods", "", `{"kind":"Pod","apiVersion":"v1","sp\u0065c":{"\u0063ontainers":[],"no\u0064e":1}}`), fields{"field-unknown v1 pods spec.node": 1}, 1, 0},
		"a strategic merge patch":         {sent("patch", "apps/v1", "deployments", "", `{"spec":{"$retainKeys":["x"],"template":{"spec":{"$setElementOrder/containers":[{"name":"a"}],"containers":[{"$patch":"delete","name":"a"},{"foo":null},{"bar":1}]}}}}`), fields{"field-unknown apps/v1 deployments spec.template.spec.containers[].foo": 1, "field-unknown apps/v1 deployments spec.template.spec.containers[].bar": 1}, 1, 0},
		"an apply patch":                  {sent("patch", "apps/v1", "deployments", "", `{`+deployment+`,"spec":{"replica":2}}`), fields{"field-unknown apps/v1 deployments spec.replica": 1}, 1, 0},
		"a directive outside of a patch":  {sent("create", "v1", "pods", "", `{"kind":"Pod","apiVersion":"v1","spec":{"$patch":"x"}}`), fields{"field-unknown v1 pods spec.$patch": 1}, 1, 0},
		"a JSON patch":                    {sent("patch", "apps/v1", "deployments", "", `[{"op":"add","path":"/spec/replica","value":1}]`), nil, 0, 1},
		"half a type":                     {sent("patch", "apps/v1", "deployments", "", `{"kind":"Deployment","spec":{"replica":1}}`), nil, 0, 1},
		"the status, written by a server": {sent("update", "apps/v1", "deployments", "", `{`+deployment+`,"status":{"odd":1}}`), nil, 1, 0},
		"the status, written by a client": {sent("update", "apps/v1", "deployments", "status", `{`+deployment+`,"spec":{"replica":1},"status":{"odd":1}}`), fields{"field-unknown apps/v1 deployments/status status.odd": 1}, 1, 0},
		"a patch of the scale":            {sent("patch", "apps/v1", "deployments", "scale", `{"spec":{"replica":2}}`), nil, 0, 1},
		"an eviction":                     {sent("create", "v1", "pods", "eviction", `{"kind":"Eviction","apiVersion":"policy/v1","metadata":{"name":"a"},"deleteOptions":{"gracePeriodSeconds":1}}`), nil, 0, 1},
		"data of any name":                {sent("create", "v1", "configmaps", "", `{"kind":"ConfigMap","apiVersion":"v1","data":{"a.b":"{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"spec\":{\"foo\":1}}"},"binaryDat":{}}`), fields{"field-unknown v1 configmaps binaryDat": 1}, 1, 0},
		"a custom resource":               {sent("create", "cert-manager.io/v1", "certificates", "", `{"kind":"Certificate","apiVersion":"cert-manager.io/v1","spec":{"foo":1}}`), nil, 0, 1},
		"a removed version":               {sent("create", "policy/v1beta1", "podsecuritypolicies", "", `{"kind":"PodSecurityPolicy","apiVersion":"policy/v1beta1","spec":{"foo":1}}`), nil, 0, 1},
		"options":                         {sent("delete", "v1", "pods", "", `{"kind":"DeleteOptions","apiVersion":"v1","foo":1}`), nil, 0, 0},
		"of Cloud Logging": {`{"protoPayload":{"serviceName":"k8s.io","methodName":"io.k8s.apps.v1.deployments.update","resourceName":"apps/v1/namespaces/shop/deployments/web","authenticationInfo":{"principalEmail":"ci"},"request":{"@type":"apps.k8s.io/v1.Deployment",` + deployment + `,"spec":{"replica":2}}},"timestamp":"2026-01-02T03:04:05Z"}`,
			fields{"field-unknown apps/v1 deployments spec.replica": 1}, 1, 0},
		"of AKSAudit": {`{"TimeGenerated":"2026-01-02T03:04:05.1Z","Level":"Request","AuditId":"x","Stage":"ResponseComplete","RequestUri":"/apis/apps/v1/namespaces/shop/deployments/web","Verb":"update","User":"{\"username\":\"ci\"}","ObjectRef":{"resource":"deployments","apiGroup":"apps","apiVersion":"v1"},"RequestObject":"{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"spec\":{\"replica\":2}}"}`,
			fields{"field-unknown apps/v1 deployments spec.replica": 1}, 1, 0},
	} {
		// The second time, the cached findings are used.
		r := examine(t, strings.NewReader(c.event+"\n"+c.event+"\n"))
		got := fields{}
		for _, call := range r.Fields() {
			resource := call.API.Name()
			if call.Subresource != "" {
				resource += "/" + call.Subresource
			}
			if call.User != "ci" || call.Writes() != 2 || call.Found() != call.Field {
				t.Errorf("%s: %q, %d writes", name, call.User, call.Writes())
			}
			got[call.Field.Rule+" "+resource+" "+call.Field.Field]++
		}
		if len(got) == 0 {
			got = nil
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if r.BodiesChecked != 2*c.checked || r.BodiesNotChecked != 2*c.notChecked || r.Bodies != 2 || r.Counts.Events != 2 {
			t.Errorf("%s: %d bodies judged, %d not, of %d in %d events: %v", name, r.BodiesChecked, r.BodiesNotChecked, r.Bodies, r.Counts.Events, r.Counts.Unread)
		}
	}
}

// TestTornBody checks that an event with a finding is unread if its body is not valid JSON.
func TestTruncatedBody(t *testing.T) {
	t.Parallel()
	event := sent("create", "v1", "pods", "", `{"kind":"Pod","apiVersion":"v1","spec":{"foo":1]]}`)
	event = strings.Replace(event, "]]", "}", 1)
	event = strings.Replace(event, `"foo":1`, `"foo":tru`, 1)
	if r := examine(t, strings.NewReader(event)); r.Counts.Events != 0 || r.Accounts[0].Unread != 1 || len(r.Fields()) > 0 {
		t.Errorf("%d events, %d unread, %v", r.Counts.Events, r.Accounts[0].Unread, r.Fields())
	}
}

// TestManyFields checks that memory does not grow with the number of unknown names.
func TestManyFields(t *testing.T) {
	t.Parallel()
	const n = 8000
	var log strings.Builder
	for i := range n {
		log.WriteString(sent("create", "v1", "pods", "", fmt.Sprintf(`{"kind":"Pod","apiVersion":"v1","spec":{"odd%d":1}}`, i)) + "\n")
	}
	r := examine(t, strings.NewReader(log.String()))
	sum, others := 0, 0
	for _, c := range r.Fields() {
		if sum += c.Writes(); c.Others {
			others++
		}
	}
	if sum != n || others != 1 || len(r.Fields()) > 5001 {
		t.Errorf("%d requests of %d, %d fields, %d sums of others", sum, n, len(r.Fields()), others)
	}
}
