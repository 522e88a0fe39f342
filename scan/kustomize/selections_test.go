package kustomize

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/form"
)

// TestSelections moves a CronJob from batch/v1beta1 to batch/v1 in x.yaml.
func TestSelections(t *testing.T) {
	t.Parallel()
	const (
		named  = " in k/kustomization.yaml refers to this version; change both"
		fields = "a patch in k/kustomization.yaml refers to fields of this object; change both"
		merge  = "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: x}\n"
	)
	for name, c := range map[string]struct {
		kustomization string
		more          map[string]string
		reshaped      bool
		words         []string
		want          string
	}{
		"nothing":                {kustomization: "namePrefix: a", reshaped: true},
		"another type":           {kustomization: "patches: [{target: {group: batch, version: v1beta1, kind: Job}, patch: '[]'}]"},
		"another group":          {kustomization: "patches: [{target: {group: policy, version: v1beta1}, patch: '[]'}]"},
		"any version":            {kustomization: "patches: [{target: {kind: CronJob}, patch: '[]'}]"},
		"an expression":          {kustomization: "patches: [{target: {kind: Cron.*, version: v1(beta1)?}, patch: '[]'}]"},
		"only a version":         {kustomization: "patches: [{target: {version: v1beta.}, patch: '[]'}]", want: "a patch" + named},
		"the new version":        {kustomization: "patches: [{target: {version: v1, kind: CronJob}, patch: '[]'}]", want: "a patch" + named},
		"no expression":          {kustomization: "patches: [{target: {version: '(', kind: CronJob}, patch: '[]'}]"},
		"names of fields":        {kustomization: "patches: [{target: {kind: CronJob}, patch: '[]'}]", reshaped: true, want: fields},
		"operations in a file":   {kustomization: "patches: [{target: {kind: CronJob}, path: p.yaml}]", more: map[string]string{"k/p.yaml": "- {op: remove, path: /spec/a}"}, reshaped: true, want: fields},
		"a part in a file":       {kustomization: "patches: [{target: {kind: CronJob}, path: p.yaml}]", more: map[string]string{"k/p.yaml": "kind: CronJob\nspec: {a: b}"}, reshaped: true, want: fields},
		"a field of a part":      {kustomization: "patches: [{target: {kind: CronJob}, path: p.yaml}]", more: map[string]string{"k/p.yaml": "kind: CronJob\nspec: {serviceAccount: b}"}, words: []string{"serviceAccount"}, want: fields},
		"another field":          {kustomization: "patches: [{target: {kind: CronJob}, path: p.yaml}]", more: map[string]string{"k/p.yaml": "kind: CronJob\nspec: {a: b}"}, words: []string{"serviceAccount"}},
		"a label in a pointer":   {kustomization: "patches: [{target: {kind: CronJob}, path: p.yaml}]", more: map[string]string{"k/p.yaml": "- {op: remove, path: /spec/beta.kubernetes.io~1os}"}, words: []string{"beta.kubernetes.io/os"}, want: fields},
		"a target and a type":    {kustomization: "patches: [{target: {kind: CronJob}, path: p.yaml}]", more: map[string]string{"k/p.yaml": merge}},
		"a type that is kept":    {kustomization: "patches: [{target: {kind: CronJob}, path: p.yaml, options: {allowKindChange: true}}]", more: map[string]string{"k/p.yaml": merge}, want: "a patch in k/p.yaml refers to this version; change both"},
		"a test of the version":  {kustomization: "patches: [{target: {kind: CronJob}, patch: '[{op: test, path: /apiVersion, value: batch/v1beta1}]'}]", want: "a patch" + named},
		"the second document":    {kustomization: "patchesStrategicMerge: [p.yaml]", more: map[string]string{"k/p.yaml": "kind: Pod\n---\n" + merge}, want: "a patch in k/p.yaml refers to this version; change both"},
		"patches of old times":   {kustomization: "patchesStrategicMerge:\n- |-\n  apiVersion: batch/v1beta1\n  kind: CronJob\n", want: "a patch" + named},
		"a reject":               {kustomization: "replacements: [{sourceValue: a, targets: [{select: {kind: CronJob}, reject: [{version: v1beta1}], fieldPaths: [a]}]}]", want: "a replacement" + named},
		"a variable":             {kustomization: "vars: [{name: A, objref: {apiVersion: batch/v1beta1, kind: CronJob, name: x}}]", want: "a variable" + named},
		"a label":                {kustomization: "labels: [{pairs: {a: b}, fields: [{version: v1beta1, kind: CronJob, path: a}]}]", want: "a label" + named},
		"a configuration":        {kustomization: "configurations: [c.yaml]", more: map[string]string{"k/c.yaml": "namePrefix: [{version: v1beta1, kind: CronJob, path: a}]"}, want: "a configuration in k/c.yaml refers to this version; change both"},
		"a transformer":          {kustomization: "transformers: [c.yaml]", more: map[string]string{"k/c.yaml": "apiVersion: builtin\nkind: PatchTransformer\ntarget: {version: v1beta1}\npatch: '[]'"}, want: "a transformer in k/c.yaml refers to this version; change both"},
		"a transformer's patch":  {kustomization: "transformers: [c.yaml]", more: map[string]string{"k/c.yaml": "apiVersion: builtin\nkind: PatchTransformer\npath: p.yaml", "k/p.yaml": merge}, want: "a patch in k/p.yaml refers to this version; change both"},
		"a transformer in place": {kustomization: "transformers:\n- |-\n  apiVersion: builtin\n  kind: PatchTransformer\n  patch: |\n    apiVersion: batch/v1beta1\n    kind: CronJob\n", want: "a patch" + named},
		"an overlay":             {kustomization: "", more: map[string]string{"o/kustomization.yaml": "resources: [../k]\npatches: [{target: {version: v1beta1}, patch: '[]'}]"}, want: "a patch in o/kustomization.yaml refers to this version; change both"},
		"a component's part":     {kustomization: "components: [../c]", more: map[string]string{"c/kustomization.yaml": "kind: Component\ncomponents: [../d]", "d/kustomization.yaml": "kind: Component\npatches: [{target: {version: v1beta1}, patch: '[]'}]"}, want: "a patch in d/kustomization.yaml refers to this version; change both"},
		"another base":           {kustomization: "", more: map[string]string{"o/kustomization.yaml": "resources: [../k, ../b]", "b/kustomization.yaml": "patches: [{target: {version: v1beta1}, patch: '[]'}]"}},
		"a loop":                 {kustomization: "components: [../o]", more: map[string]string{"o/kustomization.yaml": "resources: [../k]"}},
	} {
		files := map[string]string{"k/kustomization.yaml": "resources: [x.yaml]\n" + c.kustomization, "k/x.yaml": merge}
		for file, text := range c.more {
			files[file] = text
		}
		dir := folder(t, files)
		var found []Folder
		for _, shown := range []string{"k", "o"} {
			if real := Real(filepath.Join(dir, shown)); real != "" {
				found = append(found, Folder{Real: real, Shown: shown})
			}
		}
		s := NewSelections(found)
		from, to := discovery.GroupVersionKind{Group: "batch", Version: "v1beta1", Kind: "CronJob"}, discovery.GroupVersionKind{Group: "batch", Version: "v1", Kind: "CronJob"}
		if got := s.Against(filepath.Join(dir, "k", "x.yaml"), form.Effect{From: from, To: to, Reshaped: c.reshaped, Words: c.words}); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if got := s.Against(filepath.Join(dir, "other.yaml"), form.Effect{From: from, To: to, Reshaped: true}); got != "" {
			t.Errorf("%s: a file that no kustomization uses: %q", name, got)
		}
		const patch = "it is a patch of k/kustomization.yaml, and what it changes must have the same version; change both"
		const part = "it is a patch of k/kustomization.yaml, which is only a part of an object; change both"
		if p, is := s.patches[filepath.Join(Real(dir), "k", "p.yaml")]; is {
			if got := s.Against(filepath.Join(dir, "k", "p.yaml"), form.Effect{From: from, To: to}); got != patch && p.typed {
				t.Errorf("%s: the patch: %q", name, got)
			}
			if got := s.Against(filepath.Join(dir, "k", "p.yaml"), form.Effect{From: from, To: from}); got != "" {
				t.Errorf("%s: the patch in the same version: %q", name, got)
			}
			for _, change := range []form.Effect{{From: from, To: from, Reshaped: true}, {From: from, To: from, Words: []string{"a"}}} {
				if got := s.Against(filepath.Join(dir, "k", "p.yaml"), change); got != part {
					t.Errorf("%s: the patch with other fields: %q", name, got)
				}
			}
		}
	}
}

