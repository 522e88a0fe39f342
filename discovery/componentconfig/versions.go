package componentconfig

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/registered"
)

// The components, by the names of their programs.
const (
	APIServer         = "kube-apiserver"
	ControllerManager = "kube-controller-manager"
	Scheduler         = "kube-scheduler"
	KubeProxy         = "kube-proxy"
	Kubelet           = "kubelet"
	Kubeadm           = "kubeadm"
)

//go:embed versions.tsv
var versions string

// Versions is the table of versions.tsv: the kinds of configuration that components
// read, and the releases that read them.
//
//nolint:gochecknoglobals // read once
var Versions = sync.OnceValues(func() (registered.Table, error) {
	return registered.Parse(dataset.Text("discovery/componentconfig/versions.tsv", versions))
})

// Reader is the component that reads a kind of configuration.
func Reader(kind discovery.GroupVersionKind) string {
	switch {
	case kind.Group == "kubeadm.k8s.io":
		return Kubeadm
	case kind.Group == "kubelet.config.k8s.io":
		return Kubelet
	case kind.Group == "kubeproxy.config.k8s.io":
		return KubeProxy
	case kind.Group == "kubescheduler.config.k8s.io", kind.Group == "" && kind.Kind == "Policy":
		return Scheduler
	default:
		return APIServer
	}
}

// Lenient reports whether a component takes a kind with fields that it does not know,
// and passes over them: kubeadm warns (cmd/kubeadm/app/util/config/strict), the kubelet
// and kube-proxy decode a second time (DecodeKubeletConfiguration, loadConfig in
// cmd/kube-proxy/app/options.go), and the API server does so with audit policies
// (k8s.io/apiserver/pkg/audit/policy/reader.go).
func Lenient(kind discovery.GroupVersionKind) bool {
	return kind.Group == "kubeadm.k8s.io" || kind.Group == "kubelet.config.k8s.io" && kind.Version == "v1beta1" && kind.Kind == "KubeletConfiguration" ||
		kind.Group == "kubeproxy.config.k8s.io" || kind.Group == "audit.k8s.io"
}

// Effect is what a release makes of a version of a configuration.
type Effect string

// The effect.
const (
	// NoConfiguration: the kind is none that a component reads, or nothing is known of
	// the release.
	NoConfiguration Effect = ""
	Read            Effect = "read"
	Deprecated      Effect = "deprecated"
	// Experimental: read only with a flag that allows such versions.
	Experimental Effect = "experimental"
	// Gone: an earlier release read it.
	Gone Effect = "gone"
	// Later: a later release reads it.
	Later Effect = "later"
	// Unheard: no release that is known reads this version of the kind, and it looks
	// like one that is to come.
	Unheard Effect = "unheard"
)

// State is what becomes of a version of a configuration at a release.
type State struct {
	Effect Effect
	// Introduced, Deprecated and Removed are releases, where they are known. Removed
	// may be later than the release that was asked about.
	Introduced, Deprecated, Removed discovery.Release
	// Notes are the pull requests of the deprecation and the removal, where release
	// notes name them.
	Notes []int
}

// At tells what becomes of a version of a configuration at a release.
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
		// A version that every release of the table is past.
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

// versionsOf are the versions of a kind that releases read.
func versionsOf(t registered.Table, kind discovery.GroupVersionKind) (all []string) {
	for k := range t.Spans {
		if k.Group == kind.Group && k.Kind == kind.Kind {
			all = append(all, k.Version)
		}
	}
	return all
}

// older: the version is a less mature one than all others. A new version of a kind is
// never that, so it is one that was there before them.
func older(version string, all []string) bool {
	return discovery.StabilityOf(version) != discovery.StabilityUnknown &&
		!slices.ContainsFunc(all, func(v string) bool { return discovery.CompareVersion(version, v) <= 0 })
}

// Instead is the kind that takes the place of one at a release: the newest version that
// the release reads without a warning. ok is false where there is none.
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

// renames are the kinds that have another name in the version that takes their place.
func renames() map[discovery.GroupVersionKind]discovery.GroupVersionKind {
	scheduler := discovery.GroupVersionKind{Group: "kubescheduler.config.k8s.io", Version: "v1beta2", Kind: "KubeSchedulerConfiguration"}
	return map[discovery.GroupVersionKind]discovery.GroupVersionKind{
		{Group: "apiserver.config.k8s.io", Version: "v1alpha1", Kind: "WebhookAdmission"}: {Group: "apiserver.config.k8s.io", Version: "v1", Kind: "WebhookAdmissionConfiguration"},
		{Version: "v1", Kind: "Policy"}:                                       scheduler,
		{Group: "kubescheduler.config.k8s.io", Version: "v1", Kind: "Policy"}: scheduler,
	}
}

// plan is what the schemes of components do not tell of a version.
type plan struct {
	deprecated int
	// experimental are the minors that read it only where that is allowed.
	experimental []int
	pulls        []int
}

// plans: deprecatedAPIVersions and experimentalAPIVersions in
// cmd/kubeadm/app/util/config/common.go of each release, what loadConfig in
// cmd/kube-scheduler/app/options/configfile.go logs in 1.25 and 1.26, and the methods
// APILifecycleDeprecated in k8s.io/apiserver/pkg/apis/audit of 1.22; the pull requests
// are those of release notes.
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
