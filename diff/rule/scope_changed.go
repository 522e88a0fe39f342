package rule

import "github.com/kubedelta/kubedelta/discovery"

func scopeChanged(r Resource) []Change {
	if r.OldResource.Scope == r.NewResource.Scope ||
		r.OldResource.Scope == discovery.ScopeUnknown || r.NewResource.Scope == discovery.ScopeUnknown {
		return nil
	}
	was, is := string(r.OldResource.Scope), string(r.NewResource.Scope)
	return []Change{r.change(r.breaking()).between(was, is).says("is " + is + ", was " + was)}
}
