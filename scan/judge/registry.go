package judge

// Rules lists all rules, in the order of the documentation: types, fields,
// references, words.
func Rules() []Rule {
	return []Rule{
		resourceRemoved(), notServedByDefault(), kindUnknown(), targetIncomplete(), apiDeprecated(),
		fieldRemoved(), fieldDeprecated(), fieldUnknown(), valueDeprecated(), volumeRemoved(),
		referenceRemoved(), referenceDeprecated(), referenceUnknown(),
		labelRemoved(), labelDeprecated(), annotationRemoved(), annotationDeprecated(),
	}
}

// RuleByID finds a rule.
func RuleByID(id string) (Rule, bool) {
	for _, r := range Rules() {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}
