package evidence

import (
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Evidence is what was read of one cluster.
type Evidence struct {
	Server Server
	// Surface is what the cluster serves, with what of it could not be read.
	Surface *discovery.Surface
	// Scope is what the reading of workloads was narrowed to.
	Scope Scope
	// Readings by what was to be read. What is missing here was not asked for.
	Readings map[Resource]Reading
	// At is when the reading began: the one look at the clock, for certificates
	// and for how long a server has been up. It is not printed.
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
	// NamespaceLabels are the labels of namespaces, for the selectors of webhooks.
	NamespaceLabels map[string]map[string]string
	// Endpoints counts ready addresses by "namespace/name" of the service.
	Endpoints map[string]Endpoints
	Budgets   []Budget
	Pods      []Pod
	Workloads []Workload
	Volumes   []Volume
	Claims    []Claim
	// Requested are the series of apiserver_requested_deprecated_apis, Gates those
	// of kubernetes_feature_enabled.
	Requested []Requested
	Gates     []Gate
	// Audit is what audit logs of the cluster tell; nil where none were given.
	Audit *AuditLog
	// Rehearsal is what an API server of the target says of the objects; nil where none was
	// asked.
	Rehearsal *Rehearsal
	// Calls are those of admission webhooks that the API server made since it started.
	Calls []WebhookCalls
	// Started is when the API server process that answered /metrics started; the
	// zero time where it does not say.
	Started  time.Time
	Settings Settings
	// Kubelets are the /configz of nodes, by node.
	Kubelets map[string]Kubelet
	// Releases are the Helm releases, the latest deployed revision of each name and
	// namespace.
	Releases []Release
	// Usage is who wrote objects at which version, only where that version is
	// deprecated at or removed by some release up to the target.
	Usage []Usage
	// Checked are the findings in live objects and in the manifests of Helm
	// releases, by the rules of scan.
	Checked []finding.Finding
	// Unlisted counts what Usage and Checked leave out, where thousands of objects
	// have the same to tell.
	Unlisted []Unlisted
	// Watched are the resources whose objects were to be read for Usage and Checked:
	// where the Reading of one is not Read, they may lack something.
	Watched []Resource
}

// Unlisted counts objects that are like others which are listed.
type Unlisted struct {
	Resource Resource
	// Version and By are those of the Usage, Rule and Field those of the finding.
	Version     discovery.GroupVersion
	By          string
	Order       Order
	Managed     bool
	Rule, Field string
	Count       int
}

// Reading tells how the reading of something went; of what nobody asked for, so.
func (e *Evidence) Reading(r Resource) Reading {
	if known, has := e.Readings[r]; has {
		return known
	}
	return Reading{What: r.String(), State: NotAsked, Reason: "it was not requested"}
}

// String writes "nodes", "deployments.apps", "/metrics".
func (r Resource) String() string {
	switch r.Group {
	case "", "path":
		return r.Name
	default:
		return r.Name + "." + r.Group
	}
}

// Server is the API server that was read.
type Server struct {
	// Name is the context or URL as the user gave it, Address the server's, without
	// user and password.
	Name, Address string
	// UID is that of the namespace kube-system, which stands for the cluster's; ""
	// where it could not be read.
	UID string
	// Version is gitVersion: "v1.29.4-eks-036c24b".
	Version string
	Release discovery.Release
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

// Component is a process of the control plane or of a node, as a pod of
// kube-system shows it.
type Component struct {
	// Name is "kube-apiserver", "kube-controller-manager", "kube-scheduler",
	// "kube-proxy", "cloud-controller-manager", "etcd", "coredns".
	Name, Pod, Node string
	Image           string
	// Version is that of the image's tag; "" where it has none.
	Version string
	// Arguments are the command line, for flags and gates.
	Arguments []string
}

// CRD is a CustomResourceDefinition.
type CRD struct {
	Object
	Group, Kind, Plural string
	Versions            []CRDVersion
	StoredVersions      []string
	// Conversion is "None" or "Webhook"; Client is set for the latter.
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
	// Service is the backend; the zero value is a local one.
	Client WebhookClient
	Local  bool
	// Available is "True", "False", "Unknown", "" without the condition.
	Available, Reason, Message string
}

// WebhookClient is where a webhook, a conversion or an aggregated API is reached.
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
	// Validating or else mutating.
	Validating bool
	// Hook is the webhook's own name.
	Hook          string
	Client        WebhookClient
	FailurePolicy string
	MatchPolicy   string
	Rules         []WebhookRule
	// Selects tells whether a namespace or object selector narrows it.
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
	Resources  []string `json:"resources"`
	Operations []string `json:"operations"`
	Names      []string `json:"resourceNames"`
	Scope      string   `json:"scope"`
}

// Selector is a label selector, as servers send it.
type Selector struct {
	Labels      map[string]string `json:"matchLabels"`
	Expressions []Requirement     `json:"matchExpressions"`
	// Null is set in a Budget without a selector, which differs from an empty selector.
	Null bool
}

// Requirement is one expression of a selector, of labels or of nodes.
type Requirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values"`
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
	// Pods are the names of the pods behind ready addresses, in the namespace of the
	// service. An address that no pod stands behind was registered by hand, or by
	// something else than Kubernetes' own controller.
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
	// SyncFailed: the disruption controller cannot count the pods, and allows no disruption.
	// The rest of the status is from before.
	SyncFailed bool
}

