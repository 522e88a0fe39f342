package discovery

import (
	"cmp"
	"slices"
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
	return slices.Index([]Stability{StabilityUnknown, Alpha, Beta, Stable}, s)
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
	if rest[end:] == "" {
		return Stable, major, 0
	}
	for _, s := range []Stability{Beta, Alpha} {
		if tail, ok := strings.CutPrefix(rest[end:], string(s)); ok {
			if n, err := strconv.ParseUint(tail, 10, 63); err == nil {
				return s, major, int(n)
			}
		}
	}
	return StabilityUnknown, 0, 0
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
