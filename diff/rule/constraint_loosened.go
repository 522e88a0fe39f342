package rule

func constraintLoosened() Rule {
	return Rule{
		ID: "constraint-loosened", Title: "A field takes more than it took", Severity: Info, Varies: "risky where only servers write it", Since: "0.1.0",
		Doc:     "A validation keyword went or became less strict. Readers may meet values that they did not. `old` and `new` hold the keyword's values.",
		Example: "A CRD's release raises `spec.replicas` from a maximum of 10 to 100.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) []Change {
			return f.constraintChanges("constraint-loosened", f.severity(Info, Risky), false)
		},
	}
}
