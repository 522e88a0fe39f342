package rule

import (
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// outcome is whether a number satisfies a keyword.
type outcome int

const (
	undecided outcome = iota
	satisfied
	violated
)

func outcomeOf(ok bool) outcome {
	if ok {
		return satisfied
	}
	return violated
}

// check decides whether a number satisfies keywords.
type check func(number) outcome

func constantly(o outcome) check { return func(number) outcome { return o } }

// numberReader reads keywords, and the numbers that they name.
type numberReader struct {
	named []float64
	// period is a multiple of all factors (multipleOf).
	period float64
}

// schema reads what a schema requires of a number.
func (r *numberReader) schema(s *discovery.Schema) check {
	k := map[string]jsontext.Value{}
	for _, c := range s.Constraints {
		if !misfit(s, c.Name) { // earlier API servers do not reject every number
			k[c.Name] = jsontext.Value(c.Value)
		}
	}
	parts := []check{r.all(k)}
	if len(s.Enum) > 0 {
		parts = append(parts, r.enum(slice.Map(s.Enum, func(v string) jsontext.Value { return jsontext.Value(v) })))
	}
	if EffectiveFormat(s) == "int32" {
		parts = append(parts, r.limit(lower, strconv.Itoa(math.MinInt32), false), r.limit(upper, strconv.Itoa(math.MaxInt32), false))
	}
	return joined("allOf", parts)
}

func (r *numberReader) all(k map[string]jsontext.Value) check {
	var parts []check
	for name, value := range k {
		if e, ok := endOf(name); ok && name == e.keyword() {
			parts = append(parts, r.limit(e, string(value), string(k[e.exclusive()]) == "true"))
		} else {
			parts = append(parts, r.keyword(name, value))
		}
	}
	return joined("allOf", parts)
}

func (r *numberReader) keyword(name string, value jsontext.Value) check {
	switch name {
	case "exclusiveMinimum", "exclusiveMaximum":
		if value.Kind() != '0' { // the form of JSON Schema since draft 6
			return constantly(satisfied)
		}
	case "multipleOf":
		return r.multiple(string(value))
	case "enum":
		if list, ok := decoded[[]jsontext.Value](value); ok {
			return r.enum(list)
		}
	case "not":
		if sub, ok := decoded[map[string]jsontext.Value](value); ok {
			return opposite(r.all(sub))
		}
	case "allOf", "anyOf", "oneOf":
		if subs, ok := decoded[[]map[string]jsontext.Value](value); ok {
			return joined(name, slice.Map(subs, r.all))
		}
	case "type":
		return func(n number) outcome {
			return outcomeOf(string(value) == `"number"` || string(value) == `"integer"` && n.value == math.Trunc(n.value))
		}
	case "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "items", "minProperties", "maxProperties", "properties", "required",
		"additionalProperties", "description", "title", "default", "example", "externalDocs", "nullable": // these accept every number
		return constantly(satisfied)
	}
	return constantly(undecided)
}

// name adds numbers at which the outcome of a keyword can change. Numbers that are too great are left
// out; ok is false for them.
func (r *numberReader) name(text string, around float64) (n float64, ok bool) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(n) > greatestNumber {
		return 0, false
	}
	r.named = append(r.named, n, n-around, n+around)
	return n, true
}

// limit reads minimum or maximum. For an integer an API server cuts off the fraction of the limit.
func (r *numberReader) limit(e end, text string, open bool) check {
	at, ok := r.name(text, 0)
	if !ok {
		return constantly(undecided)
	}
	return func(n number) outcome {
		l := limit{at, open}
		if n.integer {
			l.value = math.Trunc(at)
		}
		return outcomeOf(e.within(limit{value: n.value}, l))
	}
}

// enum reads listed values. An API server cuts off the fraction of a number to compare it with an
// integer that is listed.
func (r *numberReader) enum(values []jsontext.Value) check {
	var listed []float64
	for _, v := range values {
		if v.Kind() != '0' {
			continue
		}
		n, ok := r.name(string(v), 1)
		if !ok {
			return constantly(undecided)
		}
		listed = append(listed, n)
	}
	return func(n number) outcome {
		switch {
		case slices.Contains(listed, n.value):
			return satisfied
		case slices.Contains(listed, math.Trunc(n.value)):
			return undecided
		default:
			return violated
		}
	}
}

// multiple reads multipleOf. For an integer an API server cuts off the fraction of the factor, and
// rejects the value if nothing is left. It compares other numbers with a tolerance.
func (r *numberReader) multiple(text string) check {
	of, err := strconv.ParseFloat(text, 64)
	if err != nil || of <= 0 || of > greatestNumber {
		return constantly(undecided)
	}
	whole := math.Trunc(of)
	r.repeat(whole)
	return func(n number) outcome {
		switch {
		case !n.integer && (whole != of || n.value != math.Trunc(n.value)):
			return undecided
		default:
			return outcomeOf(whole != 0 && math.Mod(n.value, whole) == 0)
		}
	}
}

// repeat makes the period a multiple of a factor, until it is more than can be tried.
func (r *numberReader) repeat(factor float64) {
	if factor == 0 || r.period > mostNumbers {
		return
	}
	step := r.period
	for math.Mod(r.period, factor) != 0 && r.period <= mostNumbers {
		r.period += step
	}
}

func decoded[T any](text jsontext.Value) (value T, ok bool) {
	ok = json.Unmarshal(text, &value) == nil
	return value, ok
}

func opposite(of check) check {
	return func(n number) outcome {
		return map[outcome]outcome{satisfied: violated, violated: satisfied}[of(n)]
	}
}

// joined joins the parts of allOf, anyOf or oneOf. API servers ignore an empty list.
func joined(keyword string, parts []check) check {
	return func(n number) outcome {
		count := map[outcome]int{}
		for _, part := range parts {
			count[part(n)]++
		}
		switch {
		case len(parts) == 0:
			return satisfied
		case keyword == "allOf":
			return decide(count[violated] > 0, count[undecided] > 0, violated, satisfied)
		case keyword == "anyOf":
			return decide(count[satisfied] > 0, count[undecided] > 0, satisfied, violated)
		default:
			return decide(count[satisfied] > 1, count[undecided] > 0, violated, outcomeOf(count[satisfied] == 1))
		}
	}
}

// decide returns the outcome that is certain, or else the other one unless a part is undecided.
func decide(certain, open bool, is, otherwise outcome) outcome {
	switch {
	case certain:
		return is
	case open:
		return undecided
	default:
		return otherwise
	}
}
