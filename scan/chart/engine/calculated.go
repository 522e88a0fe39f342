package engine

import (
	"reflect"
	"slices"
	"strings"
)

// small reports whether the values together are within maxCalculated. It also ends for maps that
// contain themselves; printing such a map does not end.
func small(values ...any) bool {
	left := maxCalculated
	return !slices.ContainsFunc(values, func(v any) bool { return !fits(reflect.ValueOf(v), &left) })
}

// fits subtracts the size of a value from what is left, and reports whether that is not negative.
func fits(v reflect.Value, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	switch v.Kind() {
	case reflect.Interface:
		return fits(v.Elem(), left)
	case reflect.String:
		*left -= v.Len()
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if !fits(it.Key(), left) || !fits(it.Value(), left) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !fits(v.Index(i), left) {
				return false
			}
		}
	default:
		*left -= len("12345678")
	}
	return *left >= 0
}

// writesInto reports whether the function changes the map that is its first argument.
func writesInto(name string) bool {
	return name == "set" || name == "unset" || strings.HasPrefix(strings.ToLower(strings.TrimPrefix(name, "must")), "merge")
}

// sharesMaps reports whether the first argument and another one contain the same map. If a
// function writes the other one into the first, that map may then contain itself.
func sharesMaps(args []any) bool {
	if len(args) == 0 {
		return false
	}
	own := map[uintptr]bool{}
	eachMap(reflect.ValueOf(args[0]), func(at uintptr) { own[at] = true })
	shares := false
	for _, v := range args[1:] {
		eachMap(reflect.ValueOf(v), func(at uintptr) { shares = shares || own[at] })
	}
	return shares
}

// eachMap visits the maps in a value that is small.
func eachMap(v reflect.Value, visit func(at uintptr)) {
	switch v.Kind() {
	case reflect.Interface:
		eachMap(v.Elem(), visit)
	case reflect.Map:
		visit(v.Pointer())
		for it := v.MapRange(); it.Next(); {
			eachMap(it.Value(), visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachMap(v.Index(i), visit)
		}
	default:
	}
}
