package rule

import "github.com/kubedelta/kubedelta/discovery"

func scopeChanged() Rule {
	return Rule{
		ID: "scope-changed", Title: "The scope of a resource changed", Severity: Breaking, Varies: "risky for alpha versions of built-in resources", Since: "0.1.0",
		Doc:     "A namespaced resource became cluster-scoped, or the other way round: all its URLs change, and stored objects cannot be reached.",
		Example: "A CRD is created again with `scope: Cluster`.",
		Needs:   func(f discovery.Fidelity) discovery.Knowledge { return f.Scope }, Aspect: "scope",
		Resource: func(r Resource) []Change {
			if !r.Stays() || r.OldResource.Scope == r.NewResource.Scope ||
				r.OldResource.Scope == discovery.ScopeUnknown || r.NewResource.Scope == discovery.ScopeUnknown {
				return nil
			}
			was, is := string(r.OldResource.Scope), string(r.NewResource.Scope)
			return []Change{r.change(r.breaking()).between(was, is).says("is " + is + ", was " + was)}
		},
	}
}
