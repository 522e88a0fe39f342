package discovery

import (
	"cmp"
	"strings"
)

// GroupVersion names one version of one API group. The core group is "".
type GroupVersion struct {
	Group   string `json:"group"`
	Version string `json:"version"`
}

// String writes the form of apiVersion: "v1", "apps/v1".
func (gv GroupVersion) String() string {
	if gv.Group == "" {
		return gv.Version
	}
	return gv.Group + "/" + gv.Version
}

// ParseGroupVersion reads the form of apiVersion. It accepts what it is given:
// "v1" is the core group, everything before the last slash is the group.
func ParseGroupVersion(s string) GroupVersion {
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		return GroupVersion{Group: s[:i], Version: s[i+1:]}
	}
	return GroupVersion{Version: s}
}

// GroupVersionKind names the type of an object.
type GroupVersionKind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

// GroupVersion drops the kind.
func (gvk GroupVersionKind) GroupVersion() GroupVersion {
	return GroupVersion{Group: gvk.Group, Version: gvk.Version}
}

// String writes "apps/v1 Deployment", "v1 Pod".
func (gvk GroupVersionKind) String() string {
	if gvk.Version == "" && gvk.Group == "" {
		return gvk.Kind
	}
	return gvk.GroupVersion().String() + " " + gvk.Kind
}

// CompareGroupVersion orders by group, then from the most to the least stable
// and from the newest to the oldest version.
func CompareGroupVersion(a, b GroupVersion) int {
	return cmp.Or(strings.Compare(a.Group, b.Group), CompareVersion(a.Version, b.Version))
}
