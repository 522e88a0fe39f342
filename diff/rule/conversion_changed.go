package rule

func conversionChanged() Rule {
	return Rule{
		ID: "conversion-changed", Title: "Custom resources are converted in another way", Severity: Risky, Since: "0.1.0",
		Doc: "The conversion between versions is done by a webhook where it was not, or the other way round. Without a webhook only the apiVersion changes, and fields " +
			"that one version does not have are lost. `old` and `new` hold the strategies.",
		Example: "A CRD's release sets `conversion.strategy: Webhook`.",
		Surface: func(s Surfaces) (changes []Change) {
			for _, r := range definitions(s) {
				changes = append(changes, checkConversionChanged(r)...)
			}
			return changes
		},
	}
}

func checkConversionChanged(r Resource) []Change {
	was, is := r.OldResource.Custom, r.NewResource.Custom
	if was.Conversion == is.Conversion {
		return nil
	}
	return []Change{r.definitionChange("conversion-changed", Risky, was.Conversion, is.Conversion,
		"is converted by "+is.Conversion+", was by "+was.Conversion)}
}
