package rule

import "github.com/kubedelta/kubedelta/discovery/slice"

// Registry lists all rules in the order of docs/rules.md: what is served, its names, its requests,
// its objects.
func Registry() []Rule {
	return []Rule{
		groupVersionAdded(), groupVersionRemoved(),
		resourceAdded(), resourceRemoved(), resourceGraduated(),
		subresourceAdded(), subresourceRemoved(), scaleChanged(),
		verbAdded(), verbRemoved(),
		kindChanged(), scopeChanged(), namesChanged(), preferredVersionChanged(),
		apiDeprecated(), apiUndeprecated(), deprecationWarningChanged(),
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
}

// ByID returns the rule with an ID; not ok if there is none.
func ByID(id string) (Rule, bool) {
	if r := slice.Find(Registry(), func(r *Rule) bool { return r.ID == id }); r != nil {
		return *r, true
	}
	return Rule{}, false
}
