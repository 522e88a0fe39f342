package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"text/template"
)

func (r *renderer) maps() template.FuncMap {
	all := template.FuncMap{
		"dict": r.dict,
		"get": func(m map[string]any, key string) any {
			if v, ok := m[key]; ok {
				return v
			}
			return ""
		},
		"set":    r.set,
		"unset":  func(m map[string]any, key string) map[string]any { delete(m, key); return m },
		"hasKey": func(m map[string]any, key string) bool { _, ok := m[key]; return ok },
		"pluck":  pluck,
		// Keys and values come in the alphabet's order: sprig gives Go's random
		// one, and charts that care sort them.
		"keys":   keys,
		"values": valuesOf,
		"pick": func(m map[string]any, names ...string) map[string]any {
			out := map[string]any{}
			for _, name := range names {
				if v, ok := m[name]; ok {
					out[name] = v
				}
			}
			return out
		},
		"omit": func(m map[string]any, names ...string) map[string]any {
			out := maps.Clone(m)
			if out == nil {
				out = map[string]any{}
			}
			for _, name := range names {
				delete(out, name)
			}
			return out
		},
		"dig": dig,
	}
	must(all, "deepCopy", r.deepCopy)
	must(all, "merge", func(to map[string]any, from ...map[string]any) (any, error) { return r.merge(to, from, false) })
	must(all, "mergeOverwrite", func(to map[string]any, from ...map[string]any) (any, error) { return r.merge(to, from, true) })
	return all
}

func (r *renderer) dict(v ...any) map[string]any {
	out := map[string]any{}
	for i := 0; i < len(v); i += 2 {
		if i+1 < len(v) {
			out[r.text(v[i])] = v[i+1]
		} else {
			out[r.text(v[i])] = ""
		}
	}
	return out
}

// set changes the map itself. A map must not come to hold itself: nothing could
// write it out.
func (r *renderer) set(m map[string]any, key string, v any) (map[string]any, error) {
	if m == nil {
		return nil, errors.New("set: there is no map")
	}
	m[key] = v
	return m, nil
}

func pluck(key string, all ...map[string]any) []any {
	out := []any{}
	for _, m := range all {
		if v, ok := m[key]; ok {
			out = append(out, v)
		}
	}
	return out
}

func keys(all ...map[string]any) []string {
	out := []string{}
	for _, m := range all {
		out = append(out, slices.Sorted(maps.Keys(m))...)
	}
	return out
}

func valuesOf(m map[string]any) []any {
	out := []any{}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, m[k])
	}
	return out
}

// dig follows keys: dig "a" "b" DEFAULT MAP.
func dig(v ...any) (any, error) {
	if len(v) < 3 {
		return nil, errors.New("dig needs at least three arguments")
	}
	at, otherwise := v[len(v)-1], v[len(v)-2]
	for _, key := range v[:len(v)-2] {
		m, ok := at.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("dig: %T is no map", at)
		}
		name, ok := key.(string)
		if !ok {
			return nil, fmt.Errorf("dig: the key is a %T, not a string", key)
		}
		if at, ok = m[name]; !ok {
			return otherwise, nil
		}
	}
	return at, nil
}

func (r *renderer) deepCopy(v any) any {
	r.meter.weigh(v)
	return Copy(v)
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

// merge merges maps into the first one, which wins where not told otherwise. An
// empty value never wins, as mergo has it.
func (r *renderer) merge(to map[string]any, from []map[string]any, overwrite bool) (any, error) {
	if to == nil {
		to = map[string]any{}
	}
	for _, m := range from {
		r.meter.weigh(to)
		r.meter.weigh(m)
		mergeInto(to, m, overwrite)
	}
	return to, nil
}

func mergeInto(to, from map[string]any, overwrite bool) {
	for k, v := range from {
		old, there := to[k]
		below, isMap := v.(map[string]any)
		oldMap, oldIsMap := old.(map[string]any)
		switch {
		case isMap && oldIsMap && oldMap != nil:
			mergeInto(oldMap, below, overwrite)
		case !there || empty(old) || overwrite && !empty(v):
			to[k] = v
		}
	}
}
