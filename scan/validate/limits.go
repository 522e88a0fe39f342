package validate

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// limit is a keyword of a number with its value. kin-openapi compares all numbers as float64.
type limit struct {
	keyword string
	value   float64
}

// holds reports whether a whole number satisfies the limit. API servers compare it with a whole number
// of 64 bits: they cut off the fraction, and reject all multiples if nothing is left
// (k8s.io/kube-openapi/pkg/validation/validate, MaximumNativeType, MultipleOfNativeType).
func (l limit) holds(n int64) bool {
	of := int64(l.value)
	switch l.keyword {
	case "minimum":
		return n >= of
	case "exclusiveMinimum":
		return n > of
	case "maximum":
		return n <= of
	case "exclusiveMaximum":
		return n < of
	default:
		return of > 0 && n%of == 0
	}
}

// text is the requirement in the words of kin-openapi.
func (l limit) text() string {
	text := fmt.Sprintf("number must be %s %g", map[string]string{
		"minimum": "at least", "exclusiveMinimum": "more than", "maximum": "at most", "exclusiveMaximum": "less than", "multipleOf": "a multiple of",
	}[l.keyword], l.value)
	if l.value != math.Trunc(l.value) {
		text += ", of which API servers cut off the fraction for whole numbers"
	}
	return text
}

// long returns a whole number of 64 bits of a custom resource.
func (x *check) long(node int) (n int64, ok bool) {
	n, err := strconv.ParseInt(x.o.Tree.Nodes[node].Value, 0, 64)
	return n, err == nil && !x.kind.byCode
}

// wide reports that a limit does not fit 64 bits.
func wide(value float64) bool { return math.Abs(value) >= 1<<63 }

// heldWhole reports whether a whole number satisfies a limit that kin-openapi finds violated.
func (x *check) heldWhole(node int, e *openapi3.SchemaError) bool {
	value := map[string]*float64{
		"minimum": e.Schema.Min, "exclusiveMinimum": e.Schema.Min, "maximum": e.Schema.Max, "exclusiveMaximum": e.Schema.Max, "multipleOf": e.Schema.MultipleOf,
	}[e.SchemaField]
	n, whole := x.long(node)
	return whole && value != nil && !wide(*value) && limit{e.SchemaField, *value}.holds(n)
}

// wholeLimits reports the limits that a whole number violates and kin-openapi finds satisfied.
func (x *check) wholeLimits(node int, s *discovery.Schema, at string) {
	n, whole := x.long(node)
	for _, keyword := range []string{"minimum", "maximum", "multipleOf"} {
		value, err := strconv.ParseFloat(s.Constraint(keyword), 64)
		if !whole || err != nil || wide(value) {
			continue
		}
		l := limit{keyword, value}
		if exclusive := map[string]string{"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}[keyword]; s.Constraint(exclusive) == "true" {
			l.keyword = exclusive
		}
		if !l.holds(n) && l.holdsFloat(float64(n)) {
			x.add(node, at, x.written(node), "is not valid: "+l.text(), rule.Breaking)
		}
	}
}

// holdsFloat is what kin-openapi reports.
func (l limit) holdsFloat(n float64) bool {
	switch l.keyword {
	case "minimum":
		return n >= l.value
	case "exclusiveMinimum":
		return n > l.value
	case "maximum":
		return n <= l.value
	case "exclusiveMaximum":
		return n < l.value
	default:
		// It compares ten digits after the point.
		a, _ := new(big.Rat).SetString(fmt.Sprintf("%.10f", n))
		b, _ := new(big.Rat).SetString(fmt.Sprintf("%.10f", l.value))
		return b.Sign() != 0 && a.Quo(a, b).IsInt()
	}
}
