package rule

import "github.com/kubedelta/kubedelta/discovery"

func queryParameterRemoved() Rule {
	return Rule{
		ID: "query-parameter-removed", Title: "Requests no longer take a query parameter", Severity: Risky, Since: "0.1.0",
		Doc: "A parameter that is gone is ignored, not refused: requests that rely on it do something else. " +
			"One change for each parameter: `field` is its name, `verb` the verbs that took it, `reaches` the resources.",
		Example: "An aggregated server stops taking `fieldSelector`.",
		Needs:   parameterKnowledge, Aspect: "query parameters",
		Surface: func(s Surfaces) []Change {
			return parameterChanges(s, "query-parameter-removed", Risky, "is gone from", s.HiddenOld.Parameters, s.HiddenNew.Parameters,
				func(r Resource) (has, had *discovery.Resource) { return r.OldResource, r.NewResource })
		},
	}
}
