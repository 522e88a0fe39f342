package deprecation

import (
	"regexp"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// form is an expression that is compiled when it is first used: 50 of them take 10 ms, and
// most runs read no description that speaks of a deprecation.
type form func() *regexp.Regexp

func compile(text string) form { return lazy.Regexp(text) }

func (f form) MatchString(s string) bool                  { return f().MatchString(s) }
func (f form) FindString(s string) string                 { return f().FindString(s) }
func (f form) FindStringSubmatch(s string) []string       { return f().FindStringSubmatch(s) }
func (f form) ReplaceAllString(s, with string) string     { return f().ReplaceAllString(s, with) }
func (f form) FindAllStringIndex(s string, n int) [][]int { return f().FindAllStringIndex(s, n) }
func (f form) FindAllStringSubmatch(s string, n int) [][]string {
	return f().FindAllStringSubmatch(s, n)
}
