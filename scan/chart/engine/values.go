package engine

import (
	"fmt"
	"strings"
)

// Values is .Values: a map with the methods of Helm's that templates call
// (pkg/chart/common, values.go).
type Values map[string]any

// AsMap is the plain map, which dig demands.
func (v Values) AsMap() map[string]any {
	if v == nil {
		return map[string]any{}
	}
	return v
}

// Table is the map that a path of keys leads to: "a.b".
func (v Values) Table(path string) (Values, error) {
	table := v
	for key := range strings.SplitSeq(path, ".") {
		below, ok := table[key].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%q is not a table", key)
		}
		table = below
	}
	return table, nil
}

// PathValue is the value that a path of keys leads to, which is no map.
func (v Values) PathValue(path string) (any, error) {
	table, key := v, path
	if at := strings.LastIndexByte(path, '.'); at >= 0 {
		table, _ = v.Table(path[:at])
		key = path[at+1:]
	}
	value, has := table[key]
	if _, isTable := value.(map[string]any); !has || isTable {
		return nil, fmt.Errorf("%q is not a value", key)
	}
	return value, nil
}
