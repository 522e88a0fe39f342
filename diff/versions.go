package diff

import "github.com/kubedelta/kubedelta/diff/rule"

// joinVersions joins the same change of several versions of a custom resource, because a definition
// repeats the schema for each version. The first change stays and lists the kind in all versions.
func joinVersions(changes []Change, s rule.Surfaces) []Change {
	type alike struct {
		rule, severity, group, kind, field, old, new, message, detail string
	}
	at := map[alike]int{}
	out := changes[:0]
	for _, c := range changes {
		if c.Schema == "" || c.Resource == "" || !s.BySchema(c.GroupVersion()) {
			out = append(out, c)
			continue
		}
		key := alike{c.Rule, string(c.Severity), c.Group, c.Kind, c.Field, c.Old, c.New, c.Message, c.Detail}
		first, known := at[key]
		if !known {
			at[key] = len(out)
			out = append(out, c)
			continue
		}
		out[first].Reaches = append(out[first].Reaches[:len(out[first].Reaches):len(out[first].Reaches)], c.Reaches...)
		out[first].ServedByDefault = out[first].ServedByDefault || c.ServedByDefault
	}
	return out
}
