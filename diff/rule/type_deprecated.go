package rule

import "github.com/kubedelta/kubedelta/discovery"

func typeDeprecated() Rule {
	return Rule{
		ID: TypeDeprecated, Title: "A type became deprecated", Severity: Deprecation, Since: "0.1.0",
		Doc: "Both sides have the schema, and only the new side's description says that the whole type is deprecated. If the type is that of a resource, " +
			"`api-deprecated` is reported instead, with dates.",
		Example: "1.33 deprecates `EndpointSubset`.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: inBoth(func(f Field) []Change {
			if f.Path != "" || f.toldByAPI() || f.Old.Facts.Deprecated || !f.New.Facts.Deprecated {
				return nil
			}
			return []Change{f.change(Deprecation, "is deprecated")}
		}),
	}
}

// toldByAPI: the schema is the body of a built-in resource, and both sides know
// which versions are deprecated. A custom resource's definition marks versions,
// and may deprecate the type in words only.
func (f Field) toldByAPI() bool {
	if f.Resource == "" {
		return false
	}
	if f.Enforced {
		r := f.Surfaces.New.Resource(f.GroupVersion, f.Resource)
		return r != nil && r.DeprecatedHere
	}
	return discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) != discovery.None
}
