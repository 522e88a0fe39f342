package discovery

import (
	"cmp"
	"strconv"
	"strings"
)

// Stability is the stability level of an API version.
type Stability string

// The levels of v1, v1beta1 and v1alpha1. A version of another form ("2024-01-01") has none.
const (
	Stable           Stability = "stable"
	Beta             Stability = "beta"
	Alpha            Stability = "alpha"
	StabilityUnknown Stability = ""
)

// rank is higher for more stable levels.
func (s Stability) rank() int {
	switch s {
	case Stable:
		return 3
	case Beta:
		return 2
	case Alpha:
		return 1
	default:
		return 0
	}
}

// MoreStableThan reports whether s is more stable than other.
func (s Stability) MoreStableThan(other Stability) bool { return s.rank() > other.rank() }

// StabilityOf returns the stability level of a version.
func StabilityOf(version string) Stability {
	s, _, _ := parseVersion(version)
	return s
}

// parseVersion splits "v2beta3" into (Beta, 2, 3). It returns StabilityUnknown for other forms.
func parseVersion(v string) (s Stability, major, minor int) {
	rest, found := strings.CutPrefix(v, "v")
	if !found {
		return StabilityUnknown, 0, 0
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(rest)
	}
	major, err := strconv.Atoi(rest[:end])
	if err != nil {
		return StabilityUnknown, 0, 0
	}
	switch tail := rest[end:]; {
	case tail == "":
		return Stable, major, 0
	case strings.HasPrefix(tail, "beta"):
		s, tail = Beta, tail[len("beta"):]
		return withMinor(s, major, tail)
	case strings.HasPrefix(tail, "alpha"):
		s, tail = Alpha, tail[len("alpha"):]
		return withMinor(s, major, tail)
	default:
		return StabilityUnknown, 0, 0
	}
}

func withMinor(s Stability, major int, tail string) (Stability, int, int) {
	minor, err := strconv.Atoi(tail)
	if err != nil || minor < 0 || tail[0] == '+' {
		return StabilityUnknown, 0, 0
	}
	return s, major, minor
}

// CompareVersion orders versions by Kubernetes' version priority: stable before beta before alpha,
// higher numbers first, names of other forms last and in alphabetical order. The result is negative
// if a has the higher priority.
func CompareVersion(a, b string) int {
	if a == b {
		return 0
	}
	sa, ma, na := parseVersion(a)
	sb, mb, nb := parseVersion(b)
	return cmp.Or(
		cmp.Compare(sb.rank(), sa.rank()),
		cmp.Compare(mb, ma),
		cmp.Compare(nb, na),
		strings.Compare(a, b),
	)
}
