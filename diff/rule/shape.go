package rule

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/diff/pattern"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// shape is the description of a value in both schemas. The old side accepted the value. It
// implements [cel.Shape].
type shape struct{ old, new *discovery.Schema }

// shapeOf returns the shape of a place; nil if a side does not describe the place.
func shapeOf(old, new *discovery.Schema) cel.Shape {
	if old == nil || new == nil || old.Ref != "" || new.Ref != "" {
		return nil
	}
	return shape{old, new}
}

// escapes decodes property names that are not CEL identifiers, and escaped writes them (KEP-2876,
// "Escaping").
//
//nolint:gochecknoglobals // constants; Go has no constant replacers.
var (
	escapes = strings.NewReplacer("__underscores__", "__", "__dot__", ".", "__dash__", "-", "__slash__", "/")
	escaped = strings.NewReplacer("__", "__underscores__", ".", "__dot__", "-", "__dash__", "/", "__slash__")
)

// propertyName returns the property that a name in an expression refers to.
func propertyName(name string) string {
	if plain := strings.TrimSuffix(strings.TrimPrefix(name, "__"), "__"); len(plain) == len(name)-4 &&
		slices.Contains(strings.Fields("true false null in as break const continue else for function if import let loop package namespace return var void while"), plain) {
		return plain
	}
	return escapes.Replace(name)
}

func (s shape) Field(name string, side cel.Side) (cel.Shape, cel.Presence, bool) {
	return s.property(propertyName(name), side)
}

// property is Field for the name of a property in the schema.
func (s shape) property(name string, side cel.Side) (cel.Shape, cel.Presence, bool) {
	was, is := s.old.Field(name), s.new.Field(name)
	switch {
	case s.requiresKey(name):
		return shapeOf(s.old.AdditionalProperties, s.new.AdditionalProperties), cel.Always, false
	case s.keepsKeys():
		return shapeOf(s.old.AdditionalProperties, s.new.AdditionalProperties), cel.Maybe, false
	case is == nil || s.open():
		return nil, cel.Maybe, true
	case was != nil:
		return common(was, is, side)
	case side == cel.New && filledIn(is.Schema):
		return nil, cel.Always, true
	case side == cel.Old || defaulted(is.Schema) || s.old.KeepsUnknown():
		return nil, cel.Maybe, true
	default:
		return nil, cel.Never, false
	}
}

// open reports that the value can have properties that the schemas do not list.
func (s shape) open() bool {
	return s.old.AdditionalProperties != nil || s.new.AdditionalProperties != nil || isEmbedded(s.old) || isEmbedded(s.new)
}

// keepsKeys reports that the value is a map on both sides, and that no default adds a key or
// replaces a value.
func (s shape) keepsKeys() bool {
	was, is := s.old.AdditionalProperties, s.new.AdditionalProperties
	return shapeOf(was, is) != nil && sameDefault(was, is) && was.Nullable == is.Nullable && len(s.old.Properties)+len(s.new.Properties) == 0 && !isEmbedded(s.old) && !isEmbedded(s.new)
}

// requiresKey reports that a map must have a key.
func (s shape) requiresKey(name string) bool {
	return s.keepsKeys() && !s.nullable() && slices.Contains(s.old.RequiredElsewhere, name)
}

// common returns what is known about a property that both sides list.
func common(was, is *discovery.Field, side cel.Side) (cel.Shape, cel.Presence, bool) {
	field := shapeOf(was.Schema, is.Schema)
	differs := field == nil || !sameDefault(was.Schema, is.Schema) || was.Schema.Nullable != is.Schema.Nullable
	switch {
	case differs && side == cel.Old && filledIn(was.Schema), differs && side == cel.New && filledIn(is.Schema):
		return nil, cel.Always, true
	case differs:
		return nil, cel.Maybe, true
	case (was.Required || defaulted(is.Schema)) && !is.Schema.Nullable:
		return field, cel.Always, false
	default:
		return field, cel.Maybe, false
	}
}

// Filled returns no default for objects and for numbers that are not integers, because their JSON
// text is not a literal of CEL.
func (s shape) Filled(name string) (string, cel.Shape, bool) {
	was, is := s.old.Field(propertyName(name)), s.new.Field(propertyName(name))
	if is == nil || is.Schema.Nullable || !defaulted(is.Schema) || !slices.Contains([]string{"string", "boolean", "integer"}, is.Schema.Type) || s.open() {
		return "", nil, false
	}
	if was == nil {
		return defaultText(is.Schema), nil, !s.old.KeepsUnknown()
	}
	field := shapeOf(was.Schema, is.Schema)
	return defaultText(is.Schema), field, field != nil && !defaulted(was.Schema) && !was.Schema.Nullable && was.Schema.Type == is.Schema.Type && typedFormat(was.Schema) == typedFormat(is.Schema)
}

// defaulted reports whether the API server sets a default for a property that is missing.
func defaulted(s *discovery.Schema) bool { return defaultText(s) != "" }

