package evidence

import (
	"cmp"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Evidence is what was read of one cluster.
type Evidence struct {
	Server Server
	// Surface is what the cluster serves, including what of it could not be read.
	Surface *discovery.Surface
	// Scope is how the reading of workloads was narrowed.
	Scope Scope
	// Readings are by what was to be read. What is missing was not requested.
	Readings map[Resource]Reading
	// At is the time at which the reading began: the only use of the clock, for certificates and
	// for how long a server has run. It is not printed.
	At time.Time

	Nodes       []Node
	Components  []Component
	CRDs        []CRD
	APIServices []APIService
	Webhooks    []Webhook
	// Policies and PolicyBindings are those of admission.
	Policies       []Policy
	PolicyBindings []PolicyBinding
	Services       []Service
	Roles          []Role
	// NamespaceLabels are the labels of namespaces by name, for the selectors of webhooks.
	NamespaceLabels map[string]map[string]string
	// Endpoints are by "namespace/name" of the service.
	Endpoints map[string]Endpoints
	Budgets   []Budget
	Pods      []Pod
	Workloads []Workload
	Volumes   []Volume
	Claims    []Claim
	// Requested are the series of apiserver_requested_deprecated_apis, Gates those of
	// kubernetes_feature_enabled.
	Requested []Requested
	Gates     []Gate
	// Audit is from the audit logs of the cluster; nil if there are none.
	Audit *AuditLog
	// Rehearsal is what an API server of the target answered about the objects; nil if none was
	// asked.
	Rehearsal *Rehearsal
	// Calls are the calls of admission webhooks that the API server made since it started.
	Calls []WebhookCalls
	// Started is when the API server process that answered /metrics started; zero if unknown.
	Started  time.Time
	Settings Settings
	// Kubelets are the /configz of nodes, by name of the node.
	Kubelets map[string]Kubelet
	// Releases are the Helm releases: the latest deployed revision of each name and namespace.
	Releases []Release
	// Usage is who wrote objects at versions that a release up to the target deprecates or removes.
	Usage []Usage
	// Checked are the findings of scan in live objects and in the manifests of Helm releases.
	Checked []finding.Finding
	// Unlisted counts what Usage and Checked omit because thousands of objects are alike.
	Unlisted []Unlisted
	// Watched are the resources whose objects were to be read for Usage and Checked. If the Reading
	// of one of them is not Read, these may be incomplete.
	Watched []Resource
}

// Unlisted is a number of objects that are like others which are listed.
type Unlisted struct {
	Resource Resource
	// Version, By, Order and Managed are those of the Usage, Rule and Field those of the finding.
	Version     discovery.GroupVersion
	By          string
	Order       Order
	Managed     bool
	Rule, Field string
	Count       int
}

// Reading returns the reading of a resource; NotAsked if there is none.
func (e *Evidence) Reading(r Resource) Reading {
	if known, has := e.Readings[r]; has {
		return known
	}
	return Reading{What: r.String(), State: NotAsked, Reason: "it was not requested"}
}

// String returns "nodes", "deployments.apps", "/metrics".
func (r Resource) String() string {
	switch r.Group {
	case "", "path":
		return r.Name
	default:
		return r.Name + "." + r.Group
	}
}

// Compare orders resources by group and name.
func (r Resource) Compare(other Resource) int {
	return cmp.Or(strings.Compare(r.Group, other.Group), strings.Compare(r.Name, other.Name))
}

// Server is the API server that was read.
type Server struct {
	// Name is the context or URL as the user gave it, Address the URL of the server without user
	// and password.
	Name, Address string
	// UID is the UID of the namespace kube-system, which identifies the cluster; "" if it could not
	// be read.
	UID string
	// Version is gitVersion: "v1.29.4-eks-036c24b".
	Version string
	Release discovery.Release
	// Emulator is the version of the server, if Version and Release are those that it emulates.
	Emulator string
}

// Node is a node of the cluster.
type Node struct {
	Object
	KubeletVersion string
	// Runtime is "containerd://1.7.13".
	Runtime, Kernel, OSImage, OS string
	Ready                        bool
	Unschedulable                bool
	ControlPlane                 bool
}

// Component is a process of the control plane or of a node, from a pod in kube-system.
type Component struct {
	// Name is "kube-apiserver", "kube-controller-manager", "kube-scheduler",
	// "kube-proxy", "cloud-controller-manager", "etcd", "coredns".
	Name, Pod, Node string
	Image           string
	// Version is from the tag of the image; "" if it has none.
	Version string
	// Arguments are the command line, for flags and feature gates.
	Arguments []string
}

// CRD is a CustomResourceDefinition.
type CRD struct {
	Object
	Group, Kind, Plural string
	Versions            []CRDVersion
	StoredVersions      []string
	// Conversion is "None" or "Webhook". Client is set for the latter.
	Conversion     string
	Client         WebhookClient
	ReviewVersions []string
	Established    bool
}

// CRDVersion is a version of a CRD, as servers send it.
type CRDVersion struct {
	Name       string `json:"name"`
	Served     bool   `json:"served"`
	Storage    bool   `json:"storage"`
	Deprecated bool   `json:"deprecated"`
}

// APIService is an aggregated API.
type APIService struct {
	Object
	// Client is the backend. Local: the API server itself serves the API.
	Client WebhookClient
	Local  bool
	// Available is "True", "False", "Unknown", or "" without the condition.
	Available, Reason, Message string
}

// WebhookClient is how a webhook, a conversion webhook or an aggregated API is reached.
type WebhookClient struct {
	URL                string
	Namespace, Service string
	Port               int
	// CABundle is PEM.
	CABundle []byte
}

// Webhook is one webhook of an admission configuration.
type Webhook struct {
	Object
	// Validating is false for a mutating webhook.
	Validating                        bool
	Hook                              string
	Client                            WebhookClient
	FailurePolicy                     string
	MatchPolicy                       string
	Rules                             []WebhookRule
	NamespaceSelector, ObjectSelector Selector
	// MatchConditions are the names of its CEL expressions.
	MatchConditions []string
	TimeoutSeconds  int
	ReviewVersions  []string
}

// WebhookRule is a rule of a webhook or of an admission policy, as servers send it. Only policies
// have names of objects; no names stand for all objects.
type WebhookRule struct {
	Groups     []string `json:"apiGroups"`
	Versions   []string `json:"apiVersions"`
	Operations []string `json:"operations"`
	Names      []string `json:"resourceNames,omitempty"`
	Resources  []string `json:"resources"`
	Scope      string   `json:"scope,omitempty"`
}

// Selector is a label selector, as servers send it.
type Selector struct {
	Labels      map[string]string `json:"matchLabels"`
	Expressions []Requirement     `json:"matchExpressions"`
	// Null is set in a Budget without a selector, which differs from an empty selector.
	Null bool
}

// Requirement is an expression of a label selector or a node selector, as servers send it.
type Requirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values,omitempty"`
}