// TestCommonLabels moves objects to groups and versions in which labels get elsewhere.
func TestCommonLabels(t *testing.T) {
	t.Parallel()
	const (
		group    = "in the new group, its selectors would get the labels of k/kustomization.yaml"
		defaults = "it has no selector or no labels of its own, and those that are written would differ with the labels of k/kustomization.yaml"
		common   = "commonLabels: {a: b}"
	)
	all := []string{"spec.selector", "metadata.labels"}
	for _, c := range []struct {
		text, from, to, kind string
		reshaped             bool
		has                  []string
		want                 string
	}{
		{common, "extensions/v1beta1", "networking.k8s.io/v1", "NetworkPolicy", false, nil, group},
		{"labels: [{pairs: {a: b}, includeSelectors: true}]", "extensions/v1beta1", "networking.k8s.io/v1", "NetworkPolicy", false, nil, group},
		{"labels: [{pairs: {a: b}}]", "extensions/v1beta1", "networking.k8s.io/v1", "NetworkPolicy", false, nil, ""},
		{common, "extensions/v1beta1", "apps/v1", "Deployment", true, []string{"metadata.labels"}, defaults},
		{common, "apps/v1beta1", "apps/v1", "Deployment", true, []string{"spec.selector"}, defaults},
		{"labels: [{pairs: {a: b}, includeTemplates: true}]", "apps/v1beta1", "apps/v1", "StatefulSet", true, nil, defaults},
		{"labels: [{pairs: {a: b}}]", "extensions/v1beta1", "apps/v1", "DaemonSet", true, nil, defaults},
		{"namePrefix: a", "extensions/v1beta1", "apps/v1", "DaemonSet", true, nil, ""},
		{common, "extensions/v1beta1", "apps/v1", "Deployment", true, all, ""},
		{common, "apps/v1beta2", "apps/v1", "Deployment", false, nil, ""},
		{common, "extensions/v1beta1", "apps/v1", "Deployment", true, append(all, "spec.template.spec.affinity"), group},
		{common, "extensions/v1beta1", "apps/v1", "Deployment", true, append(all, "spec.template.spec.topologySpreadConstraints"), group},
		{common, "apps/v1beta1", "apps/v1", "Deployment", true, append(all, "spec.template.spec.affinity"), ""},
	} {
		dir := folder(t, map[string]string{"kustomization.yaml": "resources: [x.yaml]\n" + c.text, "x.yaml": "kind: " + c.kind})
		s := NewSelections([]Folder{{Real: Real(dir), Shown: "k"}})
		got := s.Against(filepath.Join(dir, "x.yaml"), form.Effect{
			From: discovery.ParseGroupVersion(c.from).WithKind(c.kind), To: discovery.ParseGroupVersion(c.to).WithKind(c.kind), Reshaped: c.reshaped,
			Has: func(path ...string) bool { return slices.Contains(c.has, strings.Join(path, ".")) },
		})
		if got != c.want {
			t.Errorf("%s: %s of %s: %q, want %q", c.text, c.kind, c.from, got, c.want)
		}
	}
}
