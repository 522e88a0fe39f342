package engine

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// surface has the functions that do not read the contents of their arguments. Charts pass their
// whole scope to them, so that the size of the arguments must not count. All other functions may
// traverse their arguments, or quote them in an error.
//
//nolint:gochecknoglobals // a constant table
var surface = strings.Fields(`default empty coalesce all any ternary typeOf typeIs typeIsLike kindOf kindIs
		list tuple dict get set unset hasKey pluck pick omit dig keys values
		append push prepend first rest last initial reverse compact concat chunk
		mustAppend mustPush mustPrepend mustFirst mustRest mustLast mustInitial mustReverse mustCompact mustChunk
		merge mustMerge mergeOverwrite mustMergeOverwrite`)

// bounds returns the checks that run before a function: they limit the size of its result, and
// count the work that does not depend on the size of its arguments. [renderer.guard] counts the
// arguments.
func (r *renderer) bounds() map[string]any {
	m := r.meter
	spread := func(spaces int, s string) { m.allow(product(max(spaces, 0), lines(s)) + len(s)) }
	cut := func(sep, s string) { m.allow(product(strings.Count(s, sep)+1, 16)) }
	long := func(_ any, rest ...any) {
		// The number of digits of a product or a quotient grows with each factor.
		m.charge(len(rest) * len(rest) * 128)
	}
	uniq := func(l any) { m.compare(l, length(l)) }
	without := func(l any, omit ...any) { m.compare(l, len(omit)) }
	all := map[string]any{
		"repeat": func(count int, s string) { m.allow(product(max(count, 0), max(len(s), 1))) },
		"indent": spread, "nindent": spread,
		"replace": func(old, with, s string) { m.allow(product(strings.Count(s, old), len(with)) + len(s)) },
		"wrap":    func(width int, s string) { m.allow(len(s)/max(width, 1) + len(s)) },
		"wrapWith": func(width int, with, s string) {
			m.allow(product(len(s)/max(width, 1)+strings.Count(s, " ")+1, len(with)) + len(s))
		},
		"split": cut, "splitList": cut,
		"splitn":    func(sep string, _ int, s string) { cut(sep, s) },
		"join":      func(sep string, v any) { m.allow(product(length(v), len(sep))) },
		"until":     func(count int) { m.count(0, count, 1) },
		"untilStep": m.count,
		"seq":       m.sequence,
		"printf": func(format string, all ...any) {
			most := 0 // the longest text: a format may use the same value many times
			for _, v := range all {
				most = max(most, shallow(reflect.ValueOf(&v).Elem()))
			}
			m.allow(product(strings.Count(format, "%"), widest(format)+most) + len(format))
		},
		"dict": func(v ...any) {
			for i := 0; i < len(v); i += 2 {
				m.weigh(v[i])
			}
		},
		"concat": func(lists ...any) {
			size := 0
			for _, l := range lists {
				size += length(l)
				m.allow(product(size, 16))
			}
		},
		"mulf": long, "divf": long,
		"uniq": uniq, "mustUniq": uniq, "without": without, "mustWithout": without,
	}
	r.regexpBounds(all)
	return all
}

// length returns the number of items of a list, and 1 for any other value.
func length(v any) int {
	switch l := reflect.ValueOf(v); l.Kind() {
	case reflect.Slice, reflect.Array:
		return l.Len()
	default:
		return 1
	}
}

// compare counts the work of comparing each item of a list with a number of others.
func (m *meter) compare(list any, others int) {
	m.charge(m.weigh(list) / 8 * others)
}

// count refuses a range of too many numbers, and a step so large that the numbers overflow and
// the loop does not end.
func (m *meter) count(start, stop, step int) {
	if step == 0 || stop < start != (step < 0) {
		return
	}
	span, width := float64(stop)-float64(start), float64(step)
	if span/width > maxText/8 || span+width > 1<<62 || span+width < -1<<62 {
		m.allow(maxText + 1)
	}
}

// sequence is count for the arguments of seq: LAST, FIRST LAST, or FIRST STEP LAST.
func (m *meter) sequence(numbers ...int) {
	if len(numbers) == 0 {
		return
	}
	start, step, stop := 1, 1, numbers[len(numbers)-1]
	if len(numbers) > 1 {
		start = numbers[0]
	}
	if stop < start {
		step = -1
	}
	if len(numbers) == 3 {
		step = numbers[1]
	}
	m.count(start, stop, step)
}

var digits = regexp.MustCompile(`[0-9]+|\*`)

// widest returns the largest width in a printf format.
func widest(format string) int {
	most := 0
	for _, d := range digits.FindAllString(format, -1) {
		n, err := strconv.Atoi(d)
		if err != nil || d == "*" {
			n = 1 << 20
		}
		most = max(most, min(n, 1<<20))
	}
	return most
}
