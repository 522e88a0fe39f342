package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func defaultAdded() Rule {
	return Rule{
		ID: "default-added", Title: "A default was added", Severity: Risky, Varies: "breaking in the items of a set of a custom resource, where it can make two of them equal; info in built-in types, if only servers write the field, and for a zero value, except for {} with defaults below it", Since: "0.1.0",
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
			severity, message := f.enforced(f.severity(spec, Info), Info), "has the default "+f.New.Default
			if f.Enforced && f.joinsItems() {
				severity = f.severity(Breaking, Risky)
				message += "; two items of a set that were different can be equal with it, and the API server rejects them"
			}
			return []Change{f.change(severity, message).between("", f.New.Default)}
		}),
	}
}

// joinsItems reports that a new default can make two items of a set equal: one that had no value, and
// one that had this value. The API server sets defaults before it looks for equal items.
func (f Field) joinsItems() bool {
	if f.OldRequired && !f.Old.Nullable {
		return false
	}
	for p := &f; p.Parent != nil; p = p.Parent {
		if p.Property == "" && strings.HasSuffix(p.Path, "[]") && p.Parent.Both() && listType(p.Parent.Old) == "a set" && listType(p.Parent.New) == "a set" && !p.Parent.oneItem() {
			return true
		}
	}
	return false
}
