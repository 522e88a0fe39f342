package sources

import (
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/git"
)

const gitPrefix = string(source.SchemeGit) + ":"

// SidesOf returns OLD and NEW from the arguments of diff: two sources, a range of commits or
// sources, or, with a context, the source to compare its cluster with.
func SidesOf(args []string, context string) (old, new string, ok bool) {
	if len(args) == 2 {
		return args[0], args[1], true
	}
	if old, new, ok = RangeOf(args[0]); ok || strings.HasPrefix(args[0], gitPrefix) {
		return old, new, ok
	}
	return CurrentContext, args[0], context != ""
}

// RangeOf returns the two sides of a range of commits or sources.
func RangeOf(text string) (old, new string, ok bool) {
	if commits, isGit := strings.CutPrefix(text, gitPrefix); isGit {
		old, new, ok = git.Range(commits)
		return gitPrefix + old, gitPrefix + new, ok
	}
	return splitRange(text)
}

// splitRange splits OLD..NEW. Paths can contain "..": text that is an existing file, or that can be
// split in two ways, is not a range.
func splitRange(text string) (old, new string, ok bool) {
	if option.Exists(text) {
		return "", "", false
	}
	for i := 1; i+2 < len(text); i++ {
		before, after := text[:i], text[i+2:]
		if text[i:i+2] != ".." || strings.ContainsAny(before[i-1:]+after[:1], `./\`) {
			continue
		}
		if ok {
			return "", "", false
		}
		old, new, ok = before, after, true
	}
	return old, new, ok
}
