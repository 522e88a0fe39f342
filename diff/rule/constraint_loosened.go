package rule

func constraintLoosened() Rule {
	return Rule{
		ID: ConstraintLoosened, Title: "A validation became less strict", Severity: Info, Varies: "risky if only servers write the field and readers may get other values, and if null in a custom resource was replaced by a default and is now kept", Since: "0.1.0",
		Doc: "A validation keyword was removed, became less strict, or rejects nothing that the old side's other keywords accept. Readers may get values that were " +
			"not valid before. `old` and `new` are the values of the keyword.",
		Example: "A CRD's release raises `spec.replicas` from a maximum of 10 to 100.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: inBoth(func(f Field) []Change {
			return f.constraintChanges(f.severity(Info, Risky), false)
		}),
	}
}
