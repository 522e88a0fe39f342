package rule

import "github.com/kubedelta/kubedelta/discovery"

func defaultAdded() Rule {
	return Rule{
		ID: "default-added", Title: "A field has a default", Severity: Risky, Varies: "info in built-in types and where only servers write it", Since: "0.1.0",
		Doc: "Objects read back have a value that nobody wrote. In built-in types the schema began to show what Go code did before. Zero values do not count. " +
			"`new` holds the default.",
		Example: "1.31 shows the default `TCP` of `ContainerPort.protocol`.",
		Needs:   defaultKnowledge, Aspect: "defaults",
		Field: func(f Field) []Change {
			// An absence proves something only on a side that knows all defaults.
			if !f.Both() || f.Surfaces.Old.Fidelity.Defaults != discovery.All || !f.gained(f.Old, f.New) {
				return nil
			}
			c := f.change("default-added", f.enforced(f.severity(Risky, Info), Info), "has the default "+f.New.Default)
			c.New = f.New.Default
			return []Change{c}
		},
	}
}
