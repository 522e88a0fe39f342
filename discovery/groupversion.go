package discovery

import (
	"cmp"
	"strings"
)

// GroupVersion is a version of an API group. The core group is "".
type GroupVersion struct {
	Group   string `json:"group"`
	Version string `json:"version"`
}

// String returns the form of apiVersion: "v1", "apps/v1". Without a version, it is the group.
func (gv GroupVersion) String() string {
	if gv.Group == "" || gv.Version == "" {
		return gv.Group + gv.Version
	}
	return gv.Group + "/" + gv.Version
}

// ParseGroupVersion parses the form of apiVersion. It accepts any text: without a slash it is a
// version of the core group, otherwise the text before the last slash is the group.
func ParseGroupVersion(s string) GroupVersion {
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		return GroupVersion{Group: s[:i], Version: s[i+1:]}
	}
	return GroupVersion{Version: s}
}

// Path is the URL path that an API server serves the group-version under: "/api/v1",
// "/apis/apps/v1".
func (gv GroupVersion) Path() string {
	if gv.Group == "" {
		return "/api/" + gv.Version
	}
	return "/apis/" + gv.String()
}

// ParsePath splits a URL path, such as "/apis/apps/v1/deployments", into its group-version and
// the segments after it. It accepts any text as a group and a version, but not an empty one.
func ParsePath(path string) (gv GroupVersion, rest []string, ok bool) {
	seg := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case len(seg) >= 2 && seg[0] == "api" && seg[1] != "":
		return GroupVersion{Version: seg[1]}, seg[2:], true
	case len(seg) >= 3 && seg[0] == "apis" && seg[1] != "" && seg[2] != "":
		return GroupVersion{Group: seg[1], Version: seg[2]}, seg[3:], true
	default:
		return gv, nil, false
	}
}

// EveryCore stands for every version of the core group, which /api lists.
func EveryCore() GroupVersion { return GroupVersion{Version: Wildcard} }

// EveryNamed stands for every version of all other groups, which /apis lists.
func EveryNamed() GroupVersion { return GroupVersion{Group: Wildcard, Version: Wildcard} }

// Spoken returns the group-version of an [Incomplete] for people.
func (gv GroupVersion) Spoken() string {
	switch {
	case gv.Group == Wildcard:
		return "all groups but the core group"
	case gv == EveryCore():
		return "the core group"
	case gv.Version == Wildcard:
		return gv.Group + " (all versions)"
	default:
		return gv.String()
	}
}

// PathSegment reports whether a name from a server or a user can be a segment of a path. An empty
// name can.
func PathSegment(name string) bool {
	return name != "." && name != ".." && !strings.ContainsAny(name, "/?#%\\ \x00") && len(name) < 254
}

// GroupVersionKind is the type of an object.
type GroupVersionKind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

// GroupKind is a kind of a group in any version.
type GroupKind struct{ Group, Kind string }

// GroupResource is a resource of a group in any version.
type GroupResource struct{ Group, Resource string }

// String returns "deployments.apps", "pods".
func (gr GroupResource) String() string { return strings.TrimSuffix(gr.Resource+"."+gr.Group, ".") }

// GroupVersionResource is a resource of a group-version.
type GroupVersionResource struct {
	GroupVersion
	Resource string
}

// WithKind returns the type of the objects of a kind.
func (gv GroupVersion) WithKind(kind string) GroupVersionKind {
	return GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: kind}
}

// WithResource returns a resource of the group-version.
func (gv GroupVersion) WithResource(name string) GroupVersionResource {
	return GroupVersionResource{gv, name}
}

// GroupVersion returns the group and the version.
func (gvk GroupVersionKind) GroupVersion() GroupVersion {
	return GroupVersion{Group: gvk.Group, Version: gvk.Version}
}

// String returns "apps/v1 Deployment", "v1 Pod".
func (gvk GroupVersionKind) String() string {
	if gvk.Version == "" && gvk.Group == "" {
		return gvk.Kind
	}
	return gvk.GroupVersion().String() + " " + gvk.Kind
}

// CompareGroupVersion orders by group, then by [CompareVersion].
func CompareGroupVersion(a, b GroupVersion) int {
	return cmp.Or(strings.Compare(a.Group, b.Group), CompareVersion(a.Version, b.Version))
}
