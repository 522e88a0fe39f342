package rule

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

func defaultKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Defaults }

// effectiveDefault returns the default of a built-in type if it has an effect. Zero values have
// none, because Go fields have them anyway. Code generators write them or omit them (80 such
// differences in twelve pairs of releases).
func effectiveDefault(s *discovery.Schema) string {
	switch s.Default {
	case `""`, "0", "0.0", "false", "{}", "[]", "null":
		return ""
	default:
		return s.Default
	}
}

// defaultOf returns the default of one side if it has an effect. The API server writes the default
// of a custom resource into its objects, even a zero value, but not null.
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

// defaults returns the defaults of both sides.
func (f Field) defaults() (was, is string) { return f.defaultOf(f.Old), f.defaultOf(f.New) }

// gained reports whether only one side has a default.
func (f Field) gained(without, with *discovery.Schema) bool {
	return f.defaultOf(with) != "" && f.defaultOf(without) == ""
}

// setsDefaults reports whether the API server sets a default in a custom resource for a property, or
// below it.
func setsDefaults(s *discovery.Schema) bool {
	return s != nil && (defaulted(s) || setsDefaultsBelow(s))
}

func setsDefaultsBelow(s *discovery.Schema) bool {
	return setsDefaults(s.Items) || setsDefaults(s.AdditionalProperties) ||
		slices.ContainsFunc(s.Properties, func(p discovery.Field) bool { return setsDefaults(p.Schema) })
}

// fills reports whether a default is an object into which the API server writes the defaults of its
// properties.
func fills(s *discovery.Schema) bool {
	return s.Default == "{}" && slices.ContainsFunc(s.Properties, func(p discovery.Field) bool {
		return p.Schema != nil && (p.Schema.Default != "" && p.Schema.Default != "{}" || fills(p.Schema))
	})
}
