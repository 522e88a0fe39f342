package collect

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// ownManagers are processes of Kubernetes itself, by the names under which they
// write: what they write at an old version, their next release writes at another.
//
//nolint:gochecknoglobals // a constant
var ownManagers = []string{
	"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy", "cloud-controller-manager",
	// The API server's own controllers of flow control (pkg/registry/flowcontrol, KEP-1040).
	"api-priority-and-fairness-config-producer-v1", "api-priority-and-fairness-config-consumer-v1",
	// Controllers that apply under a name of their own (pkg/controlplane/controller and
	// pkg/controller, from the FieldManager of their ApplyOptions, 1.24 to 1.37).
	"kubernetes-service-cidr-controller", "service-cidr-controller", "ResourceClaimController", "clusterrole-aggregation-controller",
	"validatingadmissionpolicy-status", "device-taint-eviction-controller", "storage-version-migrator-controller", "migration-runner-controller",
}

// managed reports whether a controller of Kubernetes looks after the object, so
// that nobody has to move it to another version.
func managed(g string, h *head) bool {
	m := &h.Metadata
	switch g {
	case "":
		// The endpoints controller marks what it writes (pkg/controller/endpoint).
		if m.Labels["endpoints.kubernetes.io/managed-by"] == "endpoint-controller" || m.Annotations["endpoints.kubernetes.io/last-change-trigger-time"] != "" {
			return true
		}
	case "flowcontrol.apiserver.k8s.io":
		// Without the annotation's value true the API server leaves it alone (KEP-1040).
		return m.Annotations["apf.kubernetes.io/autoupdate-spec"] == "true" ||
			slices.ContainsFunc(m.ManagedFields, func(f evidence.Manager) bool { return f.Name == "eks-internal" })
	case "discovery.k8s.io":
		by := h.controller()
		return by != nil && by.APIVersion == "v1" && (by.Kind == "Service" || by.Kind == "Endpoints") &&
			strings.HasSuffix(m.Labels["endpointslice.kubernetes.io/managed-by"], ".k8s.io")
	case "rbac.authorization.k8s.io":
		return m.Labels["kubernetes.io/bootstrapping"] == "rbac-defaults"
	}
	// A controller that wrote nothing but the status did not make the object, and a
	// controller of Kubernetes applies nothing with kubectl.
	made := func(f evidence.Manager) bool { return f.Subresource == "" && slices.Contains(ownManagers, f.Name) }
	others := func(f evidence.Manager) bool { return !slices.Contains(ownManagers, f.Name) }
	_, applied := m.Annotations[lastApplied]
	return !applied && slices.ContainsFunc(m.ManagedFields, made) && !slices.ContainsFunc(m.ManagedFields, others)
}
