package rule

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

func defaultKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Defaults }

// effectiveDefault is the default of a built-in type that users can notice: the zero
// values are what Go leaves in a field anyway, and code generators write them or not as
// they please (80 times in twelve pairs of releases).
func effectiveDefault(s *discovery.Schema) string {
	switch s.Default {
	case `""`, "0", "0.0", "false", "{}", "[]", "null":
		return ""
	default:
		return s.Default
	}
}

// defaultOf is the default of a side that users can notice. The API server writes that of a
// custom resource into its objects, a zero value too, but not null.
func (f Field) defaultOf(s *discovery.Schema) string {
	switch {
	case !f.Enforced:
		return effectiveDefault(s)
	case s.Default == "null":
		return ""
	default:
		return s.Default
	}
}

// defaults gives both sides' defaults.
func (f Field) defaults() (was, is string) { return f.defaultOf(f.Old), f.defaultOf(f.New) }

// gained reports whether one side has a default where the other has none.
func (f Field) gained(without, with *discovery.Schema) bool {
	return f.defaultOf(with) != "" && f.defaultOf(without) == ""
}

// fills reports whether a default is an object in which the API server writes the defaults
// of properties.
func fills(s *discovery.Schema) bool {
	return s.Default == "{}" && slices.ContainsFunc(s.Properties, func(p discovery.Field) bool {
		return p.Schema != nil && (p.Schema.Default != "" && p.Schema.Default != "{}" || fills(p.Schema))
	})
}
