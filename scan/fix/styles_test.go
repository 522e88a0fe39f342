package fix_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/scan/fix"
)

// styles write an object in other notations.
var styles = map[string]func(t *testing.T, o any) string{
	"blocks":                   func(t *testing.T, o any) string { return asYAML(t, o, 2) },
	"blocks, far to the right": func(t *testing.T, o any) string { return asYAML(t, o, 7) },
	"JSON in a line":           func(t *testing.T, o any) string { return asJSON(t, o, "") + "\n" },
	"JSON in lines":            func(t *testing.T, o any) string { return asJSON(t, o, "\t") + "\n" },
	"an item of a list": func(t *testing.T, o any) string {
		text := strings.ReplaceAll(strings.TrimRight(asYAML(t, o, 2), "\n"), "\n", "\n    ")
		return "apiVersion: v1\nkind: List\nitems:\n  - " + text + "\n  - {apiVersion: v1, kind: ConfigMap}\n"
	},
	"an item of a list at the margin": func(t *testing.T, o any) string {
		text := strings.ReplaceAll(strings.TrimRight(asYAML(t, o, 2), "\n"), "\n", "\n  ")
		return "apiVersion: v1\nkind: List\nitems:\n- " + text + "\n"
	},
	"no last end of line": func(t *testing.T, o any) string { return strings.TrimRight(asYAML(t, o, 2), "\n") },
	"comments":            func(t *testing.T, o any) string { return commented(asYAML(t, o, 2)) },
	"blank lines":         func(t *testing.T, o any) string { return strings.ReplaceAll(asYAML(t, o, 2), "\n", "\n\n") },
	"the end of a document": func(t *testing.T, o any) string {
		return "---\n" + asYAML(t, o, 2) + "# The end.\n...\n---\n# Nothing.\n"
	},
}

// commented has a comment above each line and at its end.
func commented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimLeft(line, " ")
		b.WriteString(line[:len(line)-len(bare)] + "# above\n" + strings.TrimRight(line, "\n") + " # behind\n")
	}
	return b.String()
}

func asYAML(t *testing.T, o any, indent int) string {
	t.Helper()
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(indent)
	if err := e.Encode(o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func asJSON(t *testing.T, o any, indent string) string {
	t.Helper()
	text, err := json.MarshalIndent(o, "", indent)
	if indent == "" {
		text, err = json.Marshal(o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func decoded(t *testing.T, text string) (all []any) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(text))
	for {
		var o any
		err := d.Decode(&o)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		if o != nil {
			all = append(all, o)
		}
	}
}

// TestStyles checks that the objects of the cases in other notations are fixed into the same
// objects, and that no comment beside an unchanged part is lost.
func TestStyles(t *testing.T) {
	j := at(t, "1.35")
	for _, c := range cases.Read(t, "../../fixtures/fix") {
		if c.File("target") != "" {
			continue
		}
		for i, o := range decoded(t, c.File("in.yaml")+c.File("in.json")) {
			want := fix.Choice{}.Fix("in.yaml", []byte(asYAML(t, o, 2)), j)
			for name, style := range styles {
				text := style(t, o)
				if (name == "comments" || name == "blank lines") && strings.Contains(text, "|") {
					continue // in a block scalar they are text
				}
				got := (fix.Choice{}).Fix("in.yaml", []byte(text), j)
				if got.Changed != want.Changed {
					t.Errorf("%s #%d in %s: changed: %v, left: %+v\n%s", c.Name(), i, name, got.Changed, got.Left, text)
					continue
				}
				have := decoded(t, string(got.Out))[0].(map[string]any)
				if items, list := have["items"].([]any); list && have["kind"] == "List" {
					have = items[0].(map[string]any)
				}
				if diff := cmp.Diff(decoded(t, string(want.Out))[0], any(have)); diff != "" {
					t.Errorf("%s #%d in %s:\n%s\n%s", c.Name(), i, name, diff, got.Out)
				}
			}
		}
	}
}
