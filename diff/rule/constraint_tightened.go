package rule

func constraintTightened() Rule {
	return Rule{
		ID: "constraint-tightened", Title: "A field takes less than it took", Severity: Breaking,
		Varies: "risky in built-in types, and in the status of custom resources; info in that of built-in types", Since: "0.1.0",
		Doc: "A validation keyword (pattern, minimum, maxLength, minItems, nullable, additionalProperties, oneOf, …) came or became stricter: values that were " +
			"valid are refused. Where two texts cannot be compared (patterns, anyOf), the new one counts as stricter. `old` and `new` hold the keyword's values.",
		Example: "A CRD's release lowers `spec.replicas` from a maximum of 100 to 10.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) []Change {
			return f.constraintChanges("constraint-tightened", f.severity(f.enforced(Breaking, Risky), f.enforced(Risky, Info)), true)
		},
	}
}
