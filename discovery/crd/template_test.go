package crd_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery/crd"
)

func TestMayDefine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"kind: CustomResourceDefinition\nmetadata: {{ .x }}":                                     true,
		"{{ range $p, $_ := .Files.Glob \"crds/*.yaml\" }}\n{{ $.Files.Get $p }}\n{{ end }}":     true,
		"{{- range $p, $_ := $.Files.Glob \"files/*\" }}{{ toString $_ }}{{ end }}":              true,
		"{{ .Files.Get \"definitions.yaml\" }}":                                                  true,
		"{{- include \"app.crds\" . }}":                                                          true,
		"kind: Job\nargs: [{{ .Files.Get \"files/crds.yaml\" | quote }}]":                        true,
		"{{- $p := .Files.Get (printf \"files/%s.yaml\" .x) }}":                                  false,
		"kind: Deployment\nchecksum: {{ .Files.Get \"a.yaml\" | sha256sum }}":                    false,
		"kind: ClusterRole\nresources: [customresourcedefinitions]\nname: {{ include \"a\" . }}": false,
		"replicas: 2": false,
	} {
		if got := crd.MayDefine([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
