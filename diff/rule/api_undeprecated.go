package rule

func apiUndeprecated() Rule {
	return Rule{
		ID: "api-undeprecated", Title: "The deprecation of a version was withdrawn", Severity: Info, Since: "0.1.0",
		Doc:     "Both sides serve the version of the resource; the old side calls it deprecated, the new one does not.",
		Example: "1.32 withdrew the deprecation of `v1` Binding.",
		Needs:   deprecationKnowledge, Aspect: "deprecation of versions",
		Resource: func(r Resource) []Change {
			if !r.Stays() || !isDeprecated(r.Old, r.OldResource) || isDeprecated(r.New, r.NewResource) {
				return nil
			}
			c := r.change("api-undeprecated", Info)
			c.Message = display(r.GroupVersion, c.Kind, c.Resource) + " is no longer deprecated"
			return []Change{c}
		},
	}
}
