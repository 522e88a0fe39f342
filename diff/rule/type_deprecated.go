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

// toldByAPI reports that the schema is the body of a resource whose deprecation api-deprecated
// reports. For a built-in resource, both sides must know which versions are deprecated. The
// definition of a custom resource may deprecate the type only in the description.
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
