package rule

func constraintLoosened() Rule {
	return Rule{
		ID: "constraint-loosened", Title: "A constraint takes all that was valid", Severity: Info, Varies: "risky where only servers write it", Since: "0.1.0",
		Doc:     "A validation keyword went, became less strict, or refuses nothing that the other keywords of the old side let through. Readers may meet values that they did not. `old` and `new` hold the keyword's values.",
		Example: "A CRD's release raises `spec.replicas` from a maximum of 10 to 100.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) []Change {
			return f.constraintChanges("constraint-loosened", f.severity(Info, Risky), false)
		},
	}
}
