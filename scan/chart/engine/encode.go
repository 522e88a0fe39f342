package engine

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // sha1sum is what charts call
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/adler32"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"
)

func (r *renderer) encodings() template.FuncMap {
	all := template.FuncMap{
		"b64enc":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"b64dec":     func(s string) string { return decoded(base64.StdEncoding.DecodeString(s)) },
		"b32enc":     func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) },
		"b32dec":     func(s string) string { return decoded(base32.StdEncoding.DecodeString(s)) },
		"sha1sum":    func(s string) string { h := sha1.Sum([]byte(s)); return hex.EncodeToString(h[:]) }, //nolint:gosec // see above
		"sha256sum":  func(s string) string { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:]) },
		"sha512sum":  func(s string) string { h := sha512.Sum512([]byte(s)); return hex.EncodeToString(h[:]) },
		"adler32sum": func(s string) string { return fmt.Sprint(adler32.Checksum([]byte(s))) },

		"toYamlPretty":  func(v any) string { s, _ := r.toYAML(v); return s },
		"fromYaml":      r.fromYAML,
		"fromYamlArray": r.fromYAMLArray,
		"fromJson":      fromJSON,
		"mustFromJson": func(s string) (v any, err error) {
			err = json.Unmarshal([]byte(s), &v)
			return v, err
		},
		"fromJsonArray": fromJSONArray,
		"toToml":        func(v any) (string, error) { return r.toTOML(v) },
		"mustToToml":    func(v any) (string, error) { return r.toTOML(v) },
		"fromToml": func(string) map[string]any {
			return map[string]any{"Error": "kubedelta does not read TOML"}
		},
	}
	all["toYaml"] = func(v any) string { s, _ := r.toYAML(v); return s }
	all["mustToYaml"] = r.toYAML
	for _, name := range []string{"toJson", "mustToJson"} {
		all[name] = func(v any) (string, error) { return r.toJSON(v, true, "") }
	}
	for _, name := range []string{"toPrettyJson", "mustToPrettyJson"} {
		all[name] = func(v any) (string, error) { return r.toJSON(v, true, "  ") }
	}
	for _, name := range []string{"toRawJson", "mustToRawJson"} {
		all[name] = func(v any) (string, error) { return r.toJSON(v, false, "") }
	}
	return all
}

func decoded(b []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func (r *renderer) toYAML(v any) (string, error) {
	r.meter.weigh(v)
	b, err := yaml.Marshal(v)
	return strings.TrimSuffix(string(b), "\n"), err
}

func (r *renderer) toJSON(v any, escape bool, indent string) (string, error) {
	r.meter.weigh(v)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(escape)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
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
