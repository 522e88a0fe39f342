package scan_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// planted is an object that every release of these tests has removed. Whatever is around it, it
// must be found, or something must be reported as unread. Anything else is silence.
const (
	planted = "apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: planted}\n"
	// plantedInBranch is another object, of a version that nothing else has.
	plantedInBranch = "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: branch}\n"
	plantedJSON     = `{"apiVersion":"policy/v1beta1","kind":"PodSecurityPolicy","metadata":{"name":"planted"}}`
)

// odd are beginnings and ends of texts after which readers have lost what follows.
func odd() []string {
	return []string{
		"", "a: b", "a: |\n  b", "a: >-", "a: 'b", "a: \"b", "a: [b", "a: {b", "- ", "? a", "a: &x b", "a: *x", "%YAML 1.2", "%FOO", "...", "--- |", "---\t", "--- >\n", "--- a: b",
		"\ta: b", "{{ if .x }}", "{{", "\x00", "# \x00", "a: \x01", "\ufeff", "\r", "a: b\r", "\u2028", "\u0085", "\xff\xfe", "\xfe\xff", "\xef\xbb", "<<: *x", "!!binary a", "a: !x b", "{", "[", "{}", "[]", "null", "~",
		`{"a": 1}`, strings.Repeat("[", 1500), strings.Repeat("a: ", 5), strings.Repeat("- ", 1500), "apiVersion: v1\nkind: List\nitems:", "apiVersion: v1\nkind: List\nitems: null", "# kubedelta:ignore", "a: # |", "\"", "'", "`", "|", ">", "a: b: c", "@a", "%", "--", "---a", "---#", ": ", ":", ",", "]", "}",
	}
}

// found tells whether the planted object was found, or something said to be unread.
func found(r scan.Result) bool {
	for _, f := range r.Findings {
		if f.Name == "planted" && f.Rule == "resource-removed" {
			return true
		}
	}
	return len(r.Account.Unreadable) > 0
}

