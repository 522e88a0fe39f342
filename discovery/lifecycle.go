package discovery

// Lifecycle is the plan of one kind of one API version: the releases in which
// it came, was deprecated and is gone, and what takes its place. Unknown parts
// are zero. The plan may reach into releases that are not out yet.
type Lifecycle struct {
	Introduced Release `json:"introduced,omitzero"`
	Deprecated Release `json:"deprecated,omitzero"`
	// Withdrawn is the release that took the deprecation back (v1 Binding, 1.32).
	Withdrawn   Release           `json:"withdrawn,omitzero"`
	Removed     Release           `json:"removed,omitzero"`
	Replacement *GroupVersionKind `json:"replacement,omitempty"`
}

// DeprecatedIn reports whether the version is deprecated in release r. In an
// unknown release nothing is known to be.
func (l Lifecycle) DeprecatedIn(r Release) bool {
	return r.Known() && l.Deprecated.AtOrBefore(r) && !l.Withdrawn.AtOrBefore(r)
}