// Service is a service.
type Service struct {
	Object
	Type         string
	ExternalName string
	Selector     map[string]string
	Ports        []int
	Headless     bool
	ExternalIPs  []string
}

// Endpoints counts the addresses of a service.
type Endpoints struct {
	Ready, NotReady int
	// Pods are the names of the pods behind ready addresses, in the namespace of the service. An
	// address without a pod was registered by hand, or by a controller that is not part of
	// Kubernetes.
	Pods []string
}

// Budget is a PodDisruptionBudget.
type Budget struct {
	Object
	Selector                                                         Selector
	DisruptionsAllowed, ExpectedPods, CurrentHealthy, DesiredHealthy int
	Generation, ObservedGeneration                                   int64
	MinAvailable, MaxUnavailable                                     string
	UnhealthyEvictionPolicy                                          string
	// SyncFailed: the disruption controller cannot count the pods, and allows no disruption. The
	// rest of the status is from before.
	SyncFailed bool
}

// Pod is what is kept of a pod.
type Pod struct {
	Namespace, Name, Node, Phase string
	Labels                       map[string]string
	Owner                        Owner
	Mirror                       bool
	// HostPath: it mounts a path of its node.
	HostPath bool
	// Details is what only few pods have; nil saves the memory for the others.
	Details *PodDetails
}

