package diff

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// joinVersions joins the same change of several versions of a custom resource, because a definition
// repeats the schema for each version. The first change stays and lists the kind in all versions. A
// change of a version that is not served is never stronger than that of a served version, which it
// joins.
func joinVersions(changes []Change, sides ...*discovery.Surface) []Change {
	bySchema := map[discovery.GroupVersion]bool{}
	for _, s := range sides {
		for gv, v := range s.EachVersion() {
			bySchema[gv] = bySchema[gv] || v.Enforcement == discovery.BySchema
		}
	}
	type alike struct {
		rule, severity, group, kind, field, old, new, message, detail string
	}
	at, owned := map[alike]int{}, map[int]bool{}
	out := changes[:0]
	for _, c := range changes {
		if c.Schema == "" || c.Resource == "" || c.Variant != rule.Unserved && !bySchema[c.GroupVersion()] {
			out = append(out, c)
			continue
		}
		key := alike{c.Rule, string(c.Severity), c.Group, c.Kind, c.Field, c.Old, c.New, c.Message, c.Detail}
		anySeverity := key
		anySeverity.severity, anySeverity.message = "", ""
		if c.Variant == rule.Unserved {
			key = anySeverity
		}
		first, known := at[key]
		if !known {
			note(at, anySeverity, len(out))
			at[key] = len(out)
			out = append(out, c)
			continue
		}
		if !owned[first] { // the list belongs to the caller
			out[first].Reaches, owned[first] = slices.Clone(out[first].Reaches), true
		}
		out[first].Reaches = append(out[first].Reaches, c.Reaches...)
		out[first].ServedByDefault = out[first].ServedByDefault || c.ServedByDefault
	}
	return out
}
