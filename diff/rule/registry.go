package rule

import "fmt"

// Registry lists all rules, in the order of docs/rules.md: what is served,
// how it is named, how it is called, what its objects look like.
func Registry() []Rule {
	rules := []Rule{
		groupVersionAdded(), groupVersionRemoved(),
		resourceAdded(), resourceRemoved(), resourceGraduated(),
		subresourceAdded(), subresourceRemoved(), scaleChanged(),
		verbAdded(), verbRemoved(),
		kindChanged(), scopeChanged(), namesChanged(), preferredVersionChanged(),
		apiDeprecated(), apiUndeprecated(),
		storedVersionDropped(), versionDropped(), storageVersionChanged(), conversionChanged(), printerColumnsChanged(),
		queryParameterAdded(), queryParameterRemoved(),
		mediaTypeAdded(), mediaTypeRemoved(),
		fieldAdded(), fieldAddedRequired(), fieldRemoved(), fieldRequiredAdded(), fieldRequiredRemoved(),
		fieldTypeChanged(), fieldFormatChanged(),
		enumIntroduced(), enumDropped(), enumValueAdded(), enumValueRemoved(),
		defaultAdded(), defaultChanged(), defaultRemoved(),
		constraintTightened(), constraintLoosened(), celRuleAdded(), celRuleChanged(), celRuleRemoved(), celRuleDetailsChanged(), pruningChanged(),
		listTopologyChanged(), mapTopologyChanged(), patchMergeChanged(), unionChanged(),
		selectableFieldAdded(), selectableFieldRemoved(),
		fieldDeprecated(), fieldBornDeprecated(), fieldDeprecationWithdrawn(), typeDeprecated(), fieldStageChanged(),
		descriptionChanged(), unclassified(),
	}
	seen := map[string]bool{}
	for _, r := range rules {
		if seen[r.ID] {
			panic(fmt.Sprintf("rule %s is registered twice", r.ID))
		}
		seen[r.ID] = true
	}
	return rules
}

// ByID finds a rule.
func ByID(id string) (Rule, bool) {
	for _, r := range Registry() {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}
