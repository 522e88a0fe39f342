package scan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/files"
)

// laid writes files into a temporary folder.
func laid(t *testing.T, contents map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range contents {
		file := filepath.Join(dir, filepath.FromSlash(name))
		folder := filepath.Dir(file)
		if strings.HasSuffix(name, "/") {
			folder = file
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder == file {
			continue
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// scanned scans paths of a folder.
func scanned(t *testing.T, dir, stdin string, exclude []string, paths ...string) scan.Result {
	t.Helper()
	e := scan.Examination{
		Checker: compiled(t), Known: func(string) bool { return true },
		Files: files.Options{Dir: dir, Stdin: strings.NewReader(stdin), Exclude: exclude},
	}
	result, err := e.Examine(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// said are the findings and what could not be read, one per line, in order.
func said(r scan.Result) (lines []string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s:%d %s %s", f.File, f.Line, f.Rule, f.Origin.Kustomization)))
	}
	for _, u := range r.Account.Unreadable {
		lines = append(lines, "unread "+u.File+": "+u.Reason)
	}
	slices.Sort(lines)
	return lines
}

const budget = "kind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {minAvailable: 1}\n"

// TestSilentPaths checks that a named path without any object is reported.
func TestSilentPaths(t *testing.T) {
	t.Parallel()
	dir := laid(t, map[string]string{
		"good/a.yaml": "apiVersion: policy/v1\n" + budget, "out/a.yaml": "apiVersion: policy/v1\n" + budget, "built/a.yaml": "apiVersion: policy/v1\n" + budget,
		"built/kustomization.yaml": "resources: [a.yaml]\nnamePrefix: a-\n", "empty/": "", "values/values.yaml": "a: 1\n", "none.yaml": "", "comments.yaml": "# a\n---\n# b\n",
		"values.yaml": "a: 1\n", "bad/a.yaml": "a: [\n", "good/none/": "", "names/README.md": "# x\n",
	})
	if err := os.Symlink("good", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	const folder, file = ": it contains no API object, so nothing was checked: is it the right file?", ": it is empty, or contains only comments: nothing was checked"
	for name, c := range map[string]struct {
		stdin string
		paths []string
		want  []string
	}{
		"a folder":               {paths: []string{"good"}},
		"an empty folder":        {paths: []string{"good", "empty"}, want: []string{"unread empty" + folder}},
		"a folder without any":   {paths: []string{"values", "names"}, want: []string{"unread names" + folder, "unread values" + folder}},
		"an empty file":          {paths: []string{"none.yaml", "comments.yaml"}, want: []string{"unread comments.yaml" + file, "unread none.yaml" + file}},
		"a file of other things": {paths: []string{"values.yaml"}},
		"it is said already":     {paths: []string{"bad"}, want: []string{"unread bad/a.yaml: not valid YAML: did not find expected node content"}},
		"nothing from a pipe":    {paths: []string{"-"}, want: []string{"unread -: standard input is empty: did the previous command fail?"}},
		"comments from a pipe":   {paths: []string{"-"}, stdin: "# x\n---\n", want: []string{"unread -: standard input is empty: did the previous command fail?"}},
		"no object from a pipe":  {paths: []string{"-"}, stdin: "Error: x\n", want: []string{"unread -: standard input contains no API object"}},
		"objects from a pipe":    {paths: []string{"-"}, stdin: "apiVersion: policy/v1\n" + budget},
		"one in another":         {paths: []string{".", "good"}, want: []string{"unread bad/a.yaml: not valid YAML: did not find expected node content"}},
		"named twice":            {paths: []string{"good", "good/a.yaml", "./good"}},
		"a link to another":      {paths: []string{"good", "link"}},
		"a file behind a link":   {paths: []string{"link", "good/a.yaml", filepath.Join(dir, "good", "a.yaml")}},
		"empty within another":   {paths: []string{"good", "good/none"}},
	} {
		if diff := cmp.Diff(c.want, said(scanned(t, dir, c.stdin, nil, c.paths...))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for _, name := range []string{"out", "built"} {
		want := []string{"unread " + name + ": nothing was checked: files in it are excluded or ignored by git, and it contains no API object otherwise; see --include, --exclude and --no-ignore"}
		if diff := cmp.Diff(want, said(scanned(t, dir, "", []string{name + "/*"}, name))); diff != "" {
			t.Errorf("all of %s is excluded: %s", name, diff)
		}
	}
}

// TestNamedGrowth checks that many named paths, with and without objects, take time in proportion.
func TestNamedGrowth(t *testing.T) {
	growth.Linear(t, "paths", 3_000, func(n int) func() {
		texts, paths := map[string]string{}, []string{}
		for i := range n {
			name := fmt.Sprint(i, ".yaml")
			texts[name], paths = []string{"apiVersion: v1\nkind: ConfigMap\n", "", "a: ["}[i%3], append(paths, name)
		}
		dir := put(t, texts)
		return func() {
			if r := scanned(t, dir, "", nil, paths...); len(r.Account.Unreadable) != n-(n+2)/3 {
				t.Errorf("%d of %d files are unread", len(r.Account.Unreadable), n)
			}
		}
	})
}

// TestOverlays checks that kustomizations in a folder are built if they are part of no other, that
// findings of their files are reported once, and that a kustomization that was not built is
// reported.
func TestOverlays(t *testing.T) {
	t.Parallel()
	patch := "patches:\n- target: {kind: PodDisruptionBudget}\n  patch: '[{\"op\": \"replace\", \"path\": \"/apiVersion\", \"value\": \"policy/v1beta1\"}]'\n"
	dir := laid(t, map[string]string{
		"base/kustomization.yaml": "resources: [good.yaml, old.yaml]\n", "base/good.yaml": "apiVersion: policy/v1\n" + budget,
		"base/old.yaml":               "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: old}\n",
		"prod/kustomization.yaml":     "resources: [../base]\n" + patch,
		"dev/Kustomization":           "resources: [../base]\n" + patch,
		"remote/kustomization.yaml":   "resources: [https://example.com/x.yaml]\n",
		"part/kustomization.yaml":     "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n" + patch,
		"merged/kustomization.yaml":   "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{path: p.yaml}, {patch: '{apiVersion: v1, kind: Pod, metadata: {name: a}}'}]\n",
		"merged/p.yaml":               "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: part}\n",
		"ops/kustomization.yaml":      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{path: p.yaml}]\n",
		"ops/p.yaml":                  "- {op: remove, path: /spec}\n",
		"flux/kustomization.yaml":     "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n",
		"loop/one/kustomization.yaml": "resources: [../two]\n",
		"loop/two/kustomization.yaml": "resources: [../one]\n",
		"custom/kustomization.yaml":   "resources: [../widgets/w.yaml]\n",
		"only/app/kustomization.yaml": "configMapGenerator:\n- {name: a, literals: [a=b]}\n",
	})
	const component = "it is a component, and no kustomization that uses it is scanned, so the objects that its patches and transformers change were not checked"
	all := scanned(t, dir, "", []string{"loop", "custom"}, ".")
	want := []string{
		"base/old.yaml:1 resource-removed",
		"dev/Kustomization:4 resource-removed dev",
		"merged/p.yaml:1 resource-removed",
		"prod/kustomization.yaml:4 resource-removed prod",
		"unread ops: " + component,
		"unread part: " + component,
		"unread remote: the kustomization cannot be built: kustomization.yaml: \"https://example.com/x.yaml\" is remote, and is not downloaded: build it with kustomize and scan the result, or vendor it with kustomize localize",
	}
	if diff := cmp.Diff(want, said(all)); diff != "" {
		t.Error(diff)
	}
	if all.Account.Objects != 8 {
		t.Errorf("%d objects, want three of files, a Flux object, the components', and what only a build makes", all.Account.Objects)
	}
	for _, c := range []struct {
		path    string
		objects int
		want    []string
	}{
		{"prod", 2, []string{"base/old.yaml:1 resource-removed prod", "prod/kustomization.yaml:4 resource-removed prod"}},
		{"prod/kustomization.yaml", 2, []string{"base/old.yaml:1 resource-removed prod", "prod/kustomization.yaml:4 resource-removed prod"}},
		{"only", 1, nil},
		{"part", 1, []string{"unread part: " + component}},
		{"ops/kustomization.yaml", 1, []string{"unread ops: " + component}},
		{"merged", 2, []string{"merged/p.yaml:1 resource-removed"}},
		{filepath.Join(dir, "base"), 2, []string{"base/old.yaml:1 resource-removed"}},
	} {
		r := scanned(t, dir, "", nil, c.path)
		if diff := cmp.Diff(c.want, said(r)); diff != "" || r.Account.Objects != c.objects {
			t.Errorf("%s: %d objects: %s", c.path, r.Account.Objects, diff)
		}
	}
	if got := said(scanned(t, dir, "", nil, "loop")); len(got) != 1 || !strings.HasPrefix(got[0], "unread loop/one: the kustomization cannot be built") {
		t.Errorf("two that name each other: %q", got)
	}
	excluded := said(scanned(t, dir, "", []string{"old.yaml"}, "base", "prod"))
	if diff := cmp.Diff([]string{"prod/kustomization.yaml:4 resource-removed prod"}, excluded); diff != "" {
		t.Errorf("a file that is left out: %s", diff)
	}
}

// TestRemovedByPatch checks that a label that a patch removes is a finding where it is set only.
func TestRemovedByPatch(t *testing.T) {
	t.Parallel()
	pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [], nodeSelector: {beta.kubernetes.io/os: "
	dir := laid(t, map[string]string{
		"base/pod.yaml": pod + "linux}}\n", "base/kustomization.yaml": "resources: [pod.yaml]\n",
		"app/kustomization.yaml": "resources: [../base]\npatches: [{path: patch.yaml}]\n", "app/patch.yaml": pod + "null}}\n",
		"inline/kustomization.yaml": "resources: [../base]\npatches:\n- patch: '{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {nodeSelector: {beta.kubernetes.io/os: null}}}'\n",
		// Without a kustomization it is an object: a server makes null an empty string.
		"alone.yaml": pod + "null}}\n",
	})
	for path, want := range map[string][]string{
		".":      {"alone.yaml:4 label-deprecated", "base/pod.yaml:4 label-deprecated"},
		"app":    nil,
		"inline": nil,
	} {
		if diff := cmp.Diff(want, said(scanned(t, dir, "", nil, path))); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// TestBuiltNotChecked checks that objects that only a build shows are counted if they are not
// checked.
func TestBuiltNotChecked(t *testing.T) {
	t.Parallel()
	dir := laid(t, map[string]string{
		"base/w.yaml":             "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n",
		"base/kustomization.yaml": "resources: [w.yaml]\n", "app/kustomization.yaml": "resources: [../base]\n",
	})
	for path, objects := range map[string]int{"app": 1, "base": 1, ".": 1} {
		r := scanned(t, dir, "", nil, path)
		if diff := cmp.Diff(map[string]int{"example.com/v1 Widget": 1}, r.Account.NotChecked); diff != "" || r.Account.Objects != objects {
			t.Errorf("%s: %d objects: %s", path, r.Account.Objects, diff)
		}
	}
}

// TestLinksAreSaid checks that a link that is not followed is reported by its name.
func TestLinksAreSaid(t *testing.T) {
	t.Parallel()
	dir := laid(t, map[string]string{"a/a.yaml": "apiVersion: policy/v1\n" + budget, "b/b.yaml": "a: b\n"})
	if err := os.Symlink(filepath.Join(dir, "b"), filepath.Join(dir, "a", "link")); err != nil {
		t.Skip(err)
	}
	r := scanned(t, dir, "", nil, "a")
	if len(r.Warnings) != 1 || r.Warnings[0].File != "a/link" || !strings.Contains(r.Warnings[0].Text, "is not followed") {
		t.Errorf("%+v", r.Warnings)
	}
}

// TestSharedBase checks that the patches of several kustomizations of one base are all reported.
func TestSharedBase(t *testing.T) {
	t.Parallel()
	patch := "patches:\n- target: {kind: PodDisruptionBudget}\n  patch: '[{\"op\": \"replace\", \"path\": \"/apiVersion\", \"value\": \"policy/v1beta1\"}]'\n"
	dir := laid(t, map[string]string{
		"base/kustomization.yaml": "resources: [good.yaml]\n", "base/good.yaml": "apiVersion: policy/v1\n" + budget,
		"a/kustomization.yaml": "namePrefix: a-\nresources: [../base]\n" + patch, "b/kustomization.yaml": "resources: [../base]\nnamePrefix: b-\n\n" + patch,
		"c/kustomization.yaml": "resources: [../base]\nnamePrefix: c-\n", "d/kustomization.yaml": "resources: [../base]\nnamePrefix: d-\n" + patch,
		"all/kustomization.yaml": "resources: [../a, ../b, ../c, ../d]\n",
	})
	want := []string{"a/kustomization.yaml:5 resource-removed all", "b/kustomization.yaml:6 resource-removed all", "d/kustomization.yaml:5 resource-removed all"}
	for _, path := range []string{"all", "."} {
		if diff := cmp.Diff(want, said(scanned(t, dir, "", nil, path))); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}
