package componentconfig

import (
	"cmp"
	_ "embed"
	"slices"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/registered"
)

// The components, with the names of their programs.
const (
	APIServer         = "kube-apiserver"
	ControllerManager = "kube-controller-manager"
	Scheduler         = "kube-scheduler"
	CloudManager      = "cloud-controller-manager"
	Etcd              = "etcd"
	KubeProxy         = "kube-proxy"
	Kubelet           = "kubelet"
	Kubeadm           = "kubeadm"
)

//go:embed versions.tsv
var versions string

// Versions returns the table of versions.tsv: the kinds of configuration that components read, and
// the releases that read them.
//
//nolint:gochecknoglobals // read once
var Versions = sync.OnceValues(func() (registered.Table, error) {
	return registered.Parse(dataset.Text("discovery/componentconfig/versions.tsv", versions))
})

// Reader returns the component that reads a kind of configuration.
func Reader(kind discovery.GroupVersionKind) string {
	owners := map[string]string{"kubeadm.k8s.io": Kubeadm, "kubelet.config.k8s.io": Kubelet, "kubeproxy.config.k8s.io": KubeProxy, "kubescheduler.config.k8s.io": Scheduler}
	if kind.Group == "" && kind.Kind == "Policy" {
		return Scheduler
	}
	return cmp.Or(owners[kind.Group], APIServer)
}

// Lenient reports whether a component ignores unknown fields of a kind: kubeadm warns
// (cmd/kubeadm/app/util/config/strict), the kubelet and kube-proxy decode a second time
// (DecodeKubeletConfiguration, loadConfig in cmd/kube-proxy/app/options.go), and so does the API
// server with audit policies (k8s.io/apiserver/pkg/audit/policy/reader.go).
func Lenient(kind discovery.GroupVersionKind) bool {
	return kind.Group == "kubeadm.k8s.io" || kind.Group == "kubelet.config.k8s.io" && kind.Version == "v1beta1" && kind.Kind == "KubeletConfiguration" ||
		kind.Group == "kubeproxy.config.k8s.io" || kind.Group == "audit.k8s.io"
}

// Effect is how a release treats a version of a configuration.
type Effect string

// The effects.
const (
	// NoConfiguration: no component reads the kind, or the release is not known.
	NoConfiguration Effect = ""
	Read            Effect = "read"
	Deprecated      Effect = "deprecated"
	// Experimental: read only with a flag that allows experimental versions.
	Experimental Effect = "experimental"
	// Gone: earlier releases read it.
	Gone Effect = "gone"
	// Later: later releases read it.
	Later Effect = "later"
	// Unheard: no known release reads this version of the kind. It may be a future one.
	Unheard Effect = "unheard"
)

// State describes a version of a configuration in a release.
type State struct {
	Effect Effect
	// Introduced, Deprecated and Removed are set if they are known. Removed may be later than the
	// given release.
	Introduced, Deprecated, Removed discovery.Release
	// Notes are the pull requests of the deprecation and the removal, from the release notes.
	Notes []int
}

// At returns the state of a version of a configuration in a release.
func At(t registered.Table, kind discovery.GroupVersionKind, r discovery.Release) (s State) {
	versions := versionsOf(t, kind)
	spans := t.Spans[kind]
	switch {
	case len(versions) == 0 || !r.Known():
		return s
	case len(spans) > 0:
		last := spans[len(spans)-1]
		s.Introduced, s.Removed = spans[0].First, last.Gone
	case older(kind.Version, versions):
		// Every release of the table reads newer versions only.
		s.Effect = Gone
		return s
	default:
		s.Effect = Unheard
		return s
	}
	plan := plans()[kind.GroupVersion()]
	if plan.deprecated > 0 {
		s.Deprecated = minor(plan.deprecated)
	}
	s.Notes = plan.pulls
	switch {
	case s.Removed.AtOrBefore(r):
		s.Effect = Gone
	case !t.Covers(r):
		s.Effect = NoConfiguration
	case s.Introduced.Compare(r) > 0:
		s.Effect = Later
	case slices.Contains(plan.experimental, r.Minor):
		s.Effect = Experimental
	case s.Deprecated.AtOrBefore(r):
		s.Effect = Deprecated
	default:
		s.Effect = Read
	}
	return s
}

