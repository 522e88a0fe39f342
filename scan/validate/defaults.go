package validate

import "github.com/kubedelta/kubedelta/discovery"

// complete changes a custom resource as the API server does before validation: a field that is
// missing, or null where its schema does not allow null, gets the default. Without a default, such
// a null is dropped from maps; items of lists stay null. Source:
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting.
func (x *check) complete(value any, s *discovery.Schema, depth int) {
	s, _ = x.resolve(s)
	if s == nil || depth > maxDepth {
		return
	}
	switch value := value.(type) {
	case map[string]any:
		for _, f := range s.Properties {
			if _, set := value[f.Name]; !set && f.Schema.Default != "" {
				value[f.Name] = defaultOf(f.Schema)
			}
		}
		for key, inner := range value {
			of := s.AdditionalProperties
			if f := s.Field(key); f != nil {
				of = f.Schema
			}
			if inner = filledWith(inner, of); inner == nil && !allowsNull(of) {
				delete(value, key)
				continue
			}
			value[key] = inner
			x.complete(inner, of, depth+1)
		}
	case []any:
		for i := range value {
			value[i] = filledWith(value[i], s.Items)
			x.complete(value[i], s.Items, depth+1)
		}
	}
}

// filledWith is the value, or the default if the value is null and null is not allowed.
func filledWith(value any, s *discovery.Schema) any {
	if value == nil && !allowsNull(s) && s.Default != "" {
		return defaultOf(s)
	}
	return value
}

// allowsNull reports whether null is a valid value, which it is without a schema.
func allowsNull(s *discovery.Schema) bool { return s == nil || s.Nullable }

func defaultOf(s *discovery.Schema) any { return decode(s.Default) }
