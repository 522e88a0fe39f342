package rule

import "strconv"

func deprecationWarningChanged() Rule {
	return Rule{
		ID: "deprecation-warning-changed", Title: "The warning of a deprecated version changed", Severity: Info, Since: "Unreleased",
		Doc: "Both sides deprecate this version of a custom resource, and the API server sends another warning to clients that use it (`deprecationWarning`). Without a text of " +
			"its own, a version has the warning that the API server writes. `old` and `new` are the texts.",
		Example: "A CRD's release names another version to use in the warning of v1alpha1.",
		Needs:   deprecationKnowledge, Aspect: "deprecation of versions",
		Resource: func(r Resource) []Change {
			custom, with, shown := r.custom()
			if !shown || custom.Conversion == "" || with.Conversion == "" {
				return nil // the source does not show the definition, or only its versions
			}
			was, is := r.OldResource, r.NewResource
			if !was.DeprecatedHere || !is.DeprecatedHere || was.DeprecationWarning == is.DeprecationWarning {
				return nil
			}
			return []Change{r.kindChange(Info).between(was.DeprecationWarning, is.DeprecationWarning).
				says("has the deprecationWarning " + warning(is.DeprecationWarning) + ", had " + warning(was.DeprecationWarning))}
		},
	}
}

func warning(text string) string {
	if text == "" {
		return "none"
	}
	return strconv.Quote(text)
}
