package version

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Version is a semantic version. Minor and patch may be left out where it is read.
type Version struct {
	major, minor, patch uint64
	prerelease, meta    string
	original            string
}

const (
	prereleasePattern = `(?:-([0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*))?`
	metaPattern       = `(?:\+([0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*))?`
)

var versionForm = regexp.MustCompile(`^v?([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?` + prereleasePattern + metaPattern + `$`)

// maxText bounds what is read as a version or a constraint.
const maxText = 1000

// Parse reads a version: "1.30", "v1.30.2", "1.29.4-gke.100+x".
func Parse(s string) (*Version, error) {
	if len(s) > maxText {
		return nil, fmt.Errorf("a version of %d bytes is no version", len(s))
	}
	m := versionForm.FindStringSubmatch(s)
	if m == nil {
		return nil, fmt.Errorf("invalid semantic version: %q", s)
	}
	v := &Version{prerelease: m[4], meta: m[5], original: s}
	for i, part := range []*uint64{&v.major, &v.minor, &v.patch} {
		if m[i+1] == "" {
			continue
		}
		n, err := strconv.ParseUint(m[i+1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("invalid semantic version: %q", s)
		}
		*part = n
	}
	return v, nil
}

// Major is the first number.
func (v *Version) Major() uint64 { return v.major }

// Minor is the second number.
func (v *Version) Minor() uint64 { return v.minor }

// Patch is the third number.
func (v *Version) Patch() uint64 { return v.patch }

// Prerelease is what stands behind the hyphen.
func (v *Version) Prerelease() string { return v.prerelease }

// Metadata is what stands behind the plus sign.
func (v *Version) Metadata() string { return v.meta }

// Original is the text that was read.
func (v *Version) Original() string { return v.original }

// Compare orders versions, metadata left out: -1, 0 or 1.
func (v *Version) Compare(o *Version) int {
	if c := cmp.Or(cmp.Compare(v.major, o.major), cmp.Compare(v.minor, o.minor), cmp.Compare(v.patch, o.patch)); c != 0 {
		return c
	}
	return comparePrerelease(v.prerelease, o.prerelease)
}

// LessThan reports whether v is the earlier one.
func (v *Version) LessThan(o *Version) bool { return v.Compare(o) < 0 }

// GreaterThan reports whether v is the later one.
func (v *Version) GreaterThan(o *Version) bool { return v.Compare(o) > 0 }

// Equal reports whether both are the same version.
func (v *Version) Equal(o *Version) bool { return v.Compare(o) == 0 }

// String writes the version in full: "1.30.0".
func (v *Version) String() string {
	s := fmt.Sprintf("%d.%d.%d", v.major, v.minor, v.patch)
	if v.prerelease != "" {
		s += "-" + v.prerelease
	}
	if v.meta != "" {
		s += "+" + v.meta
	}
	return s
}

// comparePrerelease: none is later than any; numbers are compared as numbers and
// are before words (semver.org, 11).
func comparePrerelease(a, b string) int {
	if a == b {
		return 0
	}
	if a == "" {
		return 1
	}
	if b == "" {
		return -1
	}
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		if c := compareIdentifier(as[i], bs[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(as), len(bs))
}

func compareIdentifier(a, b string) int {
	an, aErr := strconv.ParseUint(a, 10, 64)
	bn, bErr := strconv.ParseUint(b, 10, 64)
	switch {
	case aErr == nil && bErr == nil:
		return cmp.Compare(an, bn)
	case aErr == nil:
		return -1
	case bErr == nil:
		return 1
	default:
		return strings.Compare(a, b)
	}
}

// MarshalText makes it a JSON string.
func (v *Version) MarshalText() ([]byte, error) { return []byte(v.String()), nil }
