package rule

import "github.com/kubedelta/kubedelta/discovery"

func resourceAdded() Rule {
	return Rule{
		ID: "resource-added", Title: "A resource was added", Severity: Addition, Since: "0.1.0",
		Doc: "The new side serves a resource, in one version of its group, that the old side does not serve. If the resource left another version of its group in " +
			"the same step, `resource-graduated` is reported instead.",
		Example:  "1.24 serves `storage.k8s.io/v1` CSIStorageCapacity; 1.23 does not.",
		Resource: checkResourceAdded,
	}
}

func checkResourceAdded(r Resource) []Change {
	if r.OldResource != nil || r.NewResource == nil {
		return nil
	}
	c := r.change("resource-added", Addition)
	c.New = r.GroupVersion.String()
	c.Message = display(r.GroupVersion, c.Kind, c.Resource) + " is new"
	if l := r.NewResource.Lifecycle; l.DeprecatedIn(r.New.Release) {
		c.Message += ", and deprecated already since " + l.Deprecated.String()
		c.Replacement = successor(r.New, r.GroupVersion, r.NewResource)
	}
	return []Change{c}
}

// display names an API for a sentence: "apps/v1 Deployment".
func display(gv discovery.GroupVersion, kind, resource string) string {
	if kind == "" {
		kind = resource
	}
	return gv.String() + " " + kind
}