// versionsOf returns the versions of a kind that releases read.
func versionsOf(t registered.Table, kind discovery.GroupVersionKind) (all []string) {
	for k := range t.Spans {
		if k.Group == kind.Group && k.Kind == kind.Kind {
			all = append(all, k.Version)
		}
	}
	return all
}

// older reports whether a version has a lower priority than all others. New versions of a kind
// never have, so the version is older than the table.
func older(version string, all []string) bool {
	return discovery.StabilityOf(version) != discovery.StabilityUnknown &&
		!slices.ContainsFunc(all, func(v string) bool { return discovery.CompareVersion(version, v) <= 0 })
}

// Instead returns the replacement of a kind in a release: the highest version that the release
// reads without a warning. ok is false if there is none.
func Instead(t registered.Table, kind discovery.GroupVersionKind, r discovery.Release) (to discovery.GroupVersionKind, ok bool) {
	if other, renamed := renames()[kind]; renamed {
		return other, t.Has(other.GroupVersion(), other.Kind, r)
	}
	all := versionsOf(t, kind)
	slices.SortFunc(all, discovery.CompareVersion)
	for _, version := range all {
		to = discovery.GroupVersionKind{Group: kind.Group, Version: version, Kind: kind.Kind}
		if version != kind.Version && At(t, to, r).Effect == Read {
			return to, true
		}
	}
	return discovery.GroupVersionKind{}, false
}

// renames returns the kinds whose replacement has another name.
func renames() map[discovery.GroupVersionKind]discovery.GroupVersionKind {
	scheduler := discovery.GroupVersionKind{Group: "kubescheduler.config.k8s.io", Version: "v1beta2", Kind: "KubeSchedulerConfiguration"}
	return map[discovery.GroupVersionKind]discovery.GroupVersionKind{
		{Group: "apiserver.config.k8s.io", Version: "v1alpha1", Kind: "WebhookAdmission"}: {Group: "apiserver.config.k8s.io", Version: "v1", Kind: "WebhookAdmissionConfiguration"},
		{Version: "v1", Kind: "Policy"}:                                       scheduler,
		{Group: "kubescheduler.config.k8s.io", Version: "v1", Kind: "Policy"}: scheduler,
	}
}

// plan has the facts about a version that are not in the schemes of components.
type plan struct {
	deprecated int
	// experimental has the minors that read it only with a flag.
	experimental []int
	pulls        []int
}

// plans returns the facts from deprecatedAPIVersions and experimentalAPIVersions in
// cmd/kubeadm/app/util/config/common.go of each release, from what loadConfig in
// cmd/kube-scheduler/app/options/configfile.go logs in 1.25 and 1.26, and from the methods
// APILifecycleDeprecated in k8s.io/apiserver/pkg/apis/audit of 1.22. The pull requests are those of
// the release notes.
func plans() map[discovery.GroupVersion]plan {
	return map[discovery.GroupVersion]plan{
		{Group: "kubeadm.k8s.io", Version: "v1beta1"}:              {deprecated: 17, pulls: []int{101129}},
		{Group: "kubeadm.k8s.io", Version: "v1beta2"}:              {deprecated: 24, pulls: []int{107013, 114540}},
		{Group: "kubeadm.k8s.io", Version: "v1beta3"}:              {deprecated: 31, pulls: []int{125029}},
		{Group: "kubeadm.k8s.io", Version: "v1beta4"}:              {experimental: []int{28, 29, 30}},
		{Group: "kubeadm.k8s.io", Version: "v1"}:                   {experimental: []int{37}},
		{Group: "kubescheduler.config.k8s.io", Version: "v1beta2"}: {deprecated: 25, pulls: []int{117649}},
		{Group: "kubescheduler.config.k8s.io", Version: "v1beta3"}: {deprecated: 26, pulls: []int{119994}},
		{Group: "audit.k8s.io", Version: "v1alpha1"}:               {deprecated: 21, pulls: []int{108092}},
		{Group: "audit.k8s.io", Version: "v1beta1"}:                {deprecated: 21, pulls: []int{108092}},
	}
}
