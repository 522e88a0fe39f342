package rule

func mediaTypeRemoved() Rule {
	return Rule{
		ID: "media-type-removed", Title: "The server no longer speaks a media type", Severity: Breaking, Since: "0.1.0",
		Doc:     "Requests with the media type are answered 406 or 415. One line for the whole server. `old` holds the media type.",
		Example: "A server stops taking `application/strategic-merge-patch+json`.",
		Needs:   mediaTypeKnowledge, Aspect: "media types",
		Surface: func(s Surfaces) []Change {
			old, new := mediaTypes(s)
			changes := mediaTypeChanges("media-type-removed", Breaking, "is gone", missing(old, new))
			for i := range changes {
				changes[i].Old, changes[i].New = changes[i].New, ""
			}
			return changes
		},
	}
}
