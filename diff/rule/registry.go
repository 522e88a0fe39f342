package rule

import "github.com/kubedelta/kubedelta/discovery/slice"

// Registry lists all rules in the order of docs/rules.md: what is served, its names, its requests,
// its objects.
func Registry() []Rule {
	rules := []Rule{
		{ID: GroupVersionAdded, GroupVersion: groupVersionAdded},
		{ID: GroupVersionRemoved, GroupVersion: groupVersionRemoved},
		{ID: ResourceAdded, Resource: resourceAdded},
		{ID: ResourceRemoved, Resource: resourceRemoved},
		{ID: ResourceGraduated, Resource: resourceGraduated},
		{ID: "subresource-added", Resource: staying(subresourceAdded)},
		{ID: SubresourceRemoved, Resource: staying(subresourceRemoved)},
		{ID: "scale-changed", Resource: scaleChanged},
		{ID: "verb-added", Resource: staying(verbAdded)},
		{ID: "verb-removed", Resource: staying(verbRemoved)},
		{ID: "kind-changed", Resource: staying(kindChanged)},
		{ID: "scope-changed", Resource: staying(scopeChanged)},
		{ID: "names-changed", Resource: staying(namesChanged)},
		{ID: PreferredVersionChanged, Group: preferredVersionChanged},
		{ID: APIDeprecated, Resource: staying(apiDeprecated)},
		{ID: APIUndeprecated, Resource: staying(apiUndeprecated)},
		{ID: "deprecation-warning-changed", Resource: deprecationWarningChanged},
		{ID: "stored-version-dropped", Surface: ofDefinitions(storedVersionDropped)},
		{ID: "version-dropped", Surface: ofDefinitions(versionDropped)},
		{ID: "storage-version-changed", Surface: ofDefinitions(storageVersionChanged)},
		{ID: "conversion-changed", Surface: ofDefinitions(conversionChanged)},
		{ID: "printer-columns-changed", Resource: printerColumnsChanged},
		{ID: QueryParameterAdded, Surface: queryParameterAdded},
		{ID: QueryParameterRemoved, Surface: queryParameterRemoved},
		{ID: MediaTypeAdded, Surface: mediaTypeAdded},
		{ID: MediaTypeRemoved, Surface: mediaTypeRemoved},
		{ID: FieldAdded, Field: fieldAdded},
		{ID: FieldAddedRequired, Field: fieldAddedRequired},
		{ID: FieldRemoved, Field: fieldRemoved},
		{ID: FieldRequiredAdded, Field: inBoth(fieldRequiredAdded)},
		{ID: "field-required-removed", Field: inBoth(fieldRequiredRemoved)},
		{ID: FieldTypeChanged, Field: inBoth(fieldTypeChanged)},
		{ID: "field-format-changed", Field: inBoth(fieldFormatChanged)},
		{ID: "enum-introduced", Field: inBoth(enumIntroduced)},
		{ID: "enum-dropped", Field: inBoth(enumDropped)},
		{ID: EnumValueAdded, Field: inBoth(enumValueAdded)},
		{ID: EnumValueRemoved, Field: inBoth(enumValueRemoved)},
		{ID: "default-added", Field: inBoth(defaultAdded)},
		{ID: "default-changed", Field: inBoth(defaultChanged)},
		{ID: "default-removed", Field: inBoth(defaultRemoved)},
		{ID: ConstraintTightened, Field: inBoth(constraintTightened)},
		{ID: ConstraintLoosened, Field: inBoth(constraintLoosened)},
		{ID: "cel-rule-added", Field: inBoth(celRuleAdded)},
		{ID: "cel-rule-changed", Field: inBoth(celRuleChanged)},
		{ID: "cel-rule-removed", Field: inBoth(celRuleRemoved)},
		{ID: "cel-rule-details-changed", Field: inBoth(celRuleDetailsChanged)},
		{ID: "pruning-changed", Field: inBoth(pruningChanged)},
		{ID: ListTopologyChanged, Field: inBoth(listTopologyChanged)},
		{ID: "map-topology-changed", Field: inBoth(mapTopologyChanged)},
		{ID: "patch-merge-changed", Field: inBoth(patchMergeChanged)},
		{ID: "union-changed", Field: inBoth(unionChanged)},
		{ID: "selectable-field-added", Field: inBoth(selectableFieldAdded)},
		{ID: "selectable-field-removed", Field: inBoth(selectableFieldRemoved)},
		{ID: FieldDeprecated, Field: inBoth(fieldDeprecated)},
		{ID: FieldBornDeprecated, Field: fieldBornDeprecated},
		{ID: "field-deprecation-withdrawn", Field: inBoth(fieldDeprecationWithdrawn)},
		{ID: TypeDeprecated, Field: inBoth(typeDeprecated)},
		{ID: FieldStageChanged, Field: inBoth(fieldStageChanged)},
		{ID: DescriptionChanged, Field: inBoth(descriptionChanged)},
		{ID: "unclassified", Field: inBoth(unclassified)},
	}
	for i := range rules {
		rules[i].describe(pages()[rules[i].ID])
	}
	return rules
}

// ByID returns the rule with an ID; not ok if there is none.
func ByID(id string) (Rule, bool) {
	if r := slice.Find(Registry(), func(r *Rule) bool { return r.ID == id }); r != nil {
		return *r, true
	}
	return Rule{}, false
}
