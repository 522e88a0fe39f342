package rule

func constraintTightened() Rule {
	return Rule{
		ID: ConstraintTightened, Title: "A validation became stricter", Severity: Breaking,
		Varies: "risky in built-in types and in the status of custom resources; info in the status of built-in types", Since: "0.1.0",
		Doc: "A validation keyword (pattern, minimum, maxLength, minItems, nullable, additionalProperties, oneOf, …) was added or became stricter: values that were " +
			"valid are rejected. Patterns are compared by the set of strings that match; bounds together with type and format; anyOf, oneOf, allOf and not by the " +
			"properties and keywords in them. If that does not decide, the new keyword is reported as stricter, and the message says that it could be looser. If " +
			"null is no longer valid, the API server drops it, or replaces it by the default, as the message then says. `old` and `new` are the values of the keyword.",
		Example: "A CRD's release lowers `spec.replicas` from a maximum of 100 to 10.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: inBoth(func(f Field) []Change {
			return f.constraintChanges(f.severity(f.enforced(Breaking, Risky), f.enforced(Risky, Info)), true)
		}),
	}
}
