package crd_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/crd"
)

// TestPatches checks the patches of kustomizations in a folder, as kubebuilder writes them.
func TestPatches(t *testing.T) {
	t.Parallel()
	const (
		base = `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: as.example.com},
  spec: {group: example.com, scope: Namespaced, names: {plural: as, kind: A}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}}`
		part       = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: as.example.com\n"
		annotation = part + "  annotations: {a: b}\n"
		webhook    = part + "spec:\n  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: {namespace: a, name: b}}}}\n"
		target     = "target: {kind: CustomResourceDefinition}"
		resources  = "resources: [a.yaml]\n"
	)
	for name, c := range map[string]struct {
		kustomization, patch string
		strategy             string
		unread               string
	}{
		"metadata":              {resources + "patchesStrategicMerge: [patches/p.yaml]", annotation, "None", ""},
		"metadata, not named":   {resources + "#- patches/p.yaml", annotation, "None", ""},
		"no kustomization":      {"", annotation, "None", "patches/p.yaml: line 1: the CustomResourceDefinition \"as.example.com\" cannot be read: spec.group is missing"},
		"conversion":            {resources + "patches: [{path: patches/p.yaml}]", webhook, "Webhook", ""},
		"conversion, not named": {resources + "#patches: [{path: patches/p.yaml}]", webhook, "None", ""},
		"conversion as a path":  {resources + "patches: [patches/p.yaml]", webhook, "Webhook", ""},
		"inline":                {resources + "patchesStrategicMerge:\n- |\n  " + strings.ReplaceAll(webhook, "\n", "\n  "), "", "Webhook", ""},
		"inline patch":          {resources + "patches:\n- patch: |\n    " + strings.ReplaceAll(webhook, "\n", "\n    "), "", "Webhook", ""},
		"of nothing":            {resources + "patches: [{path: patches/p.yaml}]", strings.ReplaceAll(webhook, "as.", "bs."), "None", "kustomization.yaml: it patches"},
		"twice":                 {resources + "patches: [{path: patches/p.yaml}, {path: patches/p.yaml}]", webhook, "Webhook", ""},
		"two conversions":       {resources + "patches: [{path: patches/p.yaml}, {patch: '{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: as.example.com}, spec: {conversion: {strategy: Webhook}}}'}]", webhook, "Webhook", "kustomization.yaml: it patches"},
		"target":                {resources + "patches: [{path: patches/p.yaml, target: {kind: Custom.*, name: a.*}}]", strings.ReplaceAll(webhook, "as.", "any."), "Webhook", ""},
		"target of nothing":     {resources + "patches: [{path: patches/p.yaml, target: {kind: CustomResourceDefinition, name: a}}]", webhook, "None", "kustomization.yaml: it patches"},
		"labels":                {resources + "patches: [{path: patches/p.yaml, target: {kind: CustomResourceDefinition, labelSelector: a=b}}]", webhook, "None", "kustomization.yaml: it patches"},
		"operations by name":    {resources + "patches: [{path: patches/p.yaml, target: {name: as.example.com}}]", "- {op: remove, path: /spec/versions/0}\n", "None", "kustomization.yaml: it patches"},
		"operations by kinds":   {resources + "patches: [{path: patches/p.yaml, target: {kind: .*Definition}}]", "- {op: remove, path: /spec/versions/0}\n", "None", "kustomization.yaml: it patches"},
		"other name":            {resources + "patches: [{path: patches/p.yaml, target: {name: web}}]", "- {op: remove, path: /spec/replicas}\n", "None", ""},
		"outside, any":          {resources + "patches: [{path: ../p.yaml}]", "", "None", "kustomization.yaml: it patches"},
		"outside, other kind":   {resources + "patches: [{path: ../p.yaml, target: {kind: Deployment}}]", "", "None", ""},
		"not a manifest":        {resources + "patches: [{path: patches/p.patch}]", "", "None", "kustomization.yaml: it patches"},
		"more":                  {resources + "patches: [{path: patches/p.yaml}]", part + "spec: {scope: Cluster}\n", "None", "patches/p.yaml: line 1: the CustomResourceDefinition \"as.example.com\" cannot be read"},
		"operations":            {resources + "patches: [{path: patches/p.yaml, " + target + "}]", "- {op: add, path: /metadata/labels/a, value: b}\n", "None", ""},
		"operations on spec":    {resources + "patchesJson6902: [{path: patches/p.yaml, " + target + "}]", "- {op: add, path: /spec/versions/0/served, value: false}\n", "None", "kustomization.yaml: it patches"},
		"operations on others":  {resources + "patches: [{path: patches/p.yaml, target: {kind: Deployment}}]", "- {op: add, path: /spec/replicas, value: 1}\n", "None", ""},
		"outside":               {resources + "patches: [{path: ../p.yaml, " + target + "}]", "", "None", "kustomization.yaml: it patches"},
		"of another kind":       {resources + "patches: [{path: patches/p.yaml}]", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 1}\n", "None", ""},
		"not readable":          {resources + "patches: 1", annotation, "None", "kustomization.yaml: its patches cannot be read"},
	} {
		folder := crd.NewFolder("crds")
		files := map[string]string{"a.yaml": base, "kustomization.yaml": c.kustomization, "patches/p.yaml": c.patch}
		for _, file := range slices.Sorted(maps.Keys(files)) {
			if files[file] != "" {
				folder.Add(file, []byte(files[file]))
			}
		}
		found, err := folder.Manifests()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var unread string
		for _, u := range found.Unread {
			unread += strings.TrimPrefix(u.File, "crds/") + ": " + u.Reason
		}
		if len(found.Definitions) != 1 || found.Definitions[0].Conversion.Strategy != c.strategy || !strings.HasPrefix(unread, c.unread) || (unread == "") != (c.unread == "") {
			t.Errorf("%s: got %+v", name, found)
		}
	}
}
