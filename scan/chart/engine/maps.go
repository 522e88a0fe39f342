package engine

import (
	"maps"
	"reflect"
	"slices"
	"text/template"
)

// maps are the functions of maps that sprig does without order, or without an end.
func (r *renderer) maps(lib template.FuncMap) template.FuncMap {
	all := template.FuncMap{
		// Keys and values come in the alphabet's order: sprig gives Go's random
		// one, and charts that care sort them.
		"keys": func(all ...map[string]any) []string {
			out := []string{}
			for _, m := range all {
				out = append(out, slices.Sorted(maps.Keys(m))...)
			}
			return out
		},
		"values": func(m map[string]any) []any {
			out := []any{}
			for _, k := range slices.Sorted(maps.Keys(m)) {
				out = append(out, m[k])
			}
			return out
		},
	}
	deep := lib["mustDeepCopy"].(func(any) (any, error))
	for _, name := range []string{"deepCopy", "mustDeepCopy"} {
		all[name] = func(v any) (any, error) {
			switch v.(type) {
			case map[string]any, []any:
				// Forty times as fast as sprig's.
				return Copy(v), nil
			default:
				return deep(v)
			}
		}
	}
	return all
}

// Copy copies the maps and lists of a value, as values.yaml has them.
func Copy(v any) any {
	switch x := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(x))
		for k, each := range x {
			out[k] = Copy(each)
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, each := range x {
			out[i] = Copy(each)
		}
		return out
	default:
		return v
	}
}

// merges are sprig's functions that merge, one map after the other: what is merged
// grows. Parts that two maps share are copied, because they would grow while they
// are gone through.
func (r *renderer) merges(lib template.FuncMap) template.FuncMap {
	all := template.FuncMap{}
	for must, name := range map[string]string{"mustMerge": "merge", "mustMergeOverwrite": "mergeOverwrite"} {
		one := lib[must].(func(map[string]any, ...map[string]any) (any, error))
		merge := func(to map[string]any, from ...map[string]any) (merged any, err error) {
			merged = to
			for _, m := range from {
				r.meter.weigh(to)
				r.meter.weigh(m)
				if seen := map[uintptr]bool{}; shares(to, seen) || shares(m, seen) {
					m, _ = Copy(m).(map[string]any)
				}
				if merged, err = one(to, m); err != nil {
					return nil, err
				}
				to, _ = merged.(map[string]any)
			}
			return merged, nil
		}
		all[name], all[must] = merge, merge
	}
	return all
}

// shares reports whether a map holds one that was seen before, and sees all it holds.
func shares(m map[string]any, seen map[uintptr]bool) bool {
	p := reflect.ValueOf(m).Pointer()
	if m == nil || seen[p] {
		return m != nil
	}
	seen[p] = true
	for _, v := range m {
		if below, ok := v.(map[string]any); ok && shares(below, seen) {
			return true
		}
	}
	return false
}
