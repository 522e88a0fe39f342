package diff

import "github.com/kubedelta/kubedelta/discovery"

// joinVersions makes one change of those that say the same of several versions of a custom
// resource: a definition repeats the schema for each version. The first in order stays and
// reaches the kind in all of them.
func joinVersions(changes []Change, old, new *discovery.Surface) []Change {
	type alike struct {
		rule, severity, group, kind, field, old, new, message, detail string
	}
	at := map[alike]int{}
	out := changes[:0]
	for _, c := range changes {
		if c.Schema == "" || c.Resource == "" || !bySchema(c.GroupVersion(), old, new) {
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

// bySchema: the version is of a custom resource, on either side.
func bySchema(gv discovery.GroupVersion, sides ...*discovery.Surface) bool {
	for _, s := range sides {
		if v := s.GroupVersion(gv); v != nil && v.Enforcement == discovery.BySchema {
			return true
		}
	}
	return false
}
