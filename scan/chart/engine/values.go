package engine

import (
	"fmt"
	"strings"
)

// Values is .Values, with the methods that templates call (Helm's pkg/chart/common, values.go).
type Values map[string]any

// AsMap returns the plain map, which dig requires.
func (v Values) AsMap() map[string]any {
	if v == nil {
		return map[string]any{}
	}
	return v
}

// Table returns the map at a path of keys: "a.b".
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

// PathValue returns the value at a path of keys. It is an error if the value is a map.
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