// filledIn reports that every object has the property, because the API server sets its default if it is
// missing or null.
func filledIn(s *discovery.Schema) bool { return defaulted(s) && !s.Nullable }

func defaultText(s *discovery.Schema) string {
	if s.Default == "null" {
		return ""
	}
	return s.Default
}

func (s shape) Items() cel.Shape {
	switch {
	case s.nullable():
		return nil
	case s.old.Items != nil:
		if s.new.Items == nil {
			return nil
		}
		was, is := ItemsOf(s.old), ItemsOf(s.new)
		if !was.Nullable && was.Type != "" && !defaulted(was) { // the old side rejects null in a list
			is = withoutNull(is)
		}
		return shapeOf(was, is)
	default:
		return shapeOf(s.old.AdditionalProperties, s.new.AdditionalProperties)
	}
}

func (s shape) WithoutNull() cel.Shape {
	switch {
	case s.old.Nullable != s.new.Nullable:
		return nil
	case !s.nullable():
		return s
	}
	return shape{withoutNull(s.old), withoutNull(s.new)}
}

func (s shape) nullable() bool { return s.old.Nullable || s.new.Nullable }

func (s shape) Keys() bool { return s.old.Type == "object" }

func (s shape) Unique() (keys []string, ok bool) {
	switch s.old.Extension("x-kubernetes-list-type") {
	case `"set"`:
		return nil, comparesTexts(s.old.Items)
	case `"map"`:
		keys = mapKeys(s.old)
	}
	for _, key := range keys {
		if s.old.Items != nil && s.old.Items.Field(key) != nil && !comparesTexts(s.old.Items.Field(key).Schema) {
			return nil, false
		}
	}
	return keys, len(keys) > 0
}

// comparesTexts reports whether two values that are equal in CEL are the same JSON. The API server
// compares the elements of sets and the keys of maps as JSON, where 60s is not 1m, and 1.0 is not 1.
func comparesTexts(s *discovery.Schema) bool {
	return s == nil || !anywhere(s, func(s *discovery.Schema) bool { return typedFormat(s) != "" || s.Type == "number" || equality(s) != "" })
}

func (s shape) Scalar() bool {
	return s.scalar() && !s.Retyped()
}

// scalar is Scalar without the format.
func (s shape) scalar() bool {
	same := s.old.Type == s.new.Type && !isIntOrString(s.new) || s.old.Type == "integer" && isIntOrString(s.new)
	return s.of("string", "integer", "number", "boolean") && same && !isIntOrString(s.old)
}

func (s shape) Retyped() bool { return typedFormat(s.old) != typedFormat(s.new) }

func (s shape) Split() (whole, text cel.Shape) {
	if !isIntOrString(s.old) || !isIntOrString(s.new) || s.old.Type+s.new.Type != "" || s.nullable() {
		return nil, nil
	}
	as := func(of string) shape {
		old, new := *s.old, *s.new
		old.Type, old.Extensions, new.Type, new.Extensions = of, nil, of, nil
		return shape{&old, &new}
	}
	return as("integer"), as("string")
}

func (s shape) Object() bool { return s.of("object") && s.new.Type == "object" }

func (s shape) of(types ...string) bool { return slices.Contains(types, s.old.Type) && !s.nullable() }

func (s shape) Stable() bool { return stable(s.old, s.new) && sameInRules(s.old, s.new) }

func (s shape) Exact() bool {
	return sameInRules(s.old, s.new) && !anywhere(s.old, func(s *discovery.Schema) bool { return equality(s) != "" })
}

// sameInRules reports whether rules read a value alike on both sides: as the same type of CEL, and
// its lists with the same equality.
func sameInRules(old, new *discovery.Schema) bool {
	if old == new || old == nil || new == nil {
		return true
	}
	if typedFormat(old) != typedFormat(new) || equality(old) != equality(new) ||
		!sameInRules(old.Items, new.Items) || !sameInRules(old.AdditionalProperties, new.AdditionalProperties) {
		return false
	}
	return !slices.ContainsFunc(new.Properties, func(p discovery.Field) bool {
		q := old.Field(p.Name)
		return q != nil && !sameInRules(q.Schema, p.Schema)
	})
}

// equality returns the type of a list that is compared without the order of its elements; "" for any
// other value (k8s.io/apiserver/pkg/cel/common, unstructuredSetList and unstructuredMapList).
func equality(s *discovery.Schema) string {
	switch kind := s.Extension("x-kubernetes-list-type"); kind {
	case `"set"`, `"map"`:
		return kind + strings.Join(mapKeys(s), ",")
	default:
		return ""
	}
}

// stable reports whether defaults and pruning leave every value unchanged.
func stable(old, new *discovery.Schema) bool {
	if old == new {
		return true
	}
	if old == nil || new == nil || old.Ref != new.Ref || !sameDefault(old, new) || old.Nullable != new.Nullable ||
		old.KeepsUnknown() != new.KeepsUnknown() || old.Type != new.Type || len(old.Properties) > len(new.Properties) ||
		!stableItems(old.Items, new.Items) || !stable(old.AdditionalProperties, new.AdditionalProperties) {
		return false
	}
	for _, p := range new.Properties {
		if q := old.Field(p.Name); q != nil && !stable(q.Schema, p.Schema) || q == nil && defaulted(p.Schema) {
			return false
		}
	}
	return !slices.ContainsFunc(old.Properties, func(p discovery.Field) bool { return new.Field(p.Name) == nil })
}

