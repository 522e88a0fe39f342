package discovery

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Release is a Kubernetes minor release, such as 1.24. The zero value is an unknown release, and is
// encoded as the empty string.
type Release struct {
	Major, Minor int
}

// ParseRelease parses the minor release of "1.24", "v1.24", "v1.24.3", "v1.24.0-rc.1+k3s1". It also
// accepts "1.24+", which cloud providers have in /version.
func ParseRelease(s string) (Release, error) {
	major, rest, ok := strings.Cut(strings.TrimPrefix(s, "v"), ".")
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(rest)
	}
	ok = ok && (end == len(rest) || strings.IndexByte(".-+", rest[end]) >= 0)
	ma, err1 := strconv.ParseUint(major, 10, 16)
	mi, err2 := strconv.ParseUint(rest[:end], 10, 16)
	if !ok || err1 != nil || err2 != nil {
		return Release{}, fmt.Errorf("%q is not a Kubernetes version like 1.30 or v1.30.2", s)
	}
	return Release{Major: int(ma), Minor: int(mi)}, nil
}

// Known reports whether the release is known.
func (r Release) Known() bool { return r != Release{} }

// Compare orders releases by time. An unknown release is before all others.
func (r Release) Compare(other Release) int {
	return cmp.Or(cmp.Compare(r.Major, other.Major), cmp.Compare(r.Minor, other.Minor))
}

// AtOrBefore reports whether r is known and not later than other.
func (r Release) AtOrBefore(other Release) bool { return r.Known() && r.Compare(other) <= 0 }

// String returns "1.24"; "" for an unknown release.
func (r Release) String() string {
	if !r.Known() {
		return ""
	}
	return strconv.Itoa(r.Major) + "." + strconv.Itoa(r.Minor)
}

// MarshalText encodes a Release as a JSON string.
func (r Release) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText decodes the output of MarshalText.
func (r *Release) UnmarshalText(b []byte) (err error) {
	if len(b) == 0 {
		*r = Release{}
		return nil
	}
	*r, err = ParseRelease(string(b))
	return err
}

// LostZero returns an error for a release that may have lost a zero at its end: YAML reads 1.30
// without quotes as 1.3. It returns nil for v1.3.
func LostZero(text string) error {
	digit, ok := strings.CutPrefix(text, "1.")
	if !ok || len(digit) != 1 || digit < "1" || digit > "9" {
		return nil
	}
	meant := Release{Major: 1, Minor: int(digit[0]-'0') * 10}
	if !meant.AtOrBefore(Newest()) {
		return nil
	}
	return fmt.Errorf("%s can be %s without its last zero: if you meant %s, write %s, in YAML with quotes: '%s'; for Kubernetes %s, write v%s", text, meant, meant, meant, meant, text, text)
}

// NewestMinor is the newest known minor of Kubernetes 1. All generated data (the catalog, gates,
// lifecycles) end with it; see CONTRIBUTING.md.
const NewestMinor = 37

// ReadByHand is the newest minor whose source code was read for the facts that are not generated:
// newest_test.go of preflight/check lists their files.
const ReadByHand = 37

// Newest returns the release of NewestMinor.
func Newest() Release { return Release{Major: 1, Minor: NewestMinor} }
