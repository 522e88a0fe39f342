package validate

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// violation is a keyword that a value does not keep to.
type violation struct {
	// path leads to the value: keys, and numbers of items.
	path    []string
	keyword string
	schema  *schema
	reason  string
}

// visitor holds a value against a schema.
type visitor struct {
	path []string
	// matches says whether a text matches a pattern.
	matches func(pattern, text string) bool
	// fail is told what is wrong, and reports whether to go on.
	fail func(violation) bool
	done bool
}

func (v *visitor) wrong(s *schema, keyword, format string, args ...any) {
	if !v.done {
		v.done = !v.fail(violation{slices.Clone(v.path), keyword, s, fmt.Sprintf(format, args...)})
	}
}

// takes reports whether a schema takes a value, and says nothing of it.
func (v *visitor) takes(s *schema, value any) bool {
	good := true
	alone := visitor{matches: v.matches, fail: func(violation) bool { good = false; return false }}
	alone.visit(s, value)
	return good
}

// visit looks at one value. Where schemas are joined, what each of them says of the
// value is not told: the value has to be right for all of them.
func (v *visitor) visit(s *schema, value any) {
	switch {
	case v.done || s == nil || value == nil && (s.Nullable || slices.Contains(s.Type, "null")):
	case s.never:
		v.wrong(s, "boolean", "the false schema accepts no value")
	case s.Not != nil && v.takes(s.Not, value):
		v.wrong(s, "not", "")
	case !v.joined(s, value):
	case value == nil && len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) > 0:
		// One of them takes null.
	case len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(one any) bool { return reflect.DeepEqual(one, value) }):
		v.wrong(s, "enum", "value is not one of the allowed values")
	default:
		v.typed(s, value)
	}
}

// joined holds a value against the schemas of oneOf, anyOf and allOf.
func (v *visitor) joined(s *schema, value any) bool {
	takes := func(one *schema) bool { return v.takes(one, value) }
	var matching []int
	for i, one := range s.OneOf {
		if takes(one) {
			matching = append(matching, i)
		}
	}
	switch {
	case len(matching) > 1:
		v.wrong(s, "oneOf", `value matches more than one schema from "oneOf" (matches schemas at indices %v)`, matching)
	case len(s.OneOf) > 0 && len(matching) == 0:
		v.wrong(s, "oneOf", `value doesn't match any schema from "oneOf"`)
	case len(s.AnyOf) > 0 && !slices.ContainsFunc(s.AnyOf, takes):
		v.wrong(s, "anyOf", `doesn't match any schema from "anyOf"`)
	case slices.ContainsFunc(s.AllOf, func(one *schema) bool { return !takes(one) }):
		v.wrong(s, "allOf", `doesn't match all schemas from "allOf"`)
	default:
		return true
	}
	return false
}

func (v *visitor) typed(s *schema, value any) {
	may := func(name string) bool { return len(s.Type) == 0 || slices.Contains(s.Type, name) }
	switch value := value.(type) {
	case nil:
		v.wrong(s, "nullable", "value is not nullable")
	case float64:
		switch {
		case may("number"):
			v.number(s, value, false)
		case may("integer"):
			v.number(s, value, true)
		default:
			v.wrong(s, "type", "value must be %s", types(s))
		}
	case string:
		if may("string") {
			v.text(s, value)
			return
		}
		v.wrong(s, "type", "value must be %s", types(s))
	case []any:
		if may("array") {
			v.list(s, value)
			return
		}
		v.wrong(s, "type", "value must be %s", types(s))
	case map[string]any:
		if may("object") {
			v.object(s, value)
			return
		}
		v.wrong(s, "type", "value must be %s", types(s))
	default:
		if !may("boolean") {
			v.wrong(s, "type", "value must be %s", types(s))
		}
	}
}

func (v *visitor) number(s *schema, n float64, integer bool) {
	if integer {
		if n != math.Trunc(n) {
			v.wrong(s, "type", "value must be an integer")
		}
		if bits := map[string]float64{"int32": 31, "int64": 63}[s.Format]; bits > 0 && (n < -math.Exp2(bits) || n > math.Exp2(bits)-1) {
			v.wrong(s, "format", "value is out of the range of %s", s.Format)
		}
	}
	if low := s.ExclusiveMinimum.of(s.Minimum); low != nil && n <= *low {
		v.wrong(s, "exclusiveMinimum", "number must be more than %g", *low)
	}
	if high := s.ExclusiveMaximum.of(s.Maximum); high != nil && n >= *high {
		v.wrong(s, "exclusiveMaximum", "number must be less than %g", *high)
	}
	if s.Minimum != nil && n < *s.Minimum {
		v.wrong(s, "minimum", "number must be at least %g", *s.Minimum)
	}
	if s.Maximum != nil && n > *s.Maximum {
		v.wrong(s, "maximum", "number must be at most %g", *s.Maximum)
	}
	// A quotient has the rounding errors of both.
	const slack = 1e-12
	if q := n / s.MultipleOf; s.MultipleOf > 0 && math.Abs(q-math.Round(q)) > slack*math.Abs(q) {
		v.wrong(s, "multipleOf", "number must be a multiple of %g", s.MultipleOf)
	}
}

func (v *visitor) text(s *schema, text string) {
	length := utf8.RuneCountInString(text)
	if length < s.MinLength {
		v.wrong(s, "minLength", "minimum string length is %d", s.MinLength)
	}
	if s.MaxLength != nil && length > *s.MaxLength {
		v.wrong(s, "maxLength", "maximum string length is %d", *s.MaxLength)
	}
	if s.Pattern != "" && !v.matches(s.Pattern, text) {
		v.wrong(s, "pattern", `string doesn't match the regular expression "%s"`, s.Pattern)
	}
	if what, valid := ofFormat(s.Format, text); !valid {
		v.wrong(s, "format", "string must be %s", what)
	}
}

func (v *visitor) list(s *schema, items []any) {
	if len(items) < s.MinItems {
		v.wrong(s, "minItems", "minimum number of items is %d", s.MinItems)
	}
	if s.MaxItems != nil && len(items) > *s.MaxItems {
		v.wrong(s, "maxItems", "maximum number of items is %d", *s.MaxItems)
	}
	if s.UniqueItems && !distinct(items) {
		v.wrong(s, "uniqueItems", "duplicate items found")
	}
	for i, item := range items {
		v.below(strconv.Itoa(i), s.Items, item)
	}
}

func distinct(items []any) bool {
	seen := map[string]bool{}
	for _, item := range items {
		text, err := json.Marshal(item)
		if err == nil && seen[string(text)] {
			return false
		}
		seen[string(text)] = true
	}
	return true
}

func (v *visitor) object(s *schema, fields map[string]any) {
	if len(fields) < s.MinProperties {
		v.wrong(s, "minProperties", "there must be at least %d properties", s.MinProperties)
	}
	if s.MaxProperties != nil && len(fields) > *s.MaxProperties {
		v.wrong(s, "maxProperties", "there must be at most %d properties", *s.MaxProperties)
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		field, known := s.Properties[key]
		if !known {
			field = s.AdditionalProperties
		}
		v.below(key, field, fields[key])
	}
	for _, key := range s.Required {
		if _, ok := fields[key]; !ok {
			v.path = append(v.path, key)
			v.wrong(s, "required", "property %q is missing", key)
			v.path = v.path[:len(v.path)-1]
		}
	}
}

// below looks at a value within a value.
func (v *visitor) below(key string, s *schema, value any) {
	v.path = append(v.path, key)
	v.visit(s, value)
	v.path = v.path[:len(v.path)-1]
}