// stableItems is stable for the items of a list. The API server never drops null from a list: it rejects
// it, or replaces it by the default.
func stableItems(old, new *discovery.Schema) bool {
	if old == nil || new == nil || defaulted(old) || defaulted(new) {
		return stable(old, new)
	}
	return stable(withoutNull(old), withoutNull(new))
}

// typedFormat returns the format of a string that is not a string in CEL, but bytes, a duration or a
// timestamp; "" for any other value (k8s.io/apiserver/pkg/cel/common, UnstructuredToVal).
func typedFormat(s *discovery.Schema) string {
	if s.Type == "string" && !isIntOrString(s) && slices.Contains([]string{"byte", "duration", "date", "date-time"}, s.Format) {
		return s.Format
	}
	return ""
}

func (s shape) Takes(text string) bool {
	value, err := json.Marshal(text)
	return err != nil || s.old.Type != "string" || typedFormat(s.old) != "" || valid(s.old, string(value)) && holdsText(texts(s.old), text)
}

func (s shape) Listed() (texts []string) {
	if !s.of("string") || typedFormat(s.old) != "" {
		return nil
	}
	for _, v := range listed(s.old) {
		text, ok := plainText(v)
		if !ok && json.Unmarshal([]byte(v), &text) != nil {
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// plainText is the value of a JSON string without escapes; not ok for any other value.
func plainText(value string) (text string, ok bool) {
	if len(value) < 2 || value[0] != '"' || strings.IndexByte(value, '\\') >= 0 {
		return "", false
	}
	return value[1 : len(value)-1], true
}

func (s shape) Range() (least, greatest float64) {
	if s.old.Type != "integer" && s.old.Type != "number" {
		return math.Inf(-1), math.Inf(1)
	}
	// For integer values the API server truncates a limit, so that it accepts 0 with a minimum of
	// 0.5.
	low, high := lower.of(s.old).value, upper.of(s.old).value
	return min(low, math.Trunc(low)), max(high, math.Trunc(high))
}

func (s shape) Whole() bool { return s.old.Type == "integer" }

func (s shape) Texts() pattern.Texts {
	if typedFormat(s.old) != "" {
		return pattern.Texts{Max: -1}
	}
	t := texts(s.old)
	if listed := s.Listed(); len(listed) > 0 && len(listed) <= mostListedTexts {
		t.Patterns = append(t.Patterns, oneOfTexts(listed))
	}
	return t
}

// mostListedTexts is how many listed texts are a pattern.
const mostListedTexts = 30

func (s shape) URL() bool { return s.old.Type == "string" && EffectiveFormat(s.old) == "uri" }

func (s shape) Size() (least, greatest float64) {
	keyword := map[string]string{"string": "Length", "array": "Items", "object": "Properties"}[s.old.Type]
	switch {
	case typedFormat(s.old) != "":
		// Four characters of base64 are at most three bytes (RFC 4648, section 4).
		return 0, math.Floor(strictest(s.old, "maxLength", math.Inf(1)) * 3 / 4)
	case keyword == "":
		return 0, math.Inf(1)
	}
	if texts := s.Listed(); len(texts) > 0 {
		sizes := slice.Map(texts, utf8.RuneCountInString)
		return float64(slices.Min(sizes)), float64(slices.Max(sizes))
	}
	return strictest(s.old, "min"+keyword, 0), min(strictest(s.old, "max"+keyword, math.Inf(1)), mostItems(s.old))
}

// mostItems returns the maximum number of elements that the type of a list allows. A set, or a map
// by its keys, has no two elements with the same listed values.
func mostItems(s *discovery.Schema) float64 {
	keys := mapKeys(s)
	if kind := s.Extension("x-kubernetes-list-type"); kind != `"set"` && (kind != `"map"` || len(keys) == 0) || s.Items == nil {
		return math.Inf(1)
	}
	parts := []*discovery.Schema{s.Items}
	if len(keys) > 0 {
		parts = slice.Map(keys, func(key string) *discovery.Schema {
			if p := s.Items.Field(key); p != nil {
				return p.Schema
			}
			return &discovery.Schema{}
		})
	}
	most := 1.0
	for _, part := range parts {
		values := listed(part)
		if len(values) == 0 || part.Nullable {
			return math.Inf(1)
		}
		most *= float64(len(values))
	}
	return most
}

// size reads a bound of a size; otherwise if it is not set.
func size(s *discovery.Schema, keyword string, otherwise float64) float64 {
	if n, err := strconv.ParseFloat(s.Constraint(keyword), 64); err == nil {
		return n
	}
	return otherwise
}
