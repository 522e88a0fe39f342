package plan

import (
	"strconv"
	"strings"
)

// older reports whether a version is an older patch than another one of its minor. Suffixes of
// vendors are ignored. What is not a version is not older.
func older(version, than string) bool {
	a, knownA := patch(version)
	b, knownB := patch(than)
	return knownA && knownB && a < b
}

// patch reads 4 from "v1.29.4-eks-036c24b".
func patch(version string) (int, bool) {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 3 {
		return 0, false
	}
	end := strings.IndexFunc(parts[2], func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(parts[2])
	}
	n, err := strconv.Atoi(parts[2][:end])
	return n, err == nil
}

// plainVersion returns a version for a sentence.
func plainVersion(version string) string {
	if version == "" {
		return "an unknown version"
	}
	return version
}
