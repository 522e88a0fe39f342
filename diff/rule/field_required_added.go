package rule

import "github.com/kubedelta/kubedelta/discovery"

func requiredKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Required }

func fieldRequiredAdded() Rule {
	return Rule{
		ID: "field-required-added", Title: "A field that was optional is required", Severity: Breaking,
		Varies: "info where it has a default, and in built-in types where only servers write it; else risky in built-in types, whose schema is documentation", Since: "0.1.0",
		Doc: "Both sides have the property; the new side's schema requires it. A server that enforces the schema refuses manifests without it, unless " +
			"a default fills it in first: in the status of a custom resource, those of a controller that does not write it. In built-in types the marker follows what Go code demanded before; it breaks generated clients and " +
			"offline validators.",
		Example: "1.30 marks `HostAlias.ip` as required.",
		Needs:   requiredKnowledge, Aspect: "required fields",
		Field: func(f Field) []Change {
			if !f.Both() || f.OldRequired || !f.NewRequired {
				return nil
			}
			severity, whom := f.written(Info)
			if f.New.Default != "" {
				severity, whom = Info, ""
			}
			return []Change{f.change("field-required-added", severity, "is required"+whom)}
		},
	}
}
