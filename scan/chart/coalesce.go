package chart

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// The rules for merging values are Helm's (pkg/chart/common/util, coalesce.go, v4.3): the values of
// the parent chart win, maps are merged, other values are replaced, and null removes a default.

// mergeMaps returns a copy of a with the values of b merged into it; b wins.
func mergeMaps(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	for k, v := range b {
		old, oldIsMap := out[k].(map[string]any)
		if m, ok := v.(map[string]any); ok && oldIsMap {
			out[k] = mergeMaps(old, m)
			continue
		}
		out[k] = v
	}
	return out
}

func copyMap(m map[string]any) map[string]any { return engine.Copy(m).(map[string]any) }

// coalesce adds the defaults of a chart and its dependencies. With merge, null values stay.
func (c *loaded) coalesce(values map[string]any, merge bool) error {
	c.coalesceOwn(values, merge)
	for _, sub := range c.charts {
		below, there := values[sub.meta.Name]
		if !there {
			below = map[string]any{}
			values[sub.meta.Name] = below
		}
		table, ok := below.(map[string]any)
		if !ok {
			return fmt.Errorf("type mismatch on %s: the values of a chart are a map, not a %T", sub.meta.Name, below)
		}
		coalesceGlobals(table, values)
		if err := sub.coalesce(table, merge); err != nil {
			return err
		}
	}
	return nil
}

func coalesceGlobals(to, from map[string]any) {
	dest, ok := to["global"].(map[string]any)
	if _, there := to["global"]; there && !ok {
		return
	}
	if dest == nil {
		dest = map[string]any{}
	}
	src, ok := from["global"].(map[string]any)
	if _, there := from["global"]; there && !ok {
		return
	}
	for k, v := range src {
		table, isTable := v.(map[string]any)
		old, there := dest[k]
		oldTable, oldIsTable := old.(map[string]any)
		switch {
		case isTable && !there:
			dest[k] = copyMap(table)
		case isTable && oldIsTable:
			// The globals of the parent win.
			top := copyMap(table)
			coalesceTables(top, oldTable, true)
			dest[k] = top
		case isTable, oldIsTable:
		default:
			dest[k] = v
		}
	}
	to["global"] = dest
}

func (c *loaded) coalesceOwn(values map[string]any, merge bool) {
	for k, def := range copyMap(c.values) {
		given, there := values[k]
		switch table, isTable := given.(map[string]any); {
		case there && given == nil && !merge:
			delete(values, k)
		case isTable:
			below, ok := def.(map[string]any)
			if !ok {
				continue
			}
			deep := merge || c.hasChart(k)
			if !deep {
				dropNulls(below)
			}
			coalesceTables(table, below, deep)
		case there:
		case merge:
			values[k] = def
		case def != nil:
			if m, ok := def.(map[string]any); ok {
				dropNulls(m)
			}
			values[k] = def
		}
	}
}

func (c *loaded) hasChart(name string) bool {
	return slices.ContainsFunc(c.charts, func(sub *loaded) bool { return sub.meta.Name == name })
}

// coalesceTables merges src into dst; dst wins.
func coalesceTables(dst, src map[string]any, merge bool) {
	if dst == nil {
		return
	}
	for k, v := range src {
		given, there := dst[k]
		table, isTable := v.(map[string]any)
		givenTable, givenIsTable := given.(map[string]any)
		switch {
		case there && !merge && given == nil && v != nil:
			delete(dst, k)
		case !there:
			dst[k] = v
		case isTable && givenIsTable:
			coalesceTables(givenTable, table, merge)
		}
	}
}

func dropNulls(m map[string]any) {
	for k, v := range m {
		if v == nil {
			delete(m, k)
		} else if below, ok := v.(map[string]any); ok {
			dropNulls(below)
		}
	}
}
