package rule

func groupVersionAdded() Rule {
	return Rule{
		ID: "group-version-added", Title: "A group-version is new", Severity: Info, Since: "0.1.0",
		Doc:     "The new side serves a version of a group that the old side does not. Its resources carry the changes that matter.",
		Example: "1.30 brings `storagemigration.k8s.io/v1alpha1`.",
		GroupVersion: func(g GroupVersion) []Change {
			if g.InOld || !g.InNew {
				return nil
			}
			return g.change("group-version-added", g.Name.String()+" is new")
		},
	}
}
