package rule

import "github.com/kubedelta/kubedelta/discovery"

func queryParameterRemoved() Rule {
	return Rule{
		ID: QueryParameterRemoved, Title: "A query parameter was removed", Severity: Risky, Since: "0.1.0",
		Doc: "The API server ignores an unknown parameter: requests that use it are accepted and have another effect. One change for each parameter: `field` is its " +
			"name, `verb` lists the verbs that accepted it, `reaches` the resources.",
		Example: "An aggregated server no longer supports `fieldSelector`.",
		Needs:   parameterKnowledge, Aspect: "query parameters",
		Surface: func(s Surfaces) []Change {
			return parameterChanges(s, Risky, "is removed for", s.HiddenOld.Parameters, s.HiddenNew.Parameters,
				func(r Resource) (has, had *discovery.Resource) { return r.OldResource, r.NewResource })
		},
	}
}
