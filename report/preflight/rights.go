package preflight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

// maxRights is the most permissions in the sentence; --print-rbac prints all.
const maxRights = 5

// rights says which permissions to add first, each with the number of checks that it completes.
func (r *Report) rights() string {
	lacks := r.lacks()
	var words []string
	for len(words) < maxRights {
		p, asks, answers := best(lacks)
		if p == "" {
			break
		}
		words = append(words, fmt.Sprintf("%s (%s)", p, asking(asks, answers)))
		for id := range lacks {
			delete(lacks[id], p)
		}
	}
	if len(words) == 0 {
		return ""
	}
	text, more := "Permissions to add first: "+strings.Join(words, "; "), map[string]bool{}
	for _, missing := range lacks {
		maps.Copy(more, missing)
	}
	if delete(more, ""); len(more) > 0 {
		text += fmt.Sprintf("; and %d more; kubedelta preflight --print-rbac prints all", len(more))
	}
	return text
}

func asking(asks, answers int) string {
	if answers == asks {
		return "completes " + rule.Count(answers, "check")
	}
	if answers == 0 {
		return rule.Count(asks, "check") + " in part"
	}
	return fmt.Sprintf("completes %s, and %d more in part", rule.Count(answers, "check"), asks-answers)
}

// lacks returns the missing permissions of each check; "" for a gap that no permission closes.
func (r *Report) lacks() map[string]map[string]bool {
	lacks := map[string]map[string]bool{}
	for _, c := range r.Checks {
		if c.Verdict == preflight.NotApplicable {
			continue
		}
		for _, g := range c.Gaps {
			if lacks[c.ID] == nil {
				lacks[c.ID] = map[string]bool{}
			}
			lacks[c.ID][g.Permission] = true
		}
	}
	return lacks
}

// best is the permission that completes the most checks, then the one that the most checks need.
func best(lacks map[string]map[string]bool) (permission string, asks, answers int) {
	asked, answered := map[string]int{}, map[string]int{}
	for _, missing := range lacks {
		for p := range missing {
			if p == "" {
				continue
			}
			asked[p]++
			if len(missing) == 1 {
				answered[p]++
			}
		}
	}
	sorted := slices.SortedFunc(maps.Keys(asked), func(a, b string) int {
		return cmp.Or(cmp.Compare(answered[b], answered[a]), cmp.Compare(asked[b], asked[a]), strings.Compare(a, b))
	})
	if len(sorted) == 0 {
		return "", 0, 0
	}
	return sorted[0], asked[sorted[0]], answered[sorted[0]]
}
