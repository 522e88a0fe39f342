// Package lazy creates values when they are first used: a process that runs for milliseconds
// compiles only the regular expressions that it needs.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a regular expression that is compiled when it is first used. It then panics if the
// expression is not valid, like regexp.MustCompile.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
