package rule

import "github.com/kubedelta/kubedelta/discovery"

func queryParameterAdded() Rule {
	return Rule{
		ID: QueryParameterAdded, Title: "A query parameter was added", Severity: Addition, Since: "0.1.0",
		Doc:     "One change for each parameter: `field` is its name, `verb` lists the verbs that accept it, `reaches` the resources.",
		Example: "1.27 accepts `sendInitialEvents` for list and deletecollection.",
		Needs:   parameterKnowledge, Aspect: "query parameters",
		Surface: func(s Surfaces) []Change {
			return parameterChanges(s, Addition, "is new for", s.HiddenNew.Parameters, s.HiddenOld.Parameters,
				func(r Resource) (has, had *discovery.Resource) { return r.NewResource, r.OldResource })
		},
	}
}
