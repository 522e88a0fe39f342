package format

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	old "go.yaml.in/yaml/v2"
	"gopkg.in/yaml.v3"
)

// TestYAML tests that readers of YAML 1.2 and 1.1 read the same values as in JSON.
func TestYAML(t *testing.T) {
	values := map[string]any{}
	for _, s := range []string{
		"", " ", "no", "NO", "y", "on", "true", "null", "~", "1.30", "1e3", "0x1F", "0o7", "010", "1_000", "2024-01-02", "12:30", "1:20:30", "=", "a: b", "- a", "#x", "a #b", "'", `"`, `\`, "{}", "[]", "*a", "&a", "!x",
		"%x", "@x", "`x", "|", ">", "a\nb", "a\n", "\n", "\ta", "a\tb", "\x7f", "\u0085", "\u2028", "\x1b[31m", "\U0001f600", "---", "...", "a\xff", strings.Repeat("word ", 60), ".inf", ".nan", "?", "? a", "0.", "+1", "1,000",
	} {
		values[strings.ToValidUTF8(s, "\uFFFD")+"k"] = s
		values[strings.ToValidUTF8(s, "\uFFFD")] = "v"
	}
	v := map[string]any{"texts": values, "number": 1000000, "large": 12345678901, "half": 0.5, "yes": true, "none": nil, "list": []any{}, "map": map[string]any{}, "lists": []any{[]any{"a"}, map[string]any{"a": "b"}}}
	var asYAML, asJSON strings.Builder
	if err := WriteYAML(&asYAML, v); err != nil {
		t.Fatal(err)
	}
	if err := WriteJSON(&asJSON, v); err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal([]byte(asJSON.String()), &want); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func([]byte, any) error{"1.2": yaml.Unmarshal, "1.1": old.Unmarshal} {
		var got any
		if err := read([]byte(asYAML.String()), &got); err != nil {
			t.Fatalf("YAML %s: %v\n%s", name, err, asYAML.String())
		}
		same(t, name, "", plain(got), want)
	}
}

func same(t *testing.T, name, path string, got, want any) {
	t.Helper()
	if w, ok := want.(map[string]any); ok {
		g, _ := got.(map[string]any)
		for k := range w {
			same(t, name, path+"/"+k, g[k], w[k])
		}
		if len(g) != len(w) {
			t.Errorf("YAML %s: %s has %d members, want %d", name, path, len(g), len(w))
		}
		return
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("YAML %s: %q is %#v, want %#v", name, path, got, want)
	}
}

// plain is a value with numbers and maps as a JSON reader makes them.
func plain(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, plain(e))
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = plain(e)
		}
		return out
	case map[any]any:
		out := map[string]any{}
		for k, e := range v {
			name, _ := k.(string)
			out[name] = plain(e)
		}
		return out
	}
	return v
}

// TestOrdinaryStrings tests that a text written without the library's Encode is the same as with
// it.
func TestOrdinaryStrings(t *testing.T) {
	pieces := []string{"true", "null", "~", "<<", "=", "off", "yes", "1", "0x1f", "1e3", ".5", "12:30:45", "2026-11-22", ": ", " #", "#", "- ", "-", "'", "\"", "{", "[", "*", "&", "!", "%", "@", "`", "|", ">", ",", "?", "a", "→", "é", "\u00a0", "日本", " ", "\t", "\u2028", "🙂"}
	random, compared := rand.New(rand.NewPCG(1, 2)), 0
	for range 20000 {
		text := ""
		for range 1 + random.IntN(4) {
			text += pieces[random.IntN(len(pieces))]
		}
		if !ordinary(text) {
			continue
		}
		compared++
		fast, err := yaml.Marshal(yamlString(text))
		if err != nil {
			t.Fatal(err)
		}
		if library, err := yaml.Marshal(text); err != nil || !bytes.Equal(fast, library) {
			t.Fatalf("%q: %s, not %s: %v", text, fast, library, err)
		}
	}
	if compared < 5000 {
		t.Errorf("only %d were compared", compared)
	}
}
