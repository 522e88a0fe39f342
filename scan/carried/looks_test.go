package carried

import (
	"strings"
	"testing"
)

func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"apiVersion: v1\nkind: Pod\n":                       true,
		"kind: Pod\napiVersion: v1":                         true,
		"a:\n  - kind: Pod\n    apiVersion : v1":            true,
		`{"apiVersion":"v1","kind":"Pod"}`:                  true,
		`- {kind: Pod, apiVersion: v1}`:                     true,
		"The apiVersion: and the kind: of an object":        false,
		"APIVersion defines the version. Kind: is another.": false,
		"apiVersion: v1\nkinds: none at all":                false,
		"apiVersion\nkind: Pod, and more":                   false,
		"apiVersion: v1\n- op: add\n  path: /apiVersion":    true,
		"- op: replace\n  path: /apiVersion":                true,
		`a: [{"op":"add","path":"/apiVersion"}]`:            true,
		"# first\n---\n- path: /spec/a\n  op: remove":       true,
		`[{"op":"add","path":"/kind","value":"A"}]`:         true,
		"see /apiVersion: options":                          false,
		"op: read\npath: /spec/apiVersion":                  false,
		"op: read\npath: /apiVersions":                      false,
		"text:\n- op: replace\n  path: /spec/a":             false,
		"- the op is in the path":                           false,
	} {
		if got := Looks(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestWithoutActions(t *testing.T) {
	for text, want := range map[string]string{
		"a: b\n":                              "a: b\n",
		"a: {{ .x }}-b\nc: d":                 "a: ~~~~~~~~-b\nc: d",
		"{{- if .x }}\na: b\n  {{ end }}\r\n": "            \na: b\n           \r\n",
		"a: {{ .x":                            "a: {{ .x",
		"{{a}}{{b}}: c\n":                     "~~~~~~~~~~: c\n",
	} {
		got := WithoutActions(text)
		if got != want || len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestWritten(t *testing.T) {
	for text, want := range map[string]bool{
		"a: {{ .x }}\nb: c\n":                false,
		"{{ .key }}: b":                      false,
		"a:\n  {{- toYaml .x | nindent 2 }}": true,
		"a: b\n{{ if .x }}\nc: d\n":          true,
		"":                                   false,
	} {
		if got := Written(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzWithoutActions(f *testing.F) {
	f.Add("a: {{ .x }}\n{{ }}")
	f.Fuzz(func(t *testing.T, text string) {
		if got := WithoutActions(text); len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q: %q", text, got)
		}
		Looks(text)
		Written(text)
		Decoded(text)
	})
}
