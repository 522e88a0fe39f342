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

// limit is one end of a range of numbers. open: the range does not contain the end itself.
type limit struct {
	value float64
	open  bool
}

// end is one of the two ends of a range of numbers. The value is the sign of infinity at that end.
type end float64

const (
	lower end = -1
	upper end = 1
)

// endOf returns the end that a keyword limits; not ok for a keyword that is no limit of numbers.
func endOf(keyword string) (e end, ok bool) {
	for _, e := range []end{lower, upper} {
		if keyword == e.keyword() || keyword == e.exclusive() {
			return e, true
		}
	}
	return 0, false
}

func (e end) keyword() string {
	if e == lower {
		return "minimum"
	}
	return "maximum"
}

func (e end) exclusive() string { return "exclusiveM" + e.keyword()[1:] }

func (e end) strictest(a, b limit) limit {
	if e.within(b, a) {
		return b
	}
	return a
}

// of returns the strictest limit of the keywords, the format and the listed values of a schema.
// Limits are float64, as in the API server (apiextensions.JSONSchemaProps).
func (e end) of(s *discovery.Schema) limit {
	at := e.own(s)
	if EffectiveFormat(s) == "int32" {
		at = e.strictest(at, limit{value: map[end]float64{lower: math.MinInt32, upper: math.MaxInt32}[e]})
	}
	if listed, ok := e.listed(s); ok {
		at = e.strictest(at, listed)
	}
	for _, m := range membersOf(s) {
		at = e.strictest(at, e.of(m))
	}
	return at
}

// listed returns the greatest value that a schema lists, or the least at the lower end; not ok
// where one is not a number.
func (e end) listed(s *discovery.Schema) (last limit, ok bool) {
	sign := float64(e)
	last.value = math.Inf(int(-sign))
	for _, v := range s.Enum {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil || cutsFractions(s, v) {
			return last, false
		}
		last.value = sign * max(sign*last.value, sign*n)
	}
	return last, len(s.Enum) > 0
}

// cutsFractions reports that an API server converts a number to compare it with a listed value, so that
// 1.5 is 1 (kube-openapi/pkg/validation/validate, basicCommonValidator).
func cutsFractions(s *discovery.Schema, listed string) bool {
	n, err := strconv.ParseFloat(listed, 64)
	return s.Type == "number" && err == nil && n == math.Trunc(n)
}

// accepted returns the limit of the numbers that an API server accepts. For whole numbers it cuts off
// the fraction, so that 0 satisfies a minimum of 0.5.
func (e end) accepted(l limit) limit {
	whole := limit{value: math.Trunc(l.value)}
	if l.open || e.within(whole, l) {
		return l
	}
	return whole
}

// own returns the limit of the keywords of a schema. Of integers it is the last valid one, so that
// an exclusive minimum of 0 is a minimum of 1.
func (e end) own(s *discovery.Schema) limit {
	if n, err := strconv.ParseFloat(s.Constraint(e.exclusive()), 64); err == nil {
		return limit{n, true} // the form of JSON Schema since draft 6, which custom resources do not use
	}
	sign := float64(e)
	n, err := strconv.ParseFloat(s.Constraint(e.keyword()), 64)
	if err != nil {
		return limit{value: math.Inf(int(sign))}
	}
	open := s.Constraint(e.exclusive()) == "true"
	if s.Type != "integer" || math.Abs(n) >= 1<<53 {
		return limit{n, open}
	}
	whole := sign * math.Floor(sign*n)
	if open && whole == n {
		whole -= sign
	}
	return limit{value: whole}
}

// within reports whether a limit is no less strict than another.
func (e end) within(l, of limit) bool {
	if l.value == of.value {
		return l.open || !of.open
	}
	return float64(e)*l.value < float64(e)*of.value
}

// misfit reports that the number of a keyword does not fit the type and format, so that an API server
// rejects every value.
func misfit(s *discovery.Schema, keyword string) bool {
	n, err := strconv.ParseFloat(s.Constraint(keyword), 64)
	return err == nil && slices.Contains([]string{"minimum", "maximum", "multipleOf"}, keyword) && !Fits(n, s.Type, EffectiveFormat(s))
}

// between reports an exclusive limit between two integers. For integer values the API server
// truncates it, and rejects that integer.
func (l limit) between() bool { return l.open && l.value != math.Trunc(l.value) }

// texts returns the strings that the pattern, format and lengths of a schema accept.
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

func textOf(s *discovery.Schema, keyword string) pattern.Texts {
	one := &discovery.Schema{Constraints: []discovery.Keyword{{Name: keyword, Value: s.Constraint(keyword)}}}
	return texts(one)
}

// valid reports whether a scalar in JSON can be valid. False is certain.
func valid(s *discovery.Schema, value string) bool {
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, value) || !ofType(s, value) {
		return false
	}
	return !slices.ContainsFunc(s.Constraints, func(k discovery.Keyword) bool { return !holds(s, k.Name, value) }) &&
		(value == "null" || !slices.ContainsFunc(membersOf(s), func(m *discovery.Schema) bool { return !valid(m, value) }))
}

// ofType reports whether a JSON value can have the type of a schema. Null can have every type.
func ofType(s *discovery.Schema, value string) bool {
	of := map[byte][]string{'"': {"string"}, 't': {"boolean"}, 'f': {"boolean"}, '[': {"array"}, '{': {"object"}}[value[0]]
	if of == nil {
		of = []string{"integer", "number"}
	}
	return value == "null" || slices.ContainsFunc(types(s), func(t string) bool { return t == "" || slices.Contains(of, t) })
}

// holds reports whether a scalar in JSON satisfies a keyword of a schema. Keywords for other types
// are satisfied.
func holds(s *discovery.Schema, keyword, value string) bool {
	var text string
	if err := json.Unmarshal([]byte(value), &text); err == nil && value != "null" {
		return holdsText(textOf(s, keyword), text)
	}
	n, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return true
	}
	if e, ok := endOf(keyword); ok {
		return e.within(limit{value: n}, e.own(s))
	}
	if keyword != "multipleOf" {
		return true
	}
	// For integers an API server cuts the fraction off the factor.
	of, err := strconv.ParseFloat(s.Constraint(keyword), 64)
	return err != nil || of != 0 && math.Mod(n, of) == 0 && (of == math.Trunc(of) || n != math.Trunc(n))
}

func holdsText(of pattern.Texts, text string) bool {
	n := utf8.RuneCountInString(text)
	return n >= of.Min && (of.Max < 0 || n <= of.Max) && !slices.ContainsFunc(of.Patterns, func(p string) bool {
		re, err := regexp.Compile(p)
		return err != nil || !re.MatchString(text)
	})
}
