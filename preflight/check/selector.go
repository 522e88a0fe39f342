package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// matches evaluates a label selector (k8s.io/apimachinery metav1.LabelSelector). A
// selector without requirements matches all; whether an absent one does is for the
// caller to know. An operator that is not known matches nothing.
func matches(s evidence.Selector, labels map[string]string) bool {
	for key, value := range s.Labels {
		if got, has := labels[key]; !has || got != value {
			return false
		}
	}
	return !slices.ContainsFunc(s.Expressions, func(r evidence.Requirement) bool { return !holds(r, labels) })
}

func holds(r evidence.Requirement, labels map[string]string) bool {
	value, has := labels[r.Key]
	switch r.Operator {
	case "In":
		return has && slices.Contains(r.Values, value)
	case "NotIn":
		return !has || !slices.Contains(r.Values, value)
	case "Exists":
		return has
	case "DoesNotExist":
		return !has
	default:
		return false
	}
}
