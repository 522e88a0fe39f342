package files

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// glob is a pattern for paths with slashes: "**" matches any number of folders, and the rest is as
// in [path.Match], with [!a] for [^a]. Braces are expanded before.
type glob struct {
	segments []string
	// name: it matches the last segment only.
	name bool
}

// globs reads patterns that may have braces, which those of git do not have.
func globs(patterns []string) []glob {
	return slice.Map(slice.Flat(patterns, expanded), newGlob)
}

func newGlob(pattern string) glob {
	pattern = strings.ReplaceAll(pattern, "[!", "[^")
	pattern = strings.TrimPrefix(strings.TrimSuffix(pattern, "/"), "./")
	return glob{segments: strings.Split(strings.TrimPrefix(pattern, "/"), "/"), name: !strings.Contains(pattern, "/")}
}

// CheckGlob returns an error for a pattern that would match nothing, because it is not complete.
func CheckGlob(pattern string) error {
	if len(pattern) > maxPattern || len(expanded(pattern)) > maxExpanded {
		return fmt.Errorf("it is longer than %d bytes, or its braces stand for more than %d globs", maxPattern, maxExpanded)
	}
	for _, one := range globs([]string{pattern}) {
		for _, segment := range one.segments {
			if _, err := path.Match(segment, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxPattern is the length of the longest path in Linux. maxExpanded limits what {a,b}{a,b}{a,b}…
// stands for.
const maxPattern, maxExpanded = 4096, 1000

// expanded are the patterns that a pattern with braces stands for, as in a shell: a/{b,c} is a/b and
// a/c. Braces without a comma are literal, as in {{cookiecutter.name}}.
func expanded(pattern string) (all []string) {
	for at := 0; at < len(pattern) && len(pattern) <= maxPattern; at++ {
		if pattern[at] == '\\' {
			at++
		} else if parts, rest := alternatives(pattern[at:]); len(parts) > 1 {
			for _, end := range expanded(rest) {
				for _, part := range parts {
					for _, middle := range expanded(part) {
						if all = append(all, pattern[:at]+middle+end); len(all) > maxExpanded {
							return all
						}
					}
				}
			}
			return all
		}
	}
	return []string{pattern}
}

// alternatives are the parts between the commas of the braces at the start of a text, and what
// follows the braces; none if there are no such braces.
func alternatives(text string) (parts []string, rest string) {
	depth, from := 0, 1
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case at == 0 && c != '{':
			return nil, ""
		case c == '\\':
			at++
		case c == '{':
			depth++
		case c == ',' && depth == 1:
			parts, from = append(parts, text[from:at]), at+1
		case c == '}':
			if depth--; depth == 0 {
				return append(parts, text[from:at]), text[at+1:]
			}
		}
	}
	return nil, ""
}

// JoinGlobs joins the parts of a pattern that was split at the commas in its braces, as in a list
// of several patterns.
func JoinGlobs(list []string) (joined []string) {
	for i := 0; i < len(list); i++ {
		whole, n := list[i], 1
		for braces(whole) > 0 && i+n < len(list) {
			whole, n = whole+","+list[i+n], n+1
		}
		if braces(whole) > 0 {
			whole, n = list[i], 1
		}
		joined = append(joined, whole)
		i += n - 1
	}
	return joined
}

// braces counts the braces that a pattern does not close.
func braces(pattern string) int {
	return strings.Count(pattern, "{") - strings.Count(pattern, "}") - strings.Count(pattern, `\{`) + strings.Count(pattern, `\}`)
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
