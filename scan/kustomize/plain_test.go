package kustomize

import (
	"strings"
	"testing"
)

// TestErrorsTellNoSecret checks that errors do not contain the patches, literals and lines of files
// that kustomize quotes.
func TestErrorsTellNoSecret(t *testing.T) {
	secret := "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {pw: S3CR3T}\n"
	for name, files := range map[string]map[string]string{
		"a literal":        {"kustomization.yaml": "secretGenerator:\n- name: a\n  literals: [\"S3CR3T-noequals]x\", a=b]\n"},
		"an environment":   {"kustomization.yaml": "secretGenerator:\n- name: a\n  envs: [e.env]\n", "e.env": "A=b\nS3CR3T x=\xff\n"},
		"a patch":          {"kustomization.yaml": "resources: [s.yaml]\npatches:\n- patch: |\n    apiVersion: v1\n    kind: Secret\n    metadata: {name: none}\n    stringData: {pw: S3CR3T}\n", "s.yaml": secret},
		"a broken patch":   {"kustomization.yaml": "resources: [s.yaml]\npatches:\n- target: {kind: Secret}\n  patch: \"{S3CR3T\"\n", "s.yaml": secret},
		"a JSON patch":     {"kustomization.yaml": "resources: [s.yaml]\npatches:\n- patch: '[{\"op\": \"add\", \"path\": \"/x\", \"value\": \"S3CR3T\"}]'\n", "s.yaml": secret},
		"a replaced patch": {"kustomization.yaml": "resources: [s.yaml]\npatches:\n- target: {kind: Secret}\n  patch: \"[{op: add, path: /a/b/c, value: S3CR3T}]\"\n", "s.yaml": secret},
		"an alias":         {"kustomization.yaml": "resources: [s.yaml]\n", "s.yaml": strings.Replace(secret, "S3CR3T", "*S3CR3T", 1)},
		"a list":           {"kustomization.yaml": "secretGenerator:\n- name: a\n  literals: [[S3CR3T]]\n"},
		"a second kind":    {"kustomization.yaml": "resources: [s.yaml]\n", "s.yaml": secret + "---\n" + secret},
		"no YAML":          {"kustomization.yaml": "resources: [s.yaml]\n", "s.yaml": secret + " S3CR3T: \"\\q\"\n"},
	} {
		_, err := build(folder(t, files))
		if err == nil || strings.Contains(err.Error(), "S3CR3T") || strings.Contains(err.Error(), "51 67 82") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestErrorsAreShort checks that an error says its cause once, without the steps to it.
func TestErrorsAreShort(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"there is no file or folder gone.yaml": {"kustomization.yaml": "resources: [gone.yaml]\n"},
		"there is no file or folder base/deep/gone.yaml": {
			"kustomization.yaml": "resources: [base]\n", "base/kustomization.yaml": "resources: [deep]\n", "base/deep/kustomization.yaml": "resources: [gone.yaml]\n",
		},
		"a.yaml is not in the folder of its kustomization: build it with kustomize build --load-restrictor LoadRestrictionsNone and scan the result": {
			"app/kustomization.yaml": "resources: [../a.yaml]\n", "a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", "kustomization.yaml": "resources: [app]\n",
		},
		"invalid Kustomization: the field patches or an entry of it cannot be a string": {"kustomization.yaml": "patches: [a.yaml]\n"},
	} {
		if _, err := build(folder(t, files)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestParts checks the folders of kustomizations, and files that are not kustomizations.
func TestParts(t *testing.T) {
	dir := folder(t, map[string]string{
		"app/kustomization.yaml": "resources: [../base, a.yaml, https://example.com/x]\ncomponents: [../part]\n", "app/a.yaml": "",
		"base/kustomization.yml": "bases: [../deep]\n", "deep/Kustomization": "", "part/kustomization.yaml": "kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n",
		"flux/kustomization.yaml": "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {path: ./x}\n", "broken/kustomization.yaml": "nonsense: [\n",
	})
	real := func(name string) string { return Real(dir + "/" + name) }
	for name, want := range map[string]struct {
		folders   []string
		component bool
		is        bool
	}{
		"app": {folders: []string{real("base"), real("part")}, is: true}, "base": {folders: []string{real("deep")}, is: true}, "deep": {is: true},
		"part": {component: true, is: true}, "flux": {}, "broken": {is: true}, "nowhere": {},
	} {
		p, is := PartsOf(dir + "/" + name)
		if is != want.is || p.Component != want.component || strings.Join(p.Folders, " ") != strings.Join(want.folders, " ") {
			t.Errorf("%s: %+v, %v", name, p, is)
		}
	}
}

// TestNamedPatches checks that files are patches although kustomize does not accept the file that
// names them.
func TestNamedPatches(t *testing.T) {
	dir := folder(t, map[string]string{
		"kustomization.yaml": "resources: [all.yaml]\npatches:\n- old.yaml\n- path: new.yaml\n- patch: 'a: b'\npatchesStrategicMerge: [merge.yaml]\npatchesJson6902: [{path: json.yaml}]\n",
		"old.yaml":           "", "new.yaml": "", "merge.yaml": "", "json.yaml": "", "all.yaml": "",
	})
	members := NewMembers()
	for name, want := range map[string]bool{"old.yaml": true, "new.yaml": true, "merge.yaml": true, "json.yaml": true, "all.yaml": false} {
		if got := members.Has(dir + "/" + name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestErrorsOfOtherFolders checks that errors about a folder above the kustomization do not depend
// on the path of the repository.
func TestErrorsOfOtherFolders(t *testing.T) {
	for _, resource := range []string{"gone", "../gone", "../../gone", "../../../gone/deep"} {
		said := map[string]bool{}
		for range 2 {
			dir := folder(t, map[string]string{"a/b/c/kustomization.yaml": "resources: [" + resource + "]\n"})
			_, err := build(dir + "/a/b/c")
			if err == nil || strings.Contains(err.Error(), dir) {
				t.Errorf("%s: %v", resource, err)
				continue
			}
			said[err.Error()] = true
		}
		if len(said) != 1 {
			t.Errorf("%s: %v", resource, said)
		}
	}
}
