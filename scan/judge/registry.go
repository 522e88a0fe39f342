package judge

// Rules lists all rules, in the order of the documentation: types, fields,
// references, words, configurations of components.
func Rules() []Rule {
	return []Rule{
		resourceRemoved(), notServedByDefault(), kindUnknown(), targetIncomplete(), apiDeprecated(), projectAPIOutdated(),
		fieldRemoved(), fieldDeprecated(), fieldUnknown(), valueDeprecated(), volumeRemoved(),
		referenceRemoved(), referenceDeprecated(), referenceUnknown(),
		labelRemoved(), labelDeprecated(), annotationRemoved(), annotationDeprecated(),
		configurationRemoved(), configurationDeprecated(), configurationUnknown(), settingRemoved(), settingDeprecated(), settingUnknown(),
	}
}
