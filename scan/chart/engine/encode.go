package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"
)

// encodings returns the functions that Helm defines for YAML, JSON and TOML. Those that decode
// return an error as a value, as Helm's do.
func (r *renderer) encodings() template.FuncMap {
	toYAML := func(v any) string { s, _ := mustToYAML(v); return s }
	return template.FuncMap{
		"toYaml":       toYAML,
		"toYamlPretty": toYAML,
		"mustToYaml":   mustToYAML,
		"fromYaml": func(s string) map[string]any {
			v, err := fromYAML(r.meter, s, map[string]any{}, "map")
			if err != nil {
				return map[string]any{"Error": err.Error()}
			}
			return v
		},
		"fromYamlArray": func(s string) []any {
			v, err := fromYAML(r.meter, s, []any{}, "list")
			if err != nil {
				return []any{err.Error()}
			}
			return v
		},
		"fromJson": func(s string) map[string]any {
			v := map[string]any{}
			if err := json.Unmarshal([]byte(s), &v); err != nil {
				v["Error"] = err.Error()
			}
			return v
		},
		"fromJsonArray": func(s string) []any {
			var v []any
			if err := json.Unmarshal([]byte(s), &v); err != nil {
				return []any{err.Error()}
			}
			return v
		},
		"toToml":     toTOML,
		"mustToToml": toTOML,
		"fromToml": func(string) map[string]any {
			return map[string]any{"Error": "kubedelta does not read TOML"}
		},
	}
}

func mustToYAML(v any) (string, error) {
	b, err := yaml.Marshal(v)
	return strings.TrimSuffix(string(b), "\n"), err
}

// yamlWork is the work that is counted for each byte of decoded YAML.
const yamlWork = 4

// fromYAML decodes a map or a list. If there is no value, it returns empty.
func fromYAML[T any](m *meter, s string, empty T, what string) (T, error) {
	m.charge(yamlWork * len(s))
	v, err := DecodeYAML([]byte(s))
	if v == nil {
		return empty, err
	}
	decoded, ok := v.(T)
	if !ok {
		return empty, fmt.Errorf("error unmarshaling JSON: while decoding JSON: json: cannot unmarshal %T into a %s", v, what)
	}
	return decoded, err
}
