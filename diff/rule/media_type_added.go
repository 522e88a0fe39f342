package rule

func mediaTypeAdded() Rule {
	return Rule{
		ID: "media-type-added", Title: "The server speaks a new media type", Severity: Info, Since: "0.1.0",
		Doc:     "One line for the whole server, however many requests take it. `new` holds the media type.",
		Example: "1.32's documents show `application/cbor`.",
		Needs:   mediaTypeKnowledge, Aspect: "media types",
		Surface: func(s Surfaces) []Change {
			old, new := mediaTypes(s)
			return mediaTypeChanges("media-type-added", Info, "is new", missing(new, old))
		},
	}
}
