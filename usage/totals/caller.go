package totals

import "strings"

// Class is the kind of a caller.
type Class string

// The classes. They depend on the name of the user, which the API server authenticated,
// and never on the user agent, which a client can choose.
const (
	// ControlPlane is the API server, its controllers and the scheduler, which are upgraded
	// together.
	ControlPlane   Class = "control plane"
	Node           Class = "node"
	ServiceAccount Class = "service account"
	Person         Class = "user"
	Anonymous      Class = "anonymous"
)

const (
	serviceAccount = "system:serviceaccount:"
	kubeSystem     = serviceAccount + "kube-system:"
)

// ClassOf returns the class of a user by its name.
func ClassOf(user string) Class {
	switch {
	case user == "" || user == "system:anonymous":
		return Anonymous
	case strings.HasPrefix(user, "system:node:"):
		return Node
	case strings.HasPrefix(user, kubeSystem) && ownController(user[len(kubeSystem):]):
		return ControlPlane
	case strings.HasPrefix(user, serviceAccount):
		return ServiceAccount
	case user == "system:apiserver", user == "system:kube-controller-manager", user == "system:kube-scheduler", user == "system:cloud-controller-manager":
		return ControlPlane
	default:
		return Person
	}
}

// ownController reports whether a service account of kube-system belongs to a controller
// of kube-controller-manager (plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go
// of Kubernetes 1.18 to 1.37). Garbage collection, the deletion of namespaces and quota
// list every resource.
func ownController(name string) bool {
	switch name {
	case "attachdetach-controller", "bootstrap-signer", "certificate-controller", "clusterrole-aggregation-controller", "cronjob-controller", "daemon-set-controller",
		"deployment-controller", "device-taint-eviction-controller", "disruption-controller", "endpoint-controller", "endpointslice-controller",
		"endpointslicemirroring-controller", "ephemeral-volume-controller", "expand-controller", "generic-garbage-collector", "horizontal-pod-autoscaler",
		"job-controller", "legacy-service-account-token-cleaner", "namespace-controller", "node-controller", "persistent-volume-binder", "pod-garbage-collector",
		"podcertificaterequestcleaner", "pv-protection-controller", "pvc-protection-controller", "replicaset-controller", "replication-controller",
		"resource-claim-controller", "resourcequota-controller", "root-ca-cert-publisher", "route-controller", "selinux-warning-controller",
		"service-account-controller", "service-cidrs-controller", "service-controller", "shared-informers", "statefulset-controller", "storage-version-migrator-controller",
		"taint-eviction-controller", "token-cleaner", "ttl-after-finished-controller", "ttl-controller", "validatingadmissionpolicy-status-controller",
		"volumeattributesclass-protection-controller", "kube-apiserver-serving-clustertrustbundle-publisher":
		return true
	}
	return false
}
