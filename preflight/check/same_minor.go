package check

import "github.com/kubedelta/kubedelta/preflight"

// sameMinor: the target is of the minor that the cluster runs. A patch release takes
// no API, field, gate or flag away
// (https://kubernetes.io/releases/version-skew-policy/#supported-versions).
func sameMinor(in preflight.Input) bool { return in.To.Known() && in.To == answering(in) }

// keptByPatch says why a check asks nothing of a hop within a minor.
func (d definition) keptByPatch(in preflight.Input) string {
	switch {
	case !sameMinor(in):
	case d.ofMinors:
		return "the target is of the minor " + in.To.String() + ", which the cluster runs: a patch release removes nothing"
	case d.ofReleases && in.Patch.Release != in.To:
		return "the cluster runs " + in.To.String() + " already"
	}
	return ""
}
