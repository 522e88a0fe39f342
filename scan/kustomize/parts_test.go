package kustomize

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPlain checks which kustomizations are plain.
func TestPlain(t *testing.T) {
	for text, want := range map[string]bool{
		"resources: [a.yaml]\n": true,
		"resources: [a.yaml]\nnamespace: x\nnamePrefix: a-\nimages: [{name: a, newTag: b}]\nreplicas: [{name: a, count: 2}]\n": true,
		"bases: [../base]\ncommonLabels: {app: a}\nlabels: [{pairs: {app.kubernetes.io/name: a}}]\n":                           true,
		"resources: [a.yaml]\ncommonLabels: {beta.kubernetes.io/os: linux}\n":                                                  false,
		"resources: [a.yaml]\nlabels: [{pairs: {node-role.kubernetes.io/master: ''}}]\n":                                       false,
		"resources: [a.yaml]\ncommonAnnotations: {a: b}\n":                                                                     false,
		"resources: [a.yaml]\npatches: [{path: p.yaml}]\n":                                                                     false,
		"resources: [a.yaml]\npatchesStrategicMerge: [p.yaml]\n":                                                               false,
		"resources: [a.yaml]\ncomponents: [../c]\n":                                                                            false,
		"configMapGenerator: [{name: a, literals: [a=b]}]\n":                                                                   false,
		"resources: [a.yaml]\nreplacements: [{path: r.yaml}]\n":                                                                false,
		"resources: [a.yaml]\nopenapi: {path: o.json}\n":                                                                       false,
		"apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [a.yaml]\n":                                 true,
		"kind: Component\npatches: [{path: p.yaml}, {patch: '{apiVersion: v1, kind: Pod}'}]\ncomponents: [../c]\n":             true,
		"kind: Component\npatches: [{patch: '[{op: remove, path: /spec}]', target: {kind: Pod}}]\n":                            false,
		"kind: Component\nreplacements: [{path: r.yaml}]\n":                                                                    false,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if p, ok := PartsOf(dir); !ok || p.Plain != want {
			t.Errorf("%q is plain: %v", text, p.Plain)
		}
	}
}
