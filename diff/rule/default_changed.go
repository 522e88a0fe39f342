package rule

func defaultChanged() Rule {
	return Rule{
		ID: "default-changed", Title: "A default was changed", Severity: Breaking, Varies: "info if only servers write the field; risky in alpha versions of built-in types", Since: "0.1.0",
		Doc:     "The same manifest has another effect. An object that now lists, or no longer lists, the defaults of its fields is no change. `old` and `new` are the defaults.",
		Example: "A CRD's release changes the default of `spec.replicas` from 1 to 2.",
		Needs:   defaultKnowledge, Aspect: "defaults",
		Field: inBoth(func(f Field) []Change {
			was, is := f.defaults()
			if was == "" || is == "" || was == is || f.Enforced && sameDefault(f.Old, f.New) {
				return nil
			}
			return []Change{f.change(f.severity(Breaking, Info), "has the default "+is+", had "+was).between(was, is)}
		}),
	}
}
