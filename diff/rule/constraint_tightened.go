package rule

func constraintTightened() Rule {
	return Rule{
		ID: "constraint-tightened", Title: "A field takes less than it took", Severity: Breaking,
		Varies: "risky in built-in types, and in the status of custom resources; info in that of built-in types", Since: "0.1.0",
		Doc: "A validation keyword (pattern, minimum, maxLength, minItems, nullable, additionalProperties, oneOf, …) came or became stricter: values that were " +
			"valid are refused. Patterns are compared by the texts that match, bounds with type and format, anyOf, oneOf, allOf and not by the properties and keywords they name. " +
			"Where that does not decide, the new one counts as stricter, and the message says that it could be looser. A null is dropped where it is not valid any more, unless a default stands in for it. `old` and `new` hold the keyword's values.",
		Example: "A CRD's release lowers `spec.replicas` from a maximum of 100 to 10.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) []Change {
			return f.constraintChanges("constraint-tightened", f.severity(f.enforced(Breaking, Risky), f.enforced(Risky, Info)), true)
		},
	}
}
