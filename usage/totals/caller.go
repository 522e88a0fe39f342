package totals

import (
	_ "embed" // for the list of controllers
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

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
	case strings.HasPrefix(user, kubeSystem) && ownControllers()[user[len(kubeSystem):]]:
		return ControlPlane
	case strings.HasPrefix(user, serviceAccount):
		return ServiceAccount
	case user == "system:apiserver", user == "system:kube-controller-manager", user == "system:kube-scheduler", user == "system:cloud-controller-manager":
		return ControlPlane
	default:
		return Person
	}
}

//go:embed controllers.txt
var controllers string

// ownControllers are the service accounts of kube-system that belong to controllers of
// kube-controller-manager (plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go of
// Kubernetes 1.18 to 1.37). Garbage collection, the deletion of namespaces and quota list every
// resource.
//
//nolint:gochecknoglobals // read once
var ownControllers = sync.OnceValue(func() map[string]bool { return slice.Set(strings.Fields(controllers)) })
