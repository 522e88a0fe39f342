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
	// Version is its version in full: "v1.33.0"; "" if it is not known.
	Version string
	// APIs are what it serves, sorted: "apps/v1" and "apps/v1/Deployment".
	APIs []string
	// Own are the groups whose APIs are all in APIs. Whether others are served, such as those
	// of custom resources, is not known. If it is nil, APIs has all.
	Own []discovery.Extent
}

// TargetOf draws the target from what a surface serves by default. A surface that
// speaks only of a part, as CRDs do, adds to what the first one says.
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

// apisOf is nothing where all of a version is turned off.
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

// has reports whether the target serves an API.
func (t Target) has(api string) bool {
	_, found := slices.BinarySearch(t.APIs, api)
	return found
}

// tells reports whether has decides about an API.
func (t Target) tells(api string) bool {
	group, _, _ := strings.Cut(api, "/")
	return t.Own == nil || t.has(api) || discovery.StabilityOf(group) != discovery.StabilityUnknown ||
		slices.ContainsFunc(t.Own, func(own discovery.Extent) bool { return own.Group == group })
}

// Capabilities is what templates call .Capabilities.
type Capabilities struct {
	KubeVersion *KubeVersion
	APIVersions APIVersions
	HelmVersion map[string]any
}

// KubeVersion is .Capabilities.KubeVersion. Written out it is the version without
// a provider's suffix.
type KubeVersion struct{ Version, Major, Minor, plain string }

// String writes the version: "v1.33.0".
func (v *KubeVersion) String() string { return v.plain }

// GitVersion is the version in full. Charts of Helm 2 call it.
func (v *KubeVersion) GitVersion() string { return v.Version }

// APIVersions is .Capabilities.APIVersions.
type APIVersions []string

// Has reports whether an API is served: "apps/v1", "apps/v1/Deployment".
func (a APIVersions) Has(api string) bool {
	_, found := slices.BinarySearch(a, api)
	return found
}

func (t Target) capabilities() *Capabilities {
	// Charts compare the Helm that renders them too; this is what is implemented.
	helm := map[string]any{"Version": "v3.19.0", "GitCommit": "", "GitTreeState": "clean", "GoVersion": "go1.26"}
	kube := &KubeVersion{Version: t.Version, plain: t.Version}
	if v, err := semver.NewVersion(t.Version); err == nil {
		kube.Major, kube.Minor = strconv.FormatUint(v.Major(), 10), strconv.FormatUint(v.Minor(), 10)
		kube.plain = "v" + kube.Major + "." + kube.Minor + "." + strconv.FormatUint(v.Patch(), 10)
	}
	return &Capabilities{KubeVersion: kube, APIVersions: t.APIs, HelmVersion: helm}
}
