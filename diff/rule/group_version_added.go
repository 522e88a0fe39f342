package rule

func groupVersionAdded() Rule {
	return Rule{
		ID: GroupVersionAdded, Title: "A group-version was added", Severity: Info, Since: "0.1.0",
		Doc:     "The new side serves a version of a group that the old side does not serve. The changes of its resources are reported one by one.",
		Example: "1.30 adds `storagemigration.k8s.io/v1alpha1`.",
		GroupVersion: func(g GroupVersion) []Change {
			if g.InOld || !g.InNew {
				return nil
			}
			return g.change("is new")
		},
	}
}
