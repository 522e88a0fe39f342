package report

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/budget"
)

// The weights of a bounded report. What is removed and what could not be read is kept
// (budget.Keep). Entries of release notes go first, because each has a link.
const (
	weightAdvisory    budget.Weight = 950
	weightBreaking    budget.Weight = 900
	weightScope       budget.Weight = 880
	weightGap         budget.Weight = 870
	weightUrgent      budget.Weight = 860
	weightRisky       budget.Weight = 800
	weightNotCompared budget.Weight = 750
	weightDeprecated  budget.Weight = 700
	weightKnownIssues budget.Weight = 650
	weightGraduated   budget.Weight = 600
	weightHighlights  budget.Weight = 550
	weightUnknown     budget.Weight = 500
	weightClaim       budget.Weight = 480
	weightWaived      budget.Weight = 450
	weightAdded       budget.Weight = 420
	// weightEntry is the weight of an entry in the first section of the notes. Each following
	// section weighs less; there are eleven.
	weightEntry    budget.Weight = 400
	weightTheme    budget.Weight = 220
	weightReworded budget.Weight = 200
	weightCounts   budget.Weight = 160
	weightInfo     budget.Weight = 100
)

func sectionWeight(section int) budget.Weight {
	return [sectionCount]budget.Weight{
		removed: budget.Keep, changed: weightRisky, deprecated: weightDeprecated, graduated: weightGraduated, added: weightAdded, other: weightInfo,
	}[section]
}

// changeWeight is the weight of the severity, or that of the section for removed and graduated APIs.
func changeWeight(section int, c Change) budget.Weight {
	own, known := map[rule.Severity]budget.Weight{
		rule.Breaking: weightBreaking, rule.Risky: weightRisky, rule.Deprecation: weightDeprecated, rule.Unknown: weightUnknown, rule.Addition: weightAdded,
	}[c.Severity]
	switch {
	case section == removed:
		return budget.Keep
	case !known:
		own = weightInfo
	}
	if section == graduated {
		return max(own, weightGraduated)
	}
	return own
}

// Sections are in the order of their importance, and broad entries matter least to readers of one SIG.
func entryWeight(n *Note) budget.Weight {
	if actionRequired(&n.Note) {
		return weightUrgent
	}
	weight := weightEntry - 10*budget.Weight(n.Section.Rank())
	if n.Broad {
		weight -= 5
	}
	return weight
}

func proseWeight(part string) budget.Weight {
	if part == "Known Issues" {
		return weightKnownIssues
	}
	return weightTheme
}