// put writes the files of a folder.
func put(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// around feeds pairs of odd texts to a fuzz target.
func around(f *testing.F, check func(t *testing.T, before, behind string)) {
	for i, text := range odd() {
		f.Add(text, odd()[(i*7+3)%len(odd())])
		f.Add(text, "")
		f.Add("", text)
	}
	f.Fuzz(func(t *testing.T, before, behind string) {
		if len(before)+len(behind) < 10_000 {
			check(t, before, behind)
		}
	})
}

// FuzzSilentManifest: a document in the middle of any bytes.
func FuzzSilentManifest(f *testing.F) {
	j := compiled(f)
	around(f, func(t *testing.T, before, behind string) {
		text := before + "\n---\n" + planted + "---\n" + behind
		for _, name := range []string{"a.yaml", "a.json"} {
			if r := examine(t, j, put(t, map[string]string{name: text})); !found(r) {
				t.Errorf("%s: nothing is said of %q: %+v", name, text, r.Account)
			}
		}
	})
}

// FuzzSilentList: an item of a list, among any others.
func FuzzSilentList(f *testing.F) {
	j := compiled(f)
	for _, text := range []string{`1`, `null`, `{}`, `[]`, `{"apiVersion":"v1"}`, `{"apiVersion":"v1","kind":"List","items":[]}`, `{"a":{"a":[]}}`, `"a"`, strings.Repeat("[", 900) + strings.Repeat("]", 900)} {
		f.Add(text, text)
		f.Add(text, "{}")
	}
	f.Fuzz(func(t *testing.T, before, behind string) {
		if !json.Valid([]byte(before)) || !json.Valid([]byte(behind)) {
			return
		}
		for _, text := range []string{
			`{"apiVersion":"v1","kind":"List","items":[` + before + "," + plantedJSON + "," + behind + `]}`,
			`{"metadata":` + before + `,"items":[` + plantedJSON + `],"kind":"List","apiVersion":"v1","x":` + behind + `}`,
			`{"apiVersion":"policy/v1beta1","kind":"PodSecurityPolicyList","metadata":` + before + `,"items":[` + plantedJSON + "," + behind + `]}`,
		} {
			if r := examine(t, j, put(t, map[string]string{"a.json": text})); !found(r) {
				t.Errorf("nothing is said of %s: %+v", text, r.Account)
			}
		}
	})
}

// branches of a template that do not run, but would with other values. What stands below
// false no values write: nothing is said of it.
func branches() []string {
	return []string{"{{ if .Values.zzz }}\n%s\n{{ end }}", "{{ if not .Values.zzz }}\na: b\n{{ else }}\n%s\n{{ end }}", "{{ with .Values.zzz }}\n%s\n{{ end }}", "{{ range .Values.zzz }}\n%s\n{{ end }}", "{{ if .Values.zzz }}{{ else if .Values.yyy }}\n%s\n{{ end }}"}
}

// branchFound tells whether the object of a branch was found, or something said to be unread.
func branchFound(r scan.Result) bool {
	return len(r.Account.Unreadable) > 0 || slices.ContainsFunc(r.Findings, func(f finding.Finding) bool {
		return f.Rule == "resource-removed" && strings.HasSuffix(f.File, "templates/d.yaml")
	})
}

// FuzzSilentChart: a template beside any other, with any values, and one in a branch that does
// not run.
func FuzzSilentChart(f *testing.F) {
	j := compiled(f)
	to, err := catalog.New().Load(f.Context(), discovery.Release{Major: 1, Minor: 33})
	if err != nil {
		f.Fatal(err)
	}
	around(f, func(t *testing.T, before, behind string) {
		branch := branches()[(len(before)+len(behind))%len(branches())]
		dir := put(t, map[string]string{
			"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "values.yaml": behind,
			"templates/a.yaml": before, "templates/b.yaml": planted, "templates/_c.tpl": behind, "crds/a.yaml": behind,
			"templates/d.yaml": fmt.Sprintf(branch, plantedInBranch),
		})
		charts := &scan.Charts{Target: chart.TargetOf(to)}
		e := scan.Examination{Checker: j, Known: func(string) bool { return true }, Opaque: charts.Read}
		e.Files = files.Options{Dir: dir, Opaque: chart.IsSource}
		r, err := e.Examine(t.Context(), []string{"."})
		if err != nil {
			t.Fatal(err)
		}
		if !found(r) {
			t.Errorf("nothing is said of a chart with the template %q and the values %q: %+v", before, behind, r.Account)
		}
		if !branchFound(r) {
			t.Errorf("nothing is said of the branch %q beside the template %q, with the values %q: %+v", branch, before, behind, r.Account)
		}
	})
}

// FuzzSilentKustomization: a resource that only the build shows, beside any other line.
func FuzzSilentKustomization(f *testing.F) {
	j := compiled(f)
	for _, text := range []string{"namePrefix: a-", "patches: 5", "resources: []", "components: [a]", "openapi: {path: a}", "images: [{name: a}]", "transformers: [a]", "kind: Component", "nope: 1", "namespace: b"} {
		f.Add(text, "")
	}
	around(f, func(t *testing.T, before, behind string) {
		if strings.ContainsAny(before+behind, "/:") && strings.Contains(before+behind, "//") {
			return // nothing is to be fetched
		}
		r := examine(t, j, put(t, map[string]string{"kustomization.yaml": before + "\nresources: [a.txt]\n" + behind, "a.txt": planted}))
		if !built(r) {
			t.Errorf("nothing is said of the kustomization %q … %q: %+v", before, behind, r.Account)
		}
	})
}

// built is found, where the build may have changed the name.
func built(r scan.Result) bool {
	for _, f := range r.Findings {
		if f.Rule == "resource-removed" && f.Kind == "PodSecurityPolicy" {
			return true
		}
	}
	return len(r.Account.Unreadable) > 0
}
