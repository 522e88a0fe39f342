package rule

func groupVersionRemoved() Rule {
	return Rule{
		ID: GroupVersionRemoved, Title: "A group-version was removed", Severity: Info, Since: "0.1.0",
		Doc:     "The new side no longer serves a version of a group. The changes of its resources are reported one by one.",
		Example: "1.35 no longer has `storage.k8s.io/v1alpha1`.",
		GroupVersion: func(g GroupVersion) []Change {
			if !g.InOld || g.InNew {
				return nil
			}
			return g.change("is no longer served")
		},
	}
}
