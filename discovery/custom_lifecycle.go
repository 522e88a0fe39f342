package discovery

// CustomLifecycle is the lifecycle of one version of a custom resource over the releases of the
// project that defines it, as far as they are known. Its releases are the project's.
type CustomLifecycle struct {
	Project string
	GroupVersion
	Resource, Kind string
	// Introduced is the first known release that serves it.
	Introduced Release
	// Deprecated is the first of the releases that call it deprecated until it goes.
	Deprecated Release
	// Unserved is the first release that no longer serves it; unknown where the newest does.
	Unserved Release
	// LastServed is the last release that serves it.
	LastServed Release
	// Replacement is what the newest release has in its place; nil for nothing.
	Replacement *GroupVersionKind
}
