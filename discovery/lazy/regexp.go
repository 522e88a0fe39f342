// Package lazy makes values when they are first used: a program that runs for milliseconds
// compiles only the expressions that it needs.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is an expression that is compiled when it is first used. It panics then if the
// expression is not valid, as regexp.MustCompile does.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
