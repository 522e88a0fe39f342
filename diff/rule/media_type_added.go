package rule

func mediaTypeAdded() Rule {
	return Rule{
		ID: MediaTypeAdded, Title: "A media type was added", Severity: Info, Since: "0.1.0",
		Doc:     "One change for the whole server. `new` is the media type.",
		Example: "1.32 supports `application/cbor`.",
		Needs:   mediaTypeKnowledge, Aspect: "media types",
		Surface: func(s Surfaces) []Change {
			old, new := mediaTypes(s)
			return mediaTypeChanges(Info, "is new", missing(new, old))
		},
	}
}
