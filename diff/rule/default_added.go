package rule

import "github.com/kubedelta/kubedelta/discovery"

func defaultAdded() Rule {
	return Rule{
		ID: "default-added", Title: "A field has a default", Severity: Risky, Varies: "info in built-in types, where only servers write it, and for a zero value, but not for {} with defaults below it", Since: "0.1.0",
		Doc: "Objects read back have a value that nobody wrote. In built-in types the schema began to show what Go code did before. Zero values count in custom resources only; with `{}` the defaults below it appear. " +
			"`new` holds the default.",
		Example: "1.31 shows the default `TCP` of `ContainerPort.protocol`.",
		Needs:   defaultKnowledge, Aspect: "defaults",
		Field: func(f Field) []Change {
			// An absence proves something only on a side that knows all defaults.
			if !f.Both() || f.Surfaces.Old.Fidelity.Defaults != discovery.All || !f.gained(f.Old, f.New) {
				return nil
			}
			spec := Risky
			if effectiveDefault(f.New) == "" && !fills(f.New) {
				spec = Info
			}
			c := f.change("default-added", f.enforced(f.severity(spec, Info), Info), "has the default "+f.New.Default)
			c.New = f.New.Default
			return []Change{c}
		},
	}
}
