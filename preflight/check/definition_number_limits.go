package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkNumberLimits(in preflight.Input) (f found) {
	if len(in.CRDs) == 0 {
		return doesNotApply(noDefinitions)
	}
	f.checked(in, CustomNumberLimits)
	for _, it := range f.items {
		it.Notes, it.Before = []int{136582}, hop(rule.NumberFormats())
		if it.Severity == rule.Breaking {
			it.Severity = rule.Risky // the objects that exist keep their values
		}
	}
	return f
}
