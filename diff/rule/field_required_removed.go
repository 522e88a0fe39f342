package rule

func fieldRequiredRemoved() Rule {
	return Rule{
		ID: FieldRequiredRemoved, Title: "A required field became optional", Severity: Info,
		Varies: "risky if only servers write it: readers may find it missing", Since: "0.1.0",
		Doc:     "Both sides have the property, and only the old side's schema requires it. Existing manifests stay valid.",
		Example: "1.35 no longer requires `PodFailurePolicyOnPodConditionsPattern.status`.",
		Needs:   requiredKnowledge, Aspect: "required fields",
		Field: inBoth(func(f Field) []Change {
			if !f.OldRequired || f.NewRequired {
				return nil
			}
			return []Change{f.change(f.severity(Info, Risky), "is no longer required")}
		}),
	}
}
