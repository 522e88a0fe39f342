package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template"
)

// must gives a function twice: under its name, and under "must…", which charts
// use where they want the error; text/template turns both into errors.
func must(all template.FuncMap, name string, f any) {
	all[name] = f
	all["must"+strings.ToUpper(name[:1])+name[1:]] = f
}

func (r *renderer) lists() template.FuncMap {
	list := func(v ...any) []any { return v }
	push := func(l, v any) ([]any, error) {
		items, err := r.items(l, "push on")
		return append(items, v), err
	}
	all := template.FuncMap{"list": list, "tuple": list, "push": push, "mustPush": push, "concat": r.concat}
	must(all, "append", push)
	must(all, "prepend", func(l, v any) ([]any, error) {
		items, err := r.items(l, "prepend on")
		return append([]any{v}, items...), err
	})
	must(all, "first", func(l any) (any, error) { return r.at(l, func(int) int { return 0 }) })
	must(all, "last", func(l any) (any, error) { return r.at(l, func(n int) int { return n - 1 }) })
	must(all, "rest", func(l any) ([]any, error) {
		items, err := r.items(l, "find rest on")
		if len(items) == 0 {
			return nil, err
		}
		return items[1:], err
	})
	must(all, "initial", func(l any) ([]any, error) {
		items, err := r.items(l, "find initial on")
		if len(items) == 0 {
			return nil, err
		}
		return items[:len(items)-1], err
	})
	must(all, "reverse", func(l any) ([]any, error) {
		items, err := r.items(l, "find reverse on")
		slices.Reverse(items)
		return items, err
	})
	must(all, "compact", func(l any) ([]any, error) {
		items, err := r.items(l, "compact on")
		return slices.DeleteFunc(items, empty), err
	})
	return all
}

func (r *renderer) moreLists() template.FuncMap {
	all := template.FuncMap{}
	must(all, "uniq", func(l any) ([]any, error) {
		items, err := r.items(l, "find uniq on")
		out := []any{}
		for _, v := range items {
			if !r.contains(out, v) {
				out = append(out, v)
			}
		}
		return out, err
	})
	must(all, "without", func(l any, omit ...any) ([]any, error) {
		items, err := r.items(l, "find without on")
		return slices.DeleteFunc(items, func(v any) bool { return r.contains(omit, v) }), err
	})
	must(all, "has", func(needle, l any) (bool, error) {
		if l == nil {
			return false, nil
		}
		items, err := r.items(l, "find has on")
		return r.contains(items, needle), err
	})
	must(all, "slice", func(l any, bounds ...any) (any, error) {
		items, err := r.items(l, "slice")
		if len(items) == 0 || err != nil {
			return nil, err
		}
		from, to := 0, len(items)
		if len(bounds) > 0 {
			from = int(toInt64(bounds[0]))
		}
		if len(bounds) > 1 {
			to = int(toInt64(bounds[1]))
		}
		return items[from:to], nil
	})
	must(all, "chunk", func(size int, l any) ([][]any, error) {
		items, err := r.items(l, "chunk")
		if err != nil || size < 1 {
			return nil, err
		}
		return slices.AppendSeq([][]any(nil), slices.Chunk(items, size)), nil
	})
	return all
}

// items copies a list of any type.
func (r *renderer) items(l any, doing string) ([]any, error) {
	v := reflect.ValueOf(l)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil, fmt.Errorf("Cannot %s type %s", doing, v.Kind()) //nolint:staticcheck // sprig's words
	}
	out := make([]any, v.Len())
	for i := range out {
		out[i] = v.Index(i).Interface()
	}
	return out, nil
}

func (r *renderer) at(l any, index func(n int) int) (any, error) {
	v := reflect.ValueOf(l)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil, fmt.Errorf("Cannot find first or last on type %s", v.Kind()) //nolint:staticcheck // sprig's words
	}
	if v.Len() == 0 {
		return nil, nil
	}
	return v.Index(index(v.Len())).Interface(), nil
}

func (r *renderer) concat(all ...any) (any, error) {
	var out []any
	for _, l := range all {
		items, err := r.items(l, "concat")
		if err != nil {
			return nil, err
		}
		r.meter.allow(product(len(out)+len(items), 16))
		out = append(out, items...)
	}
	return out, nil
}

// contains compares by value. It is counted: looking for each of a list in
// another is quadratic.
func (r *renderer) contains(all []any, needle any) bool {
	for i, v := range all {
		if i%64 == 63 {
			r.meter.tick()
		}
		if r.equal(v, needle) {
			return true
		}
	}
	return false
}

func (r *renderer) equal(a, b any) bool {
	if composite(a) && composite(b) {
		r.meter.weigh(a)
		r.meter.weigh(b)
	}
	return reflect.DeepEqual(a, b)
}

func composite(v any) bool {
	switch reflect.ValueOf(v).Kind() {
	case reflect.Map, reflect.Slice, reflect.Array, reflect.Struct, reflect.Pointer:
		return true
	default:
		return false
	}
}

// toStrings writes out each of a list, nothing left out.
func (r *renderer) toStrings(v any) []string {
	if v == nil {
		return []string{}
	}
	if s, ok := v.([]string); ok {
		return slices.Clone(s)
	}
	items, err := r.items(v, "")
	if err != nil {
		return []string{r.text(v)}
	}
	out := make([]string, 0, len(items))
	for _, each := range items {
		if each != nil {
			out = append(out, r.text(each))
		}
	}
	return out
}

func (r *renderer) sortAlpha(v any) []string {
	all := r.toStrings(v)
	slices.Sort(all)
	return all
}
