package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// toTOML encodes a map as TOML, which charts write into ConfigMaps.
func toTOML(v any) (string, error) {
	if values, is := v.(Values); is {
		v = values.AsMap()
	}
	m, ok := v.(map[string]any)
	if !ok {
		return "", errors.New("toml: top-level values must be maps")
	}
	var b strings.Builder
	err := tomlTable(&b, nil, m)
	return b.String(), err
}

func tomlTable(b *strings.Builder, path []string, m map[string]any) error {
	names := slices.Sorted(maps.Keys(m))
	for _, name := range names {
		if _, isTable := m[name].(map[string]any); isTable || m[name] == nil {
			continue
		}
		text, err := tomlValue(m[name])
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "%s%s = %s\n", strings.Repeat("  ", len(path)), tomlKey(name), text)
	}
	for _, name := range names {
		table, isTable := m[name].(map[string]any)
		if !isTable {
			continue
		}
		below := append(slices.Clone(path), tomlKey(name))
		fmt.Fprintf(b, "\n%s[%s]\n", strings.Repeat("  ", len(path)), strings.Join(below, "."))
		if err := tomlTable(b, below, table); err != nil {
			return err
		}
	}
	return nil
}

func tomlKey(name string) string {
	bare := strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == "" && name != ""
	if bare {
		return name
	}
	return fmt.Sprintf("%q", name)
}

func tomlValue(v any) (string, error) {
	switch x := v.(type) {
	case []any:
		parts := make([]string, len(x))
		for i, each := range x {
			text, err := tomlValue(each)
			if err != nil {
				return "", err
			}
			parts[i] = text
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	case map[string]any:
		parts := make([]string, 0, len(x))
		for _, name := range slices.Sorted(maps.Keys(x)) {
			text, err := tomlValue(x[name])
			if err != nil {
				return "", err
			}
			parts = append(parts, tomlKey(name)+" = "+text)
		}
		return "{" + strings.Join(parts, ", ") + "}", nil
	case nil:
		return "", errors.New("toml: cannot encode a nil in a list")
	default:
		// TOML writes scalars as JSON does.
		b, err := json.Marshal(x)
		return string(b), err
	}
}
