package discovery

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
