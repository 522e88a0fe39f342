package engine

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"text/template"
)

func (r *renderer) numbers() template.FuncMap {
	biggest := func(a any, rest ...any) int64 {
		return fold(a, rest, func(x, y int64) int64 { return max(x, y) })
	}
	return template.FuncMap{
		"atoi":      func(s string) int { n, _ := strconv.Atoi(s); return n },
		"int":       func(v any) int { return int(toInt64(v)) },
		"int64":     toInt64,
		"float64":   toFloat64,
		"toDecimal": func(v any) int64 { n, _ := strconv.ParseInt(fmt.Sprint(v), 8, 64); return n },
		"add1":      func(v any) int64 { return toInt64(v) + 1 },
		"add":       func(all ...any) int64 { return fold(0, all, func(x, y int64) int64 { return x + y }) },
		"sub":       func(a, b any) int64 { return toInt64(a) - toInt64(b) },
		"div":       func(a, b any) int64 { return toInt64(a) / toInt64(b) },
		"mod":       func(a, b any) int64 { return toInt64(a) % toInt64(b) },
		"mul":       func(a any, rest ...any) int64 { return fold(a, rest, func(x, y int64) int64 { return x * y }) },
		"biggest":   biggest,
		"max":       biggest,
		"min":       func(a any, rest ...any) int64 { return fold(a, rest, func(x, y int64) int64 { return min(x, y) }) },
		"add1f":     func(v any) float64 { return toFloat64(v) + 1 },
		"addf":      func(all ...any) float64 { return foldFloat(0, all, func(x, y float64) float64 { return x + y }) },
		"subf": func(a any, rest ...any) float64 {
			return foldFloat(a, rest, func(x, y float64) float64 { return x - y })
		},
		"mulf": func(a any, rest ...any) float64 {
			return foldFloat(a, rest, func(x, y float64) float64 { return x * y })
		},
		"divf": func(a any, rest ...any) float64 {
			return foldFloat(a, rest, func(x, y float64) float64 { return x / y })
		},
		"maxf":  func(a any, rest ...any) float64 { return foldFloat(a, rest, math.Max) },
		"minf":  func(a any, rest ...any) float64 { return foldFloat(a, rest, math.Min) },
		"ceil":  func(v any) float64 { return math.Ceil(toFloat64(v)) },
		"floor": func(v any) float64 { return math.Floor(toFloat64(v)) },
		"round": round,
		"until": func(count int) []int {
			if count < 0 {
				return r.count(0, count, -1)
			}
			return r.count(0, count, 1)
		},
		"untilStep": r.count,
		"seq":       r.sequence,
		"randInt":   func(low, _ int) int { return low },
	}
}

func fold(a any, rest []any, with func(x, y int64) int64) int64 {
	sum := toInt64(a)
	for _, v := range rest {
		sum = with(sum, toInt64(v))
	}
	return sum
}

func foldFloat(a any, rest []any, with func(x, y float64) float64) float64 {
	sum := toFloat64(a)
	for _, v := range rest {
		sum = with(sum, toFloat64(v))
	}
	// Sums of decimal fractions come out as people write them, as decimals do.
	short, err := strconv.ParseFloat(strconv.FormatFloat(sum, 'g', 16, 64), 64)
	if err != nil {
		return sum
	}
	if short == 0 {
		return 0 // not the negative zero
	}
	return short
}

func round(v any, places int, from ...float64) float64 {
	up := .5
	if len(from) > 0 {
		up = from[0]
	}
	scale := math.Pow(10, float64(places))
	digits := scale * toFloat64(v)
	if _, rest := math.Modf(digits); rest >= up {
		return math.Ceil(digits) / scale
	}
	return math.Floor(digits) / scale
}

// toInt64 is 0 for what is no number, as charts rely on.
func toInt64(v any) int64 {
	switch x := v.(type) {
	case string:
		return parseInt(x)
	case bool:
		if x {
			return 1
		}
		return 0
	}
	n := reflect.ValueOf(v)
	switch {
	case n.CanInt():
		return n.Int()
	case n.CanUint():
		return int64(n.Uint()) //nolint:gosec // wraps, as in sprig
	case n.CanFloat():
		return int64(n.Float())
	case n.Kind() == reflect.String: // json.Number
		return parseInt(n.String())
	default:
		return 0
	}
}

// parseInt reads "8080", "0x1F", and "8080.00"; "010" is eight.
func parseInt(s string) int64 {
	if whole, zeros, ok := strings.Cut(s, "."); ok && strings.Trim(zeros, "0") == "" {
		s = whole
	}
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		return 0
	}
	return n
}

func toFloat64(v any) float64 {
	switch x := v.(type) {
	case string:
		f, _ := strconv.ParseFloat(x, 64)
		return f
	case bool:
		if x {
			return 1
		}
		return 0
	}
	n := reflect.ValueOf(v)
	switch {
	case n.CanInt():
		return float64(n.Int())
	case n.CanUint():
		return float64(n.Uint())
	case n.CanFloat():
		return n.Float()
	case n.Kind() == reflect.String:
		f, _ := strconv.ParseFloat(n.String(), 64)
		return f
	default:
		return 0
	}
}

// count lists numbers from start up or down to stop, stop left out.
func (r *renderer) count(start, stop, step int) []int {
	out := []int{}
	if stop < start && step >= 0 || stop >= start && step <= 0 {
		return out
	}
	span, width := float64(stop)-float64(start), float64(step)
	if span/width > maxText/8 {
		r.meter.allow(maxText + 1)
	}
	for n := range int(math.Ceil(span / width)) {
		out = append(out, start+n*step)
	}
	return out
}

func (r *renderer) sequence(numbers ...int) string {
	var all []int
	direction := func(start, end int) int {
		if end < start {
			return -1
		}
		return 1
	}
	switch len(numbers) {
	case 1:
		d := direction(1, numbers[0])
		all = r.count(1, numbers[0]+d, d)
	case 2:
		d := direction(numbers[0], numbers[1])
		all = r.count(numbers[0], numbers[1]+d, d)
	case 3:
		d := direction(numbers[0], numbers[2])
		if d < 0 && numbers[1] > 0 {
			return ""
		}
		all = r.count(numbers[0], numbers[2]+d, numbers[1])
	}
	return strings.Trim(fmt.Sprint(all), "[]")
}
