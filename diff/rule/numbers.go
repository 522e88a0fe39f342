package rule

import (
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// mostNumbers is how many numbers a comparison of keywords tries. greatestNumber is the limit up to
// which it reads the numbers in keywords.
const (
	mostNumbers    = 5_000
	greatestNumber = 1 << 50
)

// number is a number of JSON. An API server checks an integer in another way than a number with a
// fraction or an exponent: 1 satisfies a minimum of 1.5, and 1.0 does not
// (k8s.io/kube-openapi/pkg/validation/validate, MinimumNativeType).
type number struct {
	value   float64
	integer bool
}

// numbersKeep reports whether every number that the old side's keywords accept satisfies a keyword of
// the new side. Numbers between two that the keywords name are alike, except that multiples repeat. So
// it tries some numbers of each such range.
func (f Field) numbersKeep(keyword, value string) bool {
	e, isLimit := endOf(keyword)
	if !isLimit && !composed(keyword) && keyword != "multipleOf" && keyword != "enum" {
		return false
	}
	ofNumbers := isLimit || keyword == "multipleOf" // other values satisfy these
	if !f.Enforced || value == "" || !ofNumbers && f.Old.Type != "integer" && f.Old.Type != "number" || f.Old.Nullable && keyword == "enum" {
		return false
	}
	is := map[string]jsontext.Value{keyword: jsontext.Value(value)}
	if isLimit {
		for _, name := range []string{e.keyword(), e.exclusive()} {
			if text := f.New.Constraint(name); text != "" {
				is[name] = jsontext.Value(text)
			}
		}
	}
	r := numberReader{period: 1}
	old, new := r.schema(f.Old), r.all(is)
	tried, ok := r.numbers(f.mayBe("number"))
	if !ok {
		f.shorten()
		return false
	}
	return !slices.ContainsFunc(tried, func(n number) bool { return old(n) != violated && new(n) != satisfied })
}

// numbers returns numbers that stand for all others; not ok if there are too many.
func (r *numberReader) numbers(fractions bool) (out []number, ok bool) {
	ends := []float64{0}
	for _, n := range r.named {
		ends = append(ends, n, math.Floor(n), math.Ceil(n))
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	if r.period > mostNumbers || len(ends)*(2*int(r.period)+3) > mostNumbers {
		return nil, false
	}
	for _, end := range ends {
		for n := math.Floor(end) - r.period - 1; n <= math.Ceil(end)+r.period+1; n++ {
			out = append(out, number{n, true}, number{n, false})
		}
	}
	if !fractions {
		return out, true
	}
	out = append(out, number{value: ends[0] - 0.5}, number{value: ends[len(ends)-1] + 0.5})
	for i, end := range ends {
		out = append(out, number{value: end})
		if i > 0 {
			out = append(out, number{value: ends[i-1] + min(0.5, (end-ends[i-1])/2)})
		}
	}
	return out, true
}
