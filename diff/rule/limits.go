package rule

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/pattern"
	"github.com/kubedelta/kubedelta/discovery"
)

// limit is one end of a range of numbers. open: the end itself is not in it.
type limit struct {
	value float64
	open  bool
}

// lowest and highest are the ends of the numbers that a schema takes. The API server holds
// them as float64, too (apiextensions.JSONSchemaProps).
func lowest(s *discovery.Schema) limit {
	return end(s, "minimum", "exclusiveMinimum", math.MinInt32, -1)
}
func highest(s *discovery.Schema) limit {
	return end(s, "maximum", "exclusiveMaximum", math.MaxInt32, 1)
}

// end is the strictest of what the keywords, the format and the listed values say.
func end(s *discovery.Schema, keyword, exclusive string, ofInt32, sign float64) limit {
	at := ownLimit(s, keyword, exclusive, sign)
	if l := (limit{value: ofInt32}); EffectiveFormat(s) == "int32" && l.within(at, sign) {
		at = l
	}
	if l, ok := listedEnd(s, sign); ok && l.within(at, sign) {
		at = l
	}
	for _, m := range membersOf(s) {
		if l := end(m, keyword, exclusive, ofInt32, sign); l.within(at, sign) {
			at = l
		}
	}
	return at
}

// listedEnd is the last of the values that a schema lists; not ok where one is no number.
func listedEnd(s *discovery.Schema, sign float64) (last limit, ok bool) {
	last.value = math.Inf(int(-sign))
	for _, v := range s.Enum {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return last, false
		}
		last.value = sign * max(sign*last.value, sign*n)
	}
	return last, len(s.Enum) > 0
}

// ownLimit is what the keywords say. Of integers the limit is the last one that is valid,
// so that an exclusive minimum of 0 is a minimum of 1.
func ownLimit(s *discovery.Schema, keyword, exclusive string, sign float64) limit {
	if n, err := strconv.ParseFloat(s.Constraint(exclusive), 64); err == nil {
		return limit{n, true} // as JSON Schema has it since draft 6; no custom resource does
	}
	n, err := strconv.ParseFloat(s.Constraint(keyword), 64)
	if err != nil {
		return limit{value: math.Inf(int(sign))}
	}
	open := s.Constraint(exclusive) == "true"
	if s.Type != "integer" || math.Abs(n) >= 1<<53 {
		return limit{n, open}
	}
	whole := sign * math.Floor(sign*n)
	if open && whole == n {
		whole -= sign
	}
	return limit{value: whole}
}

// misfit reports that a number's keyword does not fit the type and format. An API server
// then refuses every value (k8s.io/kube-openapi/pkg/validation/validate, numberValidator).
func misfit(s *discovery.Schema, keyword string) bool {
	n, err := strconv.ParseFloat(s.Constraint(keyword), 64)
	if err != nil || !slices.Contains([]string{"minimum", "maximum", "multipleOf"}, keyword) {
		return false
	}
	switch EffectiveFormat(s) {
	case "int32":
		return n != math.Trunc(n) || n < math.MinInt32 || n > math.MaxInt32
	case "float":
		return math.Abs(n) > math.MaxFloat32
	default:
		return s.Type == "integer" && (n != math.Trunc(n) || n < math.MinInt64 || n >= math.MaxInt64)
	}
}

// between: of an exclusive limit between two integers an API server cuts the fraction off
// where the value is an integer, and refuses that integer.
func (l limit) between() bool { return l.open && l.value != math.Trunc(l.value) }

// within reports whether a limit of the same end is no stricter than another. sign is 1 for
// the upper end.
func (l limit) within(of limit, sign float64) bool {
	if l.value == of.value {
		return l.open || !of.open
	}
	return sign*l.value < sign*of.value
}

// texts are the strings that a schema's pattern, format and lengths let through.
func texts(s *discovery.Schema) pattern.Texts {
	t := pattern.Texts{Min: int(size(s, "minLength", 0)), Max: int(size(s, "maxLength", -1))}
	var p string
	if err := json.Unmarshal([]byte(s.Constraint("pattern")), &p); err == nil {
		t.Patterns = []string{p}
	}
	if p, ok := formatPatterns[EffectiveFormat(s)]; ok {
		t.Patterns = append(t.Patterns, p)
	}
	if refusesEmpty(s) {
		t.Min = max(t.Min, 1)
	}
	for _, m := range membersOf(s) {
		is := texts(m)
		t.Patterns, t.Min = append(t.Patterns, is.Patterns...), max(t.Min, is.Min)
		if t.Max < 0 || is.Max >= 0 && is.Max < t.Max {
			t.Max = is.Max
		}
	}
	return t
}

// textOf is the set of strings that one keyword lets through.
func textOf(s *discovery.Schema, keyword string) pattern.Texts {
	one := &discovery.Schema{Constraints: []discovery.Keyword{{Name: keyword, Value: s.Constraint(keyword)}}}
	return texts(one)
}

// valid reports whether a scalar, as JSON, can be valid; false is certain.
func valid(s *discovery.Schema, value string) bool {
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, value) || !ofType(s, value) {
		return false
	}
	return !slices.ContainsFunc(s.Constraints, func(k discovery.Keyword) bool { return !holds(s, k.Name, value) }) &&
		(value == "null" || !slices.ContainsFunc(membersOf(s), func(m *discovery.Schema) bool { return !valid(m, value) }))
}

// ofType reports whether a value, as JSON, can be of the type of a schema. null is of each.
func ofType(s *discovery.Schema, value string) bool {
	of := map[byte][]string{'"': {"string"}, 't': {"boolean"}, 'f': {"boolean"}, '[': {"array"}, '{': {"object"}}[value[0]]
	if of == nil {
		of = []string{"integer", "number"}
	}
	return value == "null" || slices.ContainsFunc(types(s), func(t string) bool { return t == "" || slices.Contains(of, t) })
}

// holds reports whether a scalar, as JSON, holds to a keyword of a schema. Keywords hold
// for values of types that they are not about, and those that are not about scalars hold.
func holds(s *discovery.Schema, keyword, value string) bool {
	var text string
	if err := json.Unmarshal([]byte(value), &text); err == nil && value != "null" {
		return holdsText(textOf(s, keyword), text)
	}
	n, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return true
	}
	at := limit{value: n}
	switch keyword { // of a factor that is no integer, an API server cuts the fraction off for integers
	case "minimum", "exclusiveMinimum":
		return at.within(ownLimit(s, "minimum", "exclusiveMinimum", -1), -1)
	case "maximum", "exclusiveMaximum":
		return at.within(ownLimit(s, "maximum", "exclusiveMaximum", 1), 1)
	case "multipleOf":
		of, err := strconv.ParseFloat(s.Constraint(keyword), 64)
		return err != nil || of != 0 && math.Mod(n, of) == 0 && (of == math.Trunc(of) || n != math.Trunc(n))
	default:
		return true
	}
}

func holdsText(of pattern.Texts, text string) bool {
	n := utf8.RuneCountInString(text)
	return n >= of.Min && (of.Max < 0 || n <= of.Max) && !slices.ContainsFunc(of.Patterns, func(p string) bool {
		re, err := regexp.Compile(p)
		return err != nil || !re.MatchString(text)
	})
}
