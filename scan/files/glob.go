package files

import (
	"path"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// glob is a pattern for paths with slashes: "**" matches any number of folders, and the rest is as
// in [path.Match], with [!a] for [^a].
type glob struct {
	segments []string
	// name: it matches the last segment only.
	name bool
}

func globs(patterns []string) []glob { return slice.Map(patterns, newGlob) }

func newGlob(pattern string) glob {
	pattern = strings.ReplaceAll(pattern, "[!", "[^")
	pattern = strings.TrimPrefix(strings.TrimSuffix(pattern, "/"), "./")
	return glob{segments: strings.Split(strings.TrimPrefix(pattern, "/"), "/"), name: !strings.Contains(pattern, "/")}
}

// CheckGlob returns an error for a pattern that would match nothing, because it is not complete.
func CheckGlob(pattern string) error {
	for _, segment := range newGlob(pattern).segments {
		if _, err := path.Match(segment, ""); err != nil {
			return err
		}
	}
	return nil
}

// matches reports whether any of the globs matches one of the forms of a path.
func matches(all []glob, forms ...string) bool {
	return slices.ContainsFunc(all, func(g glob) bool { return slices.ContainsFunc(forms, g.match) })
}

func (g glob) match(name string) bool {
	if g.name {
		return matchSegment(g.segments[0], path.Base(name))
	}
	return matchSegments(g.segments, strings.Split(name, "/"))
}

// matchSegments goes back to the last "**" only, because it can match whatever an earlier one
// could. So it is never more than quadratic.
func matchSegments(pattern, name []string) bool {
	p, n, star, at := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			star, at = p, n
			p++
		case p < len(pattern) && matchSegment(pattern[p], name[n]):
			p, n = p+1, n+1
		case star >= 0:
			at++
			p, n = star+1, at
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

func matchSegment(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
