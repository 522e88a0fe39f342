package rule

import "github.com/kubedelta/kubedelta/discovery"

func requiredKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Required }

func fieldRequiredAdded() Rule {
	return Rule{
		ID: FieldRequiredAdded, Title: "An optional field became required", Severity: Breaking,
		Varies: "info if it has a default, if a CEL rule of the old side required it, if every object has it (apiVersion, kind, metadata), or in built-in types if only servers write it; otherwise risky in built-in types, whose schema is documentation", Since: "0.1.0",
		Doc: "Both sides have the property, and only the new side's schema requires it. A server that validates with the schema rejects objects without it, unless " +
			"a default sets it first. In the status of a custom resource this concerns the controller that writes the status. In built-in types Go code already " +
			"required the field; the marker affects generated clients and offline validators.",
		Example: "1.30 marks `HostAlias.ip` as required.",
		Needs:   requiredKnowledge, Aspect: "required fields",
		Field: inBoth(func(f Field) []Change {
			if f.OldRequired || !f.NewRequired {
				return nil
			}
			severity, whom := f.written(Info)
			if defaulted(f.New) || f.requiredByRule() || f.everywhere() {
				severity, whom = Info, ""
			}
			return []Change{f.change(severity, "is required"+whom)}
		}),
	}
}

// everywhere reports that the API server accepts no object without the property.
func (f Field) everywhere() bool {
	return f.Resource != "" && (f.Path == "apiVersion" || f.Path == "kind" || f.Path == "metadata")
}

// requiredByRule reports that the old side's rules required the property.
func (f Field) requiredByRule() bool {
	name, ok := expressionName(f.Property)
	return ok && f.Parent != nil && f.Parent.keepsKeyword("required", name)
}
