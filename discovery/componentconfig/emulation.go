package componentconfig

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// EmulationFlags returns the flags that name a release that a component emulates.
func EmulationFlags() []string { return []string{"emulated-version", "min-compatibility-version"} }

// OldestEmulated returns the oldest release that a component of a release can emulate: the third
// before its own, but none before 1.31 (KEP-4330; Validate in k8s.io/component-base/version, in 1.32
// to 1.37). It is unknown up to 1.31.
func OldestEmulated(r discovery.Release) discovery.Release {
	if r.Minor <= 31 {
		return discovery.Release{}
	}
	return minor(max(31, r.Minor-3))
}

// Emulated reads "1.34" and "kube=1.34", which may be an entry of a list; known is false if the value
// names no release of Kubernetes.
func Emulated(value string) (r discovery.Release, known bool) {
	for part := range strings.SplitSeq(value, ",") {
		name, version, named := strings.Cut(strings.TrimSpace(part), "=")
		if !named {
			version = name
		} else if name != "kube" {
			continue
		}
		if got, err := discovery.ParseRelease(strings.TrimSpace(version)); err == nil {
			r, known = got, true
		}
	}
	return r, known
}
