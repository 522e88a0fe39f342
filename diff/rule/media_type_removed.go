package rule

func mediaTypeRemoved() Rule {
	return Rule{
		ID: MediaTypeRemoved, Title: "A media type was removed", Severity: Breaking, Since: "0.1.0",
		Doc:     "The API server answers requests with the media type with 406 or 415. One change for the whole server. `old` is the media type.",
		Example: "A server no longer accepts `application/strategic-merge-patch+json`.",
		Needs:   mediaTypeKnowledge, Aspect: "media types",
		Surface: func(s Surfaces) []Change {
			old, new := mediaTypes(s)
			changes := mediaTypeChanges(Breaking, "is removed", missing(old, new))
			for i := range changes {
				changes[i].Old, changes[i].New = changes[i].New, ""
			}
			return changes
		},
	}
}
