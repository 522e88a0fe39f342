package rule

import "github.com/kubedelta/kubedelta/discovery"

func defaultRemoved() Rule {
	return Rule{
		ID: "default-removed", Title: "A field no longer has a default", Severity: Breaking, Varies: "info where only servers write it; risky in alpha versions of built-in types", Since: "0.1.0",
		Doc:     "The same manifest means something else, or is refused. Zero values do not count. `old` holds the default.",
		Example: "A CRD's release drops the default of `spec.replicas`.",
		Needs:   defaultKnowledge, Aspect: "defaults",
		Field: func(f Field) []Change {
			if !f.Both() || f.Surfaces.New.Fidelity.Defaults != discovery.All || !f.gained(f.New, f.Old) {
				return nil
			}
			c := f.change("default-removed", f.severity(Breaking, Info), "no longer has the default "+f.Old.Default)
			c.Old = f.Old.Default
			return []Change{c}
		},
	}
}
