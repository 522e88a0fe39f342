package rule

import "github.com/kubedelta/kubedelta/discovery"

func defaultRemoved() Rule {
	return Rule{
		ID: "default-removed", Title: "A default was removed", Severity: Breaking, Varies: "info if only servers write the field and it is not required; risky in alpha versions of built-in types, and for a zero value of an optional field, except for {} with " +
			"defaults below it", Since: "0.1.0",
		Doc: "The same manifest has another effect or is rejected. Zero values count in custom resources, whose objects no longer contain them; a Go client reads " +
			"the same value. `old` is the default.",
		Example: "A CRD's release drops the default of `spec.replicas`.",
		Needs:   defaultKnowledge, Aspect: "defaults",
		Field: inBoth(func(f Field) []Change {
			if f.Surfaces.New.Fidelity.Defaults != discovery.All || !f.gained(f.New, f.Old) {
				return nil
			}
			spec := Breaking
			if effectiveDefault(f.Old) == "" && !f.NewRequired && !fills(f.Old) {
				spec = Risky
			}
			severity, whom := f.severity(spec, Info), ""
			if f.NewRequired && f.Enforced {
				severity, whom = f.written(Info)
			}
			return []Change{f.change(severity, "no longer has the default "+f.Old.Default+whom).between(f.Old.Default, "")}
		}),
	}
}
