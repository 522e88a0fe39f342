package lifecycle

import (
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/discovery"
)

// dropLists takes out the kinds of lists, which share the effect of what they
// list, where the table has that. A kind whose methods name a list as its
// replacement means what is listed: networking.k8s.io/v1beta1 IngressClass
// does, by a slip upstream.
func dropLists(all plans.Plans) {
	for kind, plan := range all {
		if _, ok := all[item(kind)]; ok && item(kind) != kind {
			delete(all, kind)
			continue
		}
		if plan.Replacement != nil && item(kind) == kind {
			replacement := item(*plan.Replacement)
			plan.Replacement = &replacement
			all[kind] = plan
		}
	}
}

// item is the kind that a kind of lists lists; other kinds are their own.
func item(kind discovery.GroupVersionKind) discovery.GroupVersionKind {
	if name, ok := strings.CutSuffix(kind.Kind, "List"); ok && name != "" {
		kind.Kind = name
	}
	return kind
}
