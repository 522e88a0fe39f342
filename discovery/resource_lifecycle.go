package discovery

import "strings"

// ResourceLifecycle is the lifecycle of one resource in one version of its group over all
// releases that are known.
type ResourceLifecycle struct {
	GroupVersion
	Resource string `json:"resource"`
	Kind     string `json:"kind"`
	Lifecycle
	// Gone is the first release that no longer has it at all, where that is
	// later than Removed: in between it can be turned on (extensions/v1beta1
	// Deployment in 1.16 and 1.17).
	Gone Release `json:"gone,omitzero"`
	// Enabled: a default API server serves it, until Removed.
	Enabled bool `json:"enabled"`
}

// In reports whether release r has it, whether on by default or not.
func (l *ResourceLifecycle) In(r Release) bool {
	end := l.Removed
	if l.Gone.Known() {
		end = l.Gone
	}
	return l.Introduced.AtOrBefore(r) && !end.AtOrBefore(r)
}

// ServedByDefaultIn reports whether a default server of release r serves it.
func (l *ResourceLifecycle) ServedByDefaultIn(r Release) bool {
	return l.In(r) && l.Enabled && !l.Removed.AtOrBefore(r)
}

// Matches reports whether a user who writes name means it. A name is a resource
// or a kind, with its group or its group and version before it or not, letter
// case ignored: "ingresses", "Ingress", "networking.k8s.io/v1/Ingress",
// "extensions/ingresses", "v1/pods".
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
