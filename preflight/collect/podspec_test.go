package collect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/preflight/collect"
)

// TestReferences: what kubelets of 1.34 treat as a reference to API objects (HasAPIObjectReference
// in pkg/api/pod/util.go), and what they do not.
func TestReferences(t *testing.T) {
	for spec, want := range map[string]string{
		`"containers":[{"name":"a","env":[{"name":"A","value":"b"},{"name":"B","valueFrom":{"fieldRef":{"fieldPath":"spec.nodeName"}}}]}]`:   "",
		`"volumes":[{"name":"a","hostPath":{"path":"/etc"}},{"name":"b","emptyDir":{}},{"name":"c","downwardAPI":{}},{"name":"d","nfs":{}}]`: "",
		`"volumes":[{"name":"a","projected":{"sources":[{"downwardAPI":{}}]}},{"name":"b","iscsi":{}},{"name":"c","rbd":{"secretRef":{}}}]`:  "",
		`"imagePullSecrets":[{}],"priorityClassName":"system-node-critical","resourceClaims":[]`:                                             "",
		`"serviceAccountName":"a"`:          "a ServiceAccount",
		`"imagePullSecrets":[{"name":"a"}]`: "Secrets",
		`"resourceClaims":[{"name":"a"}]`:   "ResourceClaims",
		`"containers":[{"env":[{"valueFrom":{"secretKeyRef":{"name":"a","key":"b"}}}]}]`:                                "Secrets",
		`"initContainers":[{"env":[{"valueFrom":{"configMapKeyRef":{"name":"a","key":"b"}}}]}]`:                         "ConfigMaps",
		`"containers":[{"envFrom":[{"configMapRef":{"name":"a"}},{"secretRef":{"name":"b"}}]}]`:                         "ConfigMaps, Secrets",
		`"volumes":[{"configMap":{"name":"a"}},{"secret":{"secretName":"b"}},{"csi":{"driver":"c"}}]`:                   "CSIDrivers, ConfigMaps, Secrets",
		`"volumes":[{"persistentVolumeClaim":{"claimName":"a"}},{"ephemeral":{}},{"glusterfs":{}}]`:                     "Endpoints, PersistentVolumeClaims",
		`"volumes":[{"azureFile":{}},{"cephfs":{"secretRef":{"name":"a"}}}]`:                                            "Secrets",
		`"volumes":[{"projected":{"sources":[{"configMap":{}},{"serviceAccountToken":{}},{"clusterTrustBundle":{}}]}}]`: "ClusterTrustBundles, ConfigMaps, a ServiceAccount",
		`"volumes":[{"projected":{"sources":[{"podCertificate":{}},{"secret":{}}]}}]`:                                   "PodCertificateRequests, Secrets",
	} {
		static := `{"metadata":{"name":"a","annotations":{"kubernetes.io/config.mirror":"x"}},"spec":{` + spec + `}}`
		p, err := collect.Pod(static)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Detail().Refers, ", "); got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
		if p, err = collect.Pod(`{"metadata":{"name":"a"},"spec":{` + spec + `}}`); err != nil || p.Detail().Refers != nil {
			t.Errorf("%s: a pod that is not static refers to %v, %v", spec, p.Detail().Refers, err)
		}
	}
}

// TestPodDetails: hosts of probes and handlers, and images of the frozen registry.
func TestPodDetails(t *testing.T) {
	host := []string{
		`"livenessProbe":{"httpGet":{"host":"a","port":80}}`, `"readinessProbe":{"tcpSocket":{"host":"127.0.0.1","port":80}}`, `"startupProbe":{"httpGet":{"host":"a"}}`,
		`"lifecycle":{"postStart":{"httpGet":{"host":"a"}}}`, `"lifecycle":{"preStop":{"tcpSocket":{"host":"a"}}}`,
	}
	for _, in := range host {
		for _, list := range []string{"containers", "initContainers"} {
			if p, err := collect.Pod(`{"spec":{"` + list + `":[{"name":"b"},{` + in + `}]}}`); err != nil || !p.Detail().ProbeHost {
				t.Errorf("%s of %s: no host, %v", in, list, err)
			}
		}
	}
	p, err := collect.Pod(`{"spec":{"containers":[{"image":"k8s.gcr.io/pause:3.2","livenessProbe":{"httpGet":{"port":80},"exec":{"command":["a"]}}},{"image":"registry.k8s.io/pause:3.2"},{"image":"example.com/k8s.gcr.io/a"}]}}`)
	if err != nil || p.Detail().ProbeHost {
		t.Errorf("%v, %v", p, err)
	}
	if d := cmp.Diff([]string{"k8s.gcr.io/pause:3.2"}, p.Detail().FrozenImages); d != "" {
		t.Error(d)
	}
}

// TestRoles: rules and selectors are kept. Built-in roles are those that the server itself updates.
func TestRoles(t *testing.T) {
	r, err := collect.Role(`{"metadata":{"name":"edit","labels":{"kubernetes.io/bootstrapping":"rbac-defaults"},"annotations":{"rbac.authorization.kubernetes.io/autoupdate":"true"}},
		"aggregationRule":{"clusterRoleSelectors":[{"matchLabels":{"a":"b"}}]},"rules":[{"apiGroups":[""],"resources":["pods/exec"],"resourceNames":["x"],"verbs":["get"]}]}`)
	if err != nil || !r.BuiltIn || r.Aggregates[0].Labels["a"] != "b" || r.Rules[0].Names[0] != "x" || r.Rules[0].Resources[0] != "pods/exec" || r.Annotations != nil {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = collect.Role(`{"metadata":{"name":"edit","labels":{"kubernetes.io/bootstrapping":"rbac-defaults"},"annotations":{"rbac.authorization.kubernetes.io/autoupdate":"false"}}}`)
	if err != nil || r.BuiltIn {
		t.Errorf("a role that the server does not update is built in: %+v, %v", r, err)
	}
}
