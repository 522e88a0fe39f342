package lifecycle

import (
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/discovery"
)

// dropLists removes List kinds if the table has the kind of their items, because both have the same
// lifecycle. A replacement that is a List kind is changed to the kind of the items:
// networking.k8s.io/v1beta1 IngressClass has such a replacement by mistake.
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

// item returns the kind of the items of a List kind, and other kinds unchanged.
func item(kind discovery.GroupVersionKind) discovery.GroupVersionKind {
	if name, ok := strings.CutSuffix(kind.Kind, "List"); ok && name != "" {
		kind.Kind = name
	}
	return kind
}