// Pod is a pod, reduced.
type Pod struct {
	Namespace, Name, Node, Phase string
	Labels                       map[string]string
	Owner                        Owner
	Mirror                       bool
	// HostPath: it mounts a path of its node.
	HostPath bool
	// Details is what few pods have, so that it takes no memory of the others; nil where
	// a pod has none of it.
	Details *PodDetails
}

// PodDetails is what few pods have.
type PodDetails struct {
	// Claims are the names of the claims that it mounts.
	Claims []string
	// FrozenImages are those from k8s.gcr.io.
	FrozenImages []string
	// ProbeHost: a probe or lifecycle handler names a host.
	ProbeHost bool
	// Refers are the kinds of API objects that a static pod refers to.
	Refers []string
}

// Detail is what few pods have; empty where this one has none of it.
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
	// Nodes are the host names that its node affinity leaves.
	Nodes []string
	Local bool
}

// Claim is a PersistentVolumeClaim.
type Claim struct{ Namespace, Name, Volume string }

// Requested is a deprecated API that somebody asked for since the process began.
type Requested struct {
	Group, Version, Resource, Subresource string
	Removed                               discovery.Release
	Value                                 float64
}

// WebhookCalls counts the calls of one webhook, from the apiserver_admission_webhook_*
// metrics.
type WebhookCalls struct {
	Validating bool
	// Hook is the webhook's own name; the metrics do not name its configuration.
	Hook string
	// Answered calls got an answer, be it a refusal; Failed ones got none, or none
	// that the API server could read.
	Answered, Failed float64
}

// Gate is a feature gate that a component reports.
type Gate struct {
	Name, Stage, Component string
	Enabled                bool
}

// Settings are the ConfigMaps that tell how the cluster was set up; "" where there
// is none.
type Settings struct {
	// ClusterConfiguration and KubeletConfiguration are kubeadm's, KubeProxy and
	// Corefile what these components run with.
	ClusterConfiguration, KubeletConfiguration, KubeProxy, Corefile string
}

// Kubelet is what a kubelet's /configz tells.
type Kubelet struct {
	FeatureGates map[string]bool `json:"featureGates"`
	FailCgroupV1 *bool           `json:"failCgroupV1"`
	// EventRecordQPS is how many Events it sends a second; nil where it does not say.
	EventRecordQPS *int `json:"eventRecordQPS"`
	// CgroupVersion is kubelet_cgroup_version of the kubelet's /metrics: 1 or 2; 0
	// where it does not tell (kubelets before 1.31).
	CgroupVersion int `json:"cgroupVersion"`
}

// Release is a Helm release.
type Release struct {
	Namespace, Name, Chart, Status string
	Revision                       int
	// Driver is "secret" or "configmap".
	Driver string
	// Objects counts those of its manifest.
	Objects int
}

// Usage is a version of an API that somebody writes.
type Usage struct {
	Object  ObjectName
	Version discovery.GroupVersion
	// By is a manager of managedFields, "last-applied" for the annotation of
	// kubectl, which may be stale, "helm" for the manifest of a release, or [Listed].
	By   string
	Time string
	// Order tells whether somebody wrote the object at another version after that.
	Order Order
	// Managed: a controller of Kubernetes itself looks after the object.
	Managed bool
}

// ObjectName names an object.
type ObjectName struct{ Group, Resource, Kind, Namespace, Name string }
