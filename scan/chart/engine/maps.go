package engine

import (
	"maps"
	"reflect"
	"slices"
	"text/template"
)

// maps returns functions of maps that have no fixed order in sprig, or are slow there.
func (r *renderer) maps(lib template.FuncMap) template.FuncMap {
	all := template.FuncMap{
		// Keys and values are in alphabetical order. In sprig the order is random, so that charts
		// that depend on an order sort them.
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
			case map[string]any, []any, Values:
				// This is 40 times as fast as sprig's function.
				return Copy(v), nil
			default:
				return deep(v)
			}
		}
	}
	return all
}

// Copy returns a deep copy of a value as decoded from YAML: of its maps and lists.
func Copy(v any) any {
	switch x := v.(type) {
	case Values:
		return Values(Copy(x.AsMap()).(map[string]any))
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

// merges returns sprig's functions that merge, one map at a time: the target grows with each.
func (r *renderer) merges(lib template.FuncMap) template.FuncMap {
	all := template.FuncMap{}
	for must, name := range map[string]string{"mustMerge": "merge", "mustMergeOverwrite": "mergeOverwrite"} {
		one := lib[must].(func(map[string]any, ...map[string]any) (any, error))
		merge := func(to map[string]any, from ...map[string]any) (merged any, err error) {
			merged = to
			for _, m := range from {
				if merged, err = one(to, r.meter.apart(to, m)); err != nil {
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

// apart returns a copy of a map that can be merged into another: the two share no map that would
// grow during the merge. Charts merge scopes that contain themselves (OpenStack's helm-toolkit).
// Only the maps that are merged are copied and counted.
func (m *meter) apart(to, from map[string]any) map[string]any {
	if out, ok := m.overlap(to, from, map[uintptr]bool{}, 0); ok {
		return out
	}
	m.weigh(to)
	m.weigh(from)
	return Copy(from).(map[string]any)
}

// overlap copies only those maps of from that are merged into a map of to. It reports false if
// two of them would be merged into the same map.
func (m *meter) overlap(to, from map[string]any, seen map[uintptr]bool, depth int) (map[string]any, bool) {
	m.charge(stepWork + 16*len(from))
	p := reflect.ValueOf(to).Pointer()
	if to != nil && seen[p] || depth > maxDepth {
		return nil, false
	}
	seen[p] = true
	out := maps.Clone(from)
	for _, key := range slices.Sorted(maps.Keys(from)) {
		below, is := from[key].(map[string]any)
		into, has := to[key].(map[string]any)
		if !is || !has {
			continue
		}
		copied, ok := m.overlap(into, below, seen, depth+1)
		if !ok {
			return nil, false
		}
		out[key] = copied
	}
	return out, true
}
