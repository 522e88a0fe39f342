package changelog

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Version is a version of Kubernetes with its patch and pre-release.
type Version struct {
	discovery.Release
	Patch int
	// Stage is "alpha", "beta" or "rc", or "" for a release. Number is the number of the
	// pre-release.
	Stage  string
	Number int
}

// ParseVersion parses "1.24", "v1.24.3", "1.24.0-alpha.2". Suffixes of vendors ("+k3s1",
// "-gke.100") are ignored after a version with a patch.
func ParseVersion(s string) (Version, error) {
	release, err := discovery.ParseRelease(s)
	if err != nil {
		return Version{}, err
	}
	v := Version{Release: release}
	rest, _, _ := strings.Cut(strings.TrimPrefix(s, "v"), "+")
	rest, pre, _ := strings.Cut(rest, "-")
	parts := strings.Split(rest, ".")
	if to, err := discovery.ParseRelease(pre); err == nil && pre != "" {
		return Version{}, fmt.Errorf("%q is not a Kubernetes version like 1.30 or v1.30.2: did you mean the range %s..%s?", s, release, to)
	}
	if len(parts) > 3 || len(parts) < 3 && pre != "" {
		return Version{}, fmt.Errorf("%q is not a Kubernetes version like 1.30 or v1.30.2", s)
	}
	if len(parts) == 3 {
		patch, err := strconv.ParseUint(parts[2], 10, 16)
		if err != nil {
			return Version{}, fmt.Errorf("%q is not a Kubernetes version like 1.30 or v1.30.2", s)
		}
		v.Patch = int(patch)
	}
	stage, number, _ := strings.Cut(pre, ".")
	switch stage {
	case "alpha", "beta", "rc":
		// A build between two pre-releases is "1.24.0-alpha.2.45+1a2b3c".
		number, _, _ = strings.Cut(number, ".")
		n, err := strconv.ParseUint(number, 10, 16)
		if err != nil {
			return Version{}, fmt.Errorf("%q is not a Kubernetes version like 1.30 or v1.30.0-rc.1", s)
		}
		v.Stage, v.Number = stage, int(n)
	}
	return v, nil
}

// Named returns the name of a release as "v1.24.0", and any other name unchanged.
func Named(release string) string {
	if v, err := ParseVersion(release); err == nil {
		return v.String()
	}
	return release
}

// Compare orders versions by time. Pre-releases are before the release.
func (v Version) Compare(other Version) int {
	return cmp.Or(v.Release.Compare(other.Release), cmp.Compare(v.Patch, other.Patch),
		strings.Compare(cmp.Or(v.Stage, "release"), cmp.Or(other.Stage, "release")), cmp.Compare(v.Number, other.Number)) // alpha, beta, rc, release
}

// Final reports whether it is not a pre-release.
func (v Version) Final() bool { return v.Stage == "" }

// String returns the version as "v1.24.3".
func (v Version) String() string {
	s := fmt.Sprintf("v%s.%d", v.Release, v.Patch)
	if v.Stage != "" {
		s += fmt.Sprintf("-%s.%d", v.Stage, v.Number)
	}
	return s
}
