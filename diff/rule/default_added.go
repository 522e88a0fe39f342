package rule

import "github.com/kubedelta/kubedelta/discovery"

func defaultAdded() Rule {
	return Rule{
		ID: "default-added", Title: "A default was added", Severity: Risky, Varies: "info in built-in types, if only servers write the field, and for a zero value, except for {} with defaults below it", Since: "0.1.0",
		Doc: "The API server sets the field if a manifest does not. In built-in types the schema now shows what Go code already did. Zero values count in custom " +
			"resources only; with `{}` the defaults below it are set, too. `new` is the default.",
		Example: "1.31 shows the default `TCP` of `ContainerPort.protocol`.",
		Needs:   defaultKnowledge, Aspect: "defaults",
		Field: inBoth(func(f Field) []Change {
			// Only a side that knows all defaults shows that there was none.
			if f.Surfaces.Old.Fidelity.Defaults != discovery.All || !f.gained(f.Old, f.New) {
				return nil
			}
			spec := Risky
			if effectiveDefault(f.New) == "" && !fills(f.New) {
				spec = Info
			}
			return []Change{f.change(f.enforced(f.severity(spec, Info), Info), "has the default "+f.New.Default).between("", f.New.Default)}
		}),
	}
}
