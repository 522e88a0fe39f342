package chart

import (
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Target is the cluster that a chart is rendered for, as templates see it.
type Target struct {
	// Version is the full version: "v1.33.0"; "" if it is not known.
	Version string
	// APIs has the served group-versions and kinds, sorted: "apps/v1" and "apps/v1/Deployment".
	APIs APIVersions
	// Own has the groups whose APIs are complete in APIs. It is not known whether APIs of other
	// groups, such as those of custom resources, are served. If Own is nil, APIs is complete.
	Own []discovery.Extent
}

// TargetOf returns the target that serves by default what the surfaces serve: that of a release,
// and those of CRDs. The version is that of the first surface that has one.
func TargetOf(surfaces ...*discovery.Surface) Target {
	var t Target
	for _, s := range surfaces {
		if s == nil {
			continue
		}
		if t.Version == "" {
			t.Version = versionOf(s)
		}
		for gv, v := range s.EachVersion() {
			t.APIs = append(t.APIs, apisOf(gv, v)...)
		}
	}
	t.APIs = slice.Unique(t.APIs)
	return t
}

// apisOf returns the served APIs of a group-version; none if all its resources are disabled.
func apisOf(gv discovery.GroupVersion, v *discovery.Version) (out []string) {
	for _, r := range v.Resources {
		if r.Disabled || r.Kind == "" {
			continue
		}
		out = append(out, gv.String(), gv.String()+"/"+r.Kind)
		for _, sub := range r.Subresources {
			if sub.Kind != "" {
				out = append(out, gv.String()+"/"+sub.Kind)
			}
		}
	}
	return out
}

func versionOf(s *discovery.Surface) string {
	switch {
	case s.Version != "":
		return "v" + strings.TrimPrefix(s.Version, "v")
	case s.Release.Known():
		return "v" + s.Release.String() + ".0"
	default:
		return ""
	}
}

// tells reports whether it is known if the target serves an API.
func (t Target) tells(api string) bool {
	group, _, _ := strings.Cut(api, "/")
	return t.Own == nil || t.APIs.Has(api) || discovery.StabilityOf(group) != discovery.StabilityUnknown ||
		slices.ContainsFunc(t.Own, func(own discovery.Extent) bool { return own.Group == group })
}

// Capabilities is .Capabilities.
type Capabilities struct {
	KubeVersion *KubeVersion
	APIVersions APIVersions
	HelmVersion map[string]any
}

// KubeVersion is .Capabilities.KubeVersion. plain is the version without a provider's suffix.
type KubeVersion struct{ Version, Major, Minor, plain string }

// String returns the version without a provider's suffix: "v1.33.0".
func (v *KubeVersion) String() string { return v.plain }

// GitVersion returns the full version. Charts of Helm 2 call it.
func (v *KubeVersion) GitVersion() string { return v.Version }

// APIVersions is .Capabilities.APIVersions, sorted.
type APIVersions []string

// Has reports whether a group-version or a kind is served: "apps/v1", "apps/v1/Deployment".
func (a APIVersions) Has(api string) bool {
	_, found := slices.BinarySearch(a, api)
	return found
}

func (t Target) capabilities() *Capabilities {
	// Charts compare the version of Helm; this is the version whose functions are implemented.
	helm := map[string]any{"Version": "v3.19.0", "GitCommit": "", "GitTreeState": "clean", "GoVersion": "go1.26"}
	kube := &KubeVersion{Version: t.Version, plain: t.Version}
	if v, err := semver.NewVersion(t.Version); err == nil {
		kube.Major, kube.Minor = strconv.FormatUint(v.Major(), 10), strconv.FormatUint(v.Minor(), 10)
		kube.plain = "v" + kube.Major + "." + kube.Minor + "." + strconv.FormatUint(v.Patch(), 10)
	}
	return &Capabilities{KubeVersion: kube, APIVersions: t.APIs, HelmVersion: helm}
}