// PodDetails is what only few pods have.
type PodDetails struct {
	// Claims are the names of the claims that the pod mounts.
	Claims []string
	// FrozenImages are those from k8s.gcr.io.
	FrozenImages []string
	// ProbeHost: a probe or lifecycle handler names a host.
	ProbeHost bool
	// Refers are the kinds of API objects that a static pod refers to.
	Refers []string
}

// Detail returns the Details; empty if there are none.
func (p *Pod) Detail() PodDetails {
	if p.Details == nil {
		return PodDetails{}
	}
	return *p.Details
}

// Workload is a Deployment, StatefulSet, ReplicaSet or DaemonSet.
type Workload struct {
	Object
	Replicas, Ready int
	Selector        Selector
	PodLabels       map[string]string
}

// Volume is a PersistentVolume.
type Volume struct {
	Name, Claim, Class string // Claim is "namespace/name"
	// Nodes are the host names that its node affinity allows.
	Nodes []string
	Local bool
}

// Claim is a PersistentVolumeClaim.
type Claim struct{ Namespace, Name, Volume string }

// Requested is a deprecated API that was requested since the API server started.
type Requested struct {
	Group, Version, Resource, Subresource string
	Removed                               discovery.Release
	Value                                 float64
}

// WebhookCalls counts the calls of one webhook, from the apiserver_admission_webhook_* metrics.
type WebhookCalls struct {
	Validating bool
	// Hook is the name of the webhook. The metrics do not have the name of its configuration.
	Hook string
	// Answered counts the calls with an answer, including refusals; Failed those without an answer
	// that the API server could read.
	Answered, Failed float64
}

// Gate is a feature gate that a component reports.
type Gate struct {
	Name, Stage, Component string
	Enabled                bool
}

// Settings are ConfigMaps with the configuration of the cluster; "" if there is none.
type Settings struct {
	// ClusterConfiguration and KubeletConfiguration are those of kubeadm. KubeProxy and Corefile
	// are those of the running components.
	ClusterConfiguration, KubeletConfiguration, KubeProxy, Corefile string
	// ConfigMaps has the names of ConfigMaps by the names that kubeadm uses, where they differ:
	// kube-proxy is kube-proxy-config on EKS.
	ConfigMaps map[string]string
}

// Kubelet is the configuration in a kubelet's /configz.
type Kubelet struct {
	FeatureGates map[string]bool `json:"featureGates"`
	FailCgroupV1 *bool           `json:"failCgroupV1"`
	// EventRecordQPS is how many Events it sends per second; nil if unknown.
	EventRecordQPS *int `json:"eventRecordQPS"`
	// CgroupVersion is kubelet_cgroup_version of the kubelet's /metrics: 1 or 2; 0 if unknown
	// (kubelets before 1.31).
	CgroupVersion int `json:"cgroupVersion"`
}

// Release is a Helm release.
type Release struct {
	Namespace, Name, Chart, Status string
	Revision                       int
	// Driver is "secret" or "configmap".
	Driver string
	// Objects is the number of objects in its manifest.
	Objects int
}

// Usage is an object that somebody wrote at a version.
type Usage struct {
	Object  ObjectName
	Version discovery.GroupVersion
	// By is a manager in managedFields, [LastApplied], [ByHelm] or [Listed].
	By   string
	Time string
	// Order reports whether somebody wrote the object at another version later.
	Order Order
	// Managed: a controller of Kubernetes itself manages the object.
	Managed bool
}

// ObjectName identifies an object.
type ObjectName struct{ Group, Resource, Kind, Namespace, Name string }
