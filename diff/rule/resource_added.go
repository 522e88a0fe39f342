package rule

func resourceAdded() Rule {
	return Rule{
		ID: ResourceAdded, Title: "A resource was added", Severity: Addition, Since: "0.1.0",
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
	c := r.kindChange(Addition).between("", r.GroupVersion.String()).says("is new")
	if l := r.NewResource.Lifecycle; l.DeprecatedIn(r.New.Release) {
		c.Message += ", and already deprecated since " + l.Deprecated.String()
		c.Replacement = successor(r.New, r.GroupVersion, r.NewResource)
	}
	return []Change{c}
}
