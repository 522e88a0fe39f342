package discovery

import (
	"strings"
)

// Lifecycle has the releases in which a kind in an API version was introduced, deprecated and
// removed, and its replacement. Unknown parts are zero. Releases may be in the future.
type Lifecycle struct {
	Introduced Release `json:"introduced,omitzero"`
	Deprecated Release `json:"deprecated,omitzero"`
	// Withdrawn is the release that withdrew the deprecation (v1 Binding, 1.32).
	Withdrawn   Release           `json:"withdrawn,omitzero"`
	Removed     Release           `json:"removed,omitzero"`
	Replacement *GroupVersionKind `json:"replacement,omitempty"`
}

// DeprecatedIn reports whether the version is deprecated in release r. It returns false if r is
// unknown.
func (l Lifecycle) DeprecatedIn(r Release) bool {
	return r.Known() && l.Deprecated.AtOrBefore(r) && !l.Withdrawn.AtOrBefore(r)
}

// ResourceLifecycle is the lifecycle of a resource in one version of its group, in all known
// releases.
type ResourceLifecycle struct {
	GroupVersion
	Resource string `json:"resource"`
	Kind     string `json:"kind"`
	Lifecycle
	// Gone is the first release that does not have it at all, if that is later than Removed: in
	// between it can be enabled (extensions/v1beta1 Deployment in 1.16 and 1.17).
	Gone Release `json:"gone,omitzero"`
	// Enabled: an API server serves it by default, until Removed.
	Enabled bool `json:"enabled"`
}

// In reports whether release r has it, enabled by default or not.
func (l *ResourceLifecycle) In(r Release) bool {
	end := l.Removed
	if l.Gone.Known() {
		end = l.Gone
	}
	return l.Introduced.AtOrBefore(r) && !end.AtOrBefore(r)
}

// ServedByDefaultIn reports whether a server of release r serves it by default.
func (l *ResourceLifecycle) ServedByDefaultIn(r Release) bool {
	return l.In(r) && l.Enabled && !l.Removed.AtOrBefore(r)
}

// Matches reports whether a name means the resource. A name is a resource or a kind, optionally
// with its group, its version or both, and case is ignored: "ingresses", "Ingress",
// "networking.k8s.io/v1/Ingress", "extensions/ingresses", "v1/pods".
func (l *ResourceLifecycle) Matches(name string) bool {
	prefix, last := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		prefix, last = name[:i], name[i+1:]
	}
	if !strings.EqualFold(last, l.Resource) && !strings.EqualFold(last, l.Kind) {
		return false
	}
	return prefix == "" || prefix == l.GroupVersion.String() || prefix == l.Group && l.Group != "" || prefix == l.Version
}
