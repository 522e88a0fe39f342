package discovery

// CustomLifecycle is the lifecycle of one version of a custom resource in the known releases of the
// project that defines it.
type CustomLifecycle struct {
	Project string
	GroupVersion
	Resource, Kind string
	// Introduced is the first known release that serves it.
	Introduced Release
	// Deprecated is the first release from which on the version is deprecated without interruption.
	Deprecated Release
	// Unserved is the first release that no longer serves it; unknown if the newest release serves
	// it.
	Unserved Release
	// LastServed is the last release that serves it.
	LastServed Release
	// Replacement is the replacement in the newest release; nil if there is none.
	Replacement *GroupVersionKind
}
