package rule

func apiUndeprecated() Rule {
	return Rule{
		ID: APIUndeprecated, Title: "An API version is no longer deprecated", Severity: Info, Since: "0.1.0",
		Doc:     "Both sides serve this version of the resource. The old side deprecates it; the new side does not.",
		Example: "1.32 no longer deprecates `v1` Binding.",
		Needs:   deprecationKnowledge, Aspect: "deprecation of versions",
		Resource: func(r Resource) []Change {
			if !r.Stays() || !isDeprecated(r.Old, r.OldResource) || isDeprecated(r.New, r.NewResource) {
				return nil
			}
			return []Change{r.kindChange(Info).says("is no longer deprecated")}
		},
	}
}
