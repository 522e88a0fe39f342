package chart

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// ignoreRules are the rules of .helmignore: globs without **, and "!" before a pattern negates it.
type ignoreRules []ignoreRule

type ignoreRule struct {
	pattern        string
	negate, folder bool
	// anywhere says that the pattern has no slash and matches the last element of a path.
	anywhere bool
}

func readIgnore(root *os.Root) (ignoreRules, error) {
	// Helm always adds this rule.
	rules := ignoreRules{{pattern: "templates/.?*"}}
	data, err := readAll(root, ".helmignore")
	if errors.Is(err, fs.ErrNotExist) {
		return rules, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the chart's .helmignore cannot be read: %w", err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.Contains(line, "**") {
			return nil, errors.New("the chart's .helmignore: double-star (**) syntax is not supported")
		}
		if _, err := path.Match(line, "abc"); err != nil {
			return nil, fmt.Errorf("the chart's .helmignore: %q: %w", line, err)
		}
		var r ignoreRule
		line, r.negate = strings.CutPrefix(line, "!")
		line, r.folder = strings.CutSuffix(line, "/")
		line, rooted := strings.CutPrefix(line, "/")
		r.pattern, r.anywhere = line, !rooted && !strings.Contains(line, "/")
		rules = append(rules, r)
	}
	return rules, nil
}

// match reports whether a rule ignores a path. As in Helm, "!x" ignores everything except x.
func (rules ignoreRules) match(name string, folder bool) bool {
	if name == "Chart.yaml" {
		return false
	}
	for _, r := range rules {
		against := name
		if r.anywhere {
			against = path.Base(name)
		}
		met, err := path.Match(r.pattern, against)
		if err == nil && (folder || !r.folder) && met != r.negate {
			return true
		}
	}
	return false
}

// within returns the ignored path that a path is at or below, with a slash at the end: before, or
// the path itself. It returns "" if the path is not ignored.
func (rules ignoreRules) within(before, name string, folder bool) string {
	switch {
	case before != "" && strings.HasPrefix(name, before):
		return before
	case rules.match(name, folder):
		return name + "/"
	default:
		return ""
	}
}
