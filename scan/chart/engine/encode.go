package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"
)

// encodings are Helm's own.
func (r *renderer) encodings() template.FuncMap {
	toYAML := func(v any) string { s, _ := mustToYAML(v); return s }
	return template.FuncMap{
		"toYaml":        toYAML,
		"toYamlPretty":  toYAML,
		"mustToYaml":    mustToYAML,
		"fromYaml":      r.fromYAML,
		"fromYamlArray": r.fromYAMLArray,
		"fromJson":      fromJSON,
		"fromJsonArray": fromJSONArray,
		"toToml":        toTOML,
		"mustToToml":    toTOML,
		"fromToml": func(string) map[string]any {
			return map[string]any{"Error": "kubedelta does not read TOML"}
		},
	}
}

func mustToYAML(v any) (string, error) {
	b, err := yaml.Marshal(v)
	return strings.TrimSuffix(string(b), "\n"), err
}

// yamlWork is what a byte of YAML counts that is read.
const yamlWork = 4

// fromYAML gives the error as a value, as Helm does.
func (r *renderer) fromYAML(s string) map[string]any {
	r.meter.charge(yamlWork * len(s))
	v, err := DecodeYAML([]byte(s))
	if v == nil && err == nil {
		return map[string]any{}
	}
	m, ok := v.(map[string]any)
	if err == nil && !ok {
		err = fmt.Errorf("error unmarshaling JSON: while decoding JSON: json: cannot unmarshal %T into a map", v)
	}
	if err != nil {
		return map[string]any{"Error": err.Error()}
	}
	return m
}

func (r *renderer) fromYAMLArray(s string) []any {
	r.meter.charge(yamlWork * len(s))
	v, err := DecodeYAML([]byte(s))
	if v == nil && err == nil {
		return []any{}
	}
	l, ok := v.([]any)
	if err == nil && !ok {
		err = fmt.Errorf("error unmarshaling JSON: while decoding JSON: json: cannot unmarshal %T into a list", v)
	}
	if err != nil {
		return []any{err.Error()}
	}
	return l
}

// fromJSON reads a map; as fromYaml it gives the error as a value.
func fromJSON(s string) map[string]any {
	v := map[string]any{}
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		v["Error"] = err.Error()
	}
	return v
}

func fromJSONArray(s string) []any {
	var v []any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		return []any{err.Error()}
	}
	return v
}
