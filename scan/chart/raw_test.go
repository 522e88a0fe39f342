package chart

import (
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/growth"
)

func written(all []Guess, _ bool) string {
	var b strings.Builder
	for _, g := range all {
		fmt.Fprintf(&b, "%d:%d %s %s", g.Line, g.Column, g.APIVersion, g.Kind)
		if g.Name != "" {
			b.WriteString(" " + g.Name)
		}
		if !g.Sure {
			b.WriteByte('?')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestRaw(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain":           {"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n", "1:1 v1 ConfigMap a\n"},
		"quoted":          {"kind: 'Job' # a job\napiVersion: \"batch/v1\"\n", "2:1 batch/v1 Job\n"},
		"quoted keys":     {"\"kind\": Job\n'apiVersion' : batch/v1\n", "2:1 batch/v1 Job\n"},
		"two":             {"apiVersion: v1\nkind: A\n---\napiVersion: v2\nkind: B\n", "1:1 v1 A\n4:1 v2 B\n"},
		"has":             {"{{ if .Capabilities.APIVersions.Has \"policy/v1\" }}\napiVersion: policy/v1\n{{ else }}\napiVersion: policy/v1beta1\n{{ end }}\nkind: PodDisruptionBudget\n", "2:1 policy/v1 PodDisruptionBudget\n"},
		"has not":         {"{{ if not ($.Capabilities.APIVersions.Has \"batch/v2\") }}\napiVersion: batch/v1\n{{ else }}\napiVersion: batch/v2\n{{ end }}\nkind: Job\n", "2:1 batch/v1 Job\n"},
		"else if":         {"{{ if semverCompare \"<1.14-0\" .Capabilities.KubeVersion.GitVersion }}\napiVersion: extensions/v1beta1\n{{ else if semverCompare \">=1.19-0\" .Capabilities.KubeVersion.Version }}\napiVersion: networking.k8s.io/v1\n{{ else }}\napiVersion: networking.k8s.io/v1beta1\n{{ end }}\nkind: Ingress\n", "4:1 networking.k8s.io/v1 Ingress\n"},
		"in a line":       {"apiVersion: {{ if .Capabilities.APIVersions.Has \"apps/v1\" }}apps/v1{{ else }}apps/v1beta1{{ end }}\nkind: Deployment\n", "1:1 apps/v1 Deployment\n"},
		"both":            {"{{ if .Values.old }}\napiVersion: a/v1beta1\n{{ else }}\napiVersion: a/v1\n{{ end }}\nkind: A\n", "2:1 a/v1beta1 A?\n4:1 a/v1 A?\n"},
		"both kinds":      {"{{ if .Values.daemon }}\napiVersion: apps/v1\nkind: DaemonSet\n{{ else }}\napiVersion: apps/v1beta1\nkind: Deployment\n{{ end }}\n", "2:1 apps/v1 DaemonSet?\n5:1 apps/v1beta1 Deployment?\n"},
		"one kind of two": {"apiVersion: apps/v1\nkind: {{ if .Values.daemon }}DaemonSet{{ else }}Deployment{{ end }}\n", "1:1 apps/v1 DaemonSet?\n1:1 apps/v1 Deployment?\n"},
		"and":             {"{{ if and .Values.on (semverCompare \"<1.20-0\" .Capabilities.KubeVersion.Version) }}\napiVersion: a/v1\nkind: Never\n{{ end }}\n", ""},
		"or":              {"{{ if or .Values.on (semverCompare \">1.20-0\" .Capabilities.KubeVersion.Version) }}\napiVersion: a/v1\nkind: Always\n{{ end }}\n", "2:1 a/v1 Always\n"},
		"minor":           {"{{ if ge (int .Capabilities.KubeVersion.Minor) 25 }}\napiVersion: a/v1\n{{ else }}\napiVersion: a/v0\n{{ end }}\nkind: A\n", "2:1 a/v1 A\n"},
		"ternary":         {"apiVersion: {{ ternary \"a/v1\" \"a/v0\" (.Capabilities.APIVersions.Has \"a/v1\") }}\nkind: A\n", "1:1 a/v0 A\n"},
		"default":         {"apiVersion: {{ .Values.version | default \"a/v1\" }}\nkind: A\n", "1:1 a/v1 A?\n"},
		"override":        {"{{ $v := default .Capabilities.KubeVersion.Version .Values.kubeVersion }}\n{{ if semverCompare \">=1.25-0\" $v }}\napiVersion: a/v1\nkind: A\n{{ end }}\n", "3:1 a/v1 A\n"},
		"include":         {"{{ define \"v\" }}{{ if semverCompare \">=1.25-0\" .Capabilities.KubeVersion.Version }}{{ print \"a/v1\" }}{{ else }}{{ print \"a/v0\" }}{{ end }}{{ end }}apiVersion: {{ include \"v\" . }}\nkind: A\n", "1:148 a/v1 A\n"},
		"assigned":        {"{{ if .Values.on }}\n{{ $v := \"a/v0\" }}\n{{ if semverCompare \">=1.19-0\" .Capabilities.KubeVersion.Version }}{{ $v = \"a/v1\" }}{{ end }}\napiVersion: {{ $v }}\nkind: A\n{{ end }}\n", "4:1 a/v1 A?\n"},
		"assigned maybe":  {"{{ $v := \"a/v0\" }}{{ if .Values.on }}{{ $v = \"a/v1\" }}{{ end }}\napiVersion: {{ $v }}\nkind: A\n", "2:1 a/v1 A?\n2:1 a/v0 A?\n"},
		"assigned there":  {"{{ $v := \"a/v0\" }}{{ if .Values.on }}{{ $v = \"a/v1\" }}\napiVersion: {{ $v }}\nkind: A\n{{ end }}\n", "2:1 a/v1 A?\n"},
		"assigned both":   {"{{ $v := \"a/v0\" }}{{ if .Values.on }}{{ $v = \"a/v1\" }}{{ else }}{{ $v = \"a/v2\" }}{{ end }}\napiVersion: {{ $v }}\nkind: A\n", "2:1 a/v1 A?\n2:1 a/v2 A?\n"},
		"overridden":      {"{{ $v := .Capabilities.KubeVersion.Version }}{{ with .Values.kubeVersion }}{{ $v = . }}{{ end }}\n{{ if semverCompare \">=1.19-0\" $v }}\napiVersion: a/v1\nkind: A\n{{ else }}\napiVersion: a/v0\nkind: A\n{{ end }}\n", "3:1 a/v1 A\n"},
		"any function":    {"{{ if semverCompare \">=1.21-0\" (substr 1 -1 .Capabilities.KubeVersion.GitVersion) }}\napiVersion: a/v1\n{{ else }}\napiVersion: a/v0\n{{ end }}\nkind: A\n", "2:1 a/v1 A\n"},
		"number of text":  {"{{ $v := .Capabilities.KubeVersion.Version | trimPrefix \"v\" | splitList \".\" }}{{ if gt (index $v 1 | atoi) 20 }}\napiVersion: a/v1\nkind: A\n{{ end }}\n", "2:1 a/v1 A\n"},
		"semver":          {"{{ if ge (semver .Capabilities.KubeVersion.Version).Minor 30 }}\napiVersion: a/v1\nkind: A\n{{ else }}\napiVersion: a/v0\nkind: A\n{{ end }}\n", "2:1 a/v1 A\n"},
		"semver number":   {"{{ if ge (int (semver .Capabilities.KubeVersion.Version).Minor) 30 }}\napiVersion: a/v1\nkind: A\n{{ else }}\napiVersion: a/v0\nkind: A\n{{ end }}\n", "2:1 a/v1 A\n"},
		"not pure":        {"{{ if lookup \"v1\" \"Secret\" \"a\" \"b\" }}\napiVersion: a/v1\n{{ else }}\napiVersion: a/v0\n{{ end }}\nkind: A\n", "2:1 a/v1 A?\n4:1 a/v0 A?\n"},
		"unknown":         {"apiVersion: {{ .Values.version }}\nkind: A\n", ""},
		"nested":          {"apiVersion: a/v1\nkind: A\nspec:\n  scaleTargetRef:\n    apiVersion: b/v1\n    kind: B\n", "1:1 a/v1 A\n"},
		"list":            {"apiVersion: v1\nkind: List\nitems:\n- apiVersion: b/v1\n  kind: B\n  metadata:\n    name: b\n", "1:1 v1 List\n4:3 b/v1 B b\n"},
		"kind first":      {"kind: List\nitems:\n  - kind: B\n    apiVersion: b/v1\n    spec:\n      ref:\n        kind: C\n        apiVersion: c/v1\n", "4:5 b/v1 B\n"},
		"range":           {"{{ range .Values.x }}\n---\napiVersion: a/v1\nkind: A\n{{ end }}\n", "3:1 a/v1 A?\n"},
		"comment":         {"{{/* apiVersion: a/v0 */}}\n# apiVersion: a/v0\napiVersion: a/v1\nkind: A\n", "3:1 a/v1 A\n"},
		"define":          {"{{ define \"all\" }}\napiVersion: a/v1\nkind: A\n{{ end }}", "2:1 a/v1 A\n"},
		"trimmed":         {"{{- if .Values.on -}}\napiVersion: a/v1\nkind: A\n{{- end -}}\n", "2:1 a/v1 A?\n"},
		"no template":     {"apiVersion: a/v1\nkind: A\nx: {{ if }}\n", "1:1 a/v1 A\n"},
		// Dicts are separate, and none may contain itself: printing it would not end.
		"two dicts":      {"{{ $a := dict }}{{ $b := dict }}{{ $_ := set $b \"v\" \"a/v1\" }}{{ $_ := set $a \"b\" $b }}{{ if hasKey $a \"v\" }}\napiVersion: a/v0\nkind: A\n{{ end }}\n---\napiVersion: {{ get $b \"v\" }}\nkind: A\n", "6:1 a/v1 A\n"},
		"dict in itself": {"{{ $a := dict }}{{ $_ := set $a \"a\" $a }}{{ $_ := set $a \"l\" (list $a) }}{{ $_ := merge $a (dict \"m\" $a) }}{{ quote $a }}{{ toYaml $a }}\napiVersion: a/v1\nkind: A\n", "2:1 a/v1 A\n"},
		"block":          {"files:\n- path: a\n  content: |\n    apiVersion: a/v1\n    kind: A\n    spec:\n      ref:\n        apiVersion: b/v1\n        kind: B\n    ---\n    kind: C\n    apiVersion: c/v1\n  mode: x\n", "4:5 a/v1 A\n12:5 c/v1 C\n"},
		"blocks":         {"l:\n- |\n  apiVersion: a/v1\n- >-\n  kind: A\n  apiVersion: b/v1\nkind: B\n", "6:3 b/v1 A\n"},
		"block in block": {"a: |2\n  apiVersion: v1\n  kind: ConfigMap\n  data:\n    x: |-\n      apiVersion: a/v1\n      kind: A\n  b:\n    kind: C\n", "2:3 v1 ConfigMap\n6:7 a/v1 A\n"},
		"jinja block":    {"a: |\r\n{% if x %}\r\n  apiVersion: a/v1\r\n{% endif %}\r\n\r\n  kind: A\r\nb: {{ c|d('e') }}\r\n", "3:3 a/v1 A\n"},
		"after a block":  {"apiVersion: a/v1\nspec:\n  x: |\n    y\nkind: A\n", "1:1 a/v1 A\n"},
		"key of a block": {"a:\n  {{ .k }}: |\n    apiVersion: a/v1\n    kind: A\n", "3:5 a/v1 A\n"},
		"condition":      {"a: |\n{{ if semverCompare \"<1.25-0\" .Capabilities.KubeVersion.Version }}\n  apiVersion: a/v0\n{{ else }}\n  apiVersion: a/v1\n{{ end }}\n  kind: A\n", "5:3 a/v1 A\n"},
		"windows":        {"apiVersion: a/v1\r\nkind: A\r\n---\r\napiVersion: b/v1\r\nkind: B\r\n", "1:1 a/v1 A\n4:1 b/v1 B\n"},
	} {
		if got := written(Raw([]byte(c.text), target(t, 33))); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, c.want)
		}
	}
}

// TestRawHelpers checks that definitions of other files are used.
func TestRawHelpers(t *testing.T) {
	src := open(t, "web")
	var helpers [][]byte
	for _, f := range src.Files {
		if strings.HasSuffix(f.Path, ".tpl") {
			helpers = append(helpers, f.Data)
		}
	}
	ingress, err := os.ReadFile(fixtures + "web/templates/ingress.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for minor, want := range map[int]string{18: "2:1 networking.k8s.io/v1beta1 Ingress?\n", 33: "2:1 networking.k8s.io/v1 Ingress?\n"} {
		if got := written(Raw(ingress, target(t, minor), helpers...)); got != want {
			t.Errorf("for 1.%d: got %s", minor, got)
		}
	}
	if got := written(Raw(ingress, Target{}, helpers...)); strings.Count(got, "\n") != 3 {
		t.Errorf("without a target, all versions are possible; got\n%s", got)
	}
}

// TestRawAgreesWithRendering checks that guesses that are sure are also rendered.
func TestRawAgreesWithRendering(t *testing.T) {
	for _, name := range []string{"web", "legacy", "hooks"} {
		for _, minor := range []int{16, 20, 25, 33} {
			src, to := open(t, name), target(t, minor)
			output := summary(rendered(t, src, to, Values{}))
			for _, f := range src.Files {
				if !strings.HasPrefix(f.Path, "templates/") || !strings.HasSuffix(f.Path, ".yaml") {
					continue
				}
				all, _ := Raw(f.Data, to)
				for _, g := range all {
					if g.Sure && !strings.Contains(output, fmt.Sprintf("%s:%d:%d %s\n", f.Path, g.Line, g.Column, g.APIVersion)) && f.Path != "templates/secret.yaml" {
						t.Errorf("%s for 1.%d: %+v is not in\n%s", f.Path, minor, g, output)
					}
				}
			}
		}
	}
}

func TestGuessObject(t *testing.T) {
	for text, want := range map[string]string{
		"1: x\n2: x\n # 3\napiVersion: a/v1\nkind: A\n": " # 3\napiVersion: a/v1",
		"# 1\n2: x\n3: x\napiVersion: a/v1\nkind: A":    "apiVersion: a/v1",
		"apiVersion: a/v1\nkind: A":                     "apiVersion: a/v1",
	} {
		guesses, _ := Raw([]byte(text), Target{})
		o := guesses[0].Object("f.yaml", "web")
		above, _, _ := strings.Cut(text, "apiVersion")
		before, _, _ := strings.Cut(text, want)
		line, first := strings.Count(above, "\n")+1, strings.Count(before, "\n")+1
		if !o.Guess || o.Tree.Child(o.Root, "kind") != o.KindNode || int(o.Tree.Nodes[o.APIVersionNode].Line) != line || o.Origin.Chart != "web" || o.Text != want || o.TextLine != first {
			t.Errorf("got %+v", o)
		}
	}
}

// TestRawLimits: a text that reaches a limit is not read whole.
func TestRawLimits(t *testing.T) {
	const object = "apiVersion: a/v1\nkind: A\n---\n"
	for name, c := range map[string]struct {
		text  string
		count int
		whole bool
	}{
		"several MiB":   {strings.Repeat(object+strings.Repeat("# text\n", 100), 4000), 4000, true},
		"too large":     {object + strings.Repeat("#", MaxText), 0, false},
		"no object":     {strings.Repeat("#", 2*MaxText), 0, true},
		"many":          {strings.Repeat(object, maxGuesses+1), maxGuesses, false},
		"deep":          {strings.Repeat("{{ if .x }}", 52) + object + strings.Repeat("{{ end }}", 52) + object, 1, false},
		"deep include":  {`{{ define "d" }}` + strings.Repeat("{{ if .x }}", 52) + "a/v1" + strings.Repeat("{{ end }}", 52) + `{{ end }}apiVersion: {{ include "d" . }}`, 0, false},
		"long":          {strings.Repeat("{{ $x := .y }}{{ if .x }}{{ end }}", maxSteps/4) + object, 1, true},
		"variables":     {strings.Join(slices.Collect(declarations(2000)), "") + strings.Repeat("{{ if .x }}{{ end }}", 2000) + object, 1, false},
		"unknown value": {"apiVersion: {{ .x }}\nkind: A\n", 0, true},
	} {
		if all, whole := Raw([]byte(c.text), Target{}); len(all) != c.count || whole != c.whole {
			t.Errorf("%s: got %d objects, whole %t", name, len(all), whole)
		}
	}
}

// declarations are the actions that declare n variables.
func declarations(n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < n && yield(fmt.Sprintf("{{ $v%d := .x }}", i)); i++ {
		}
	}
}

// TestRawHostile checks that reading ends for definitions that include each other and for many
// branches.
func TestRawHostile(t *testing.T) {
	var twice strings.Builder
	for i := range 60 {
		fmt.Fprintf(&twice, "{{ define \"d%d\" }}{{ include \"d%d\" . }}{{ include \"d%d\" . }}{{ end }}", i, i+1, i+1)
	}
	to := target(t, 33)
	Raw([]byte(`{{ define "a" }}{{ include "a" . }}{{ end }}apiVersion: {{ include "a" . }}`), to)
	Raw([]byte(twice.String()+"apiVersion: {{ include \"d0\" . }}\nkind: A\n"), to) // 2^60 of them
	growth.Texts(t, 10_000, func(n int) map[string]string {
		return map[string]string{
			"branches": strings.Repeat("{{ if .x }}", n/2) + "apiVersion: a/v1\nkind: A\n" + strings.Repeat("{{ end }}", n/2),
			"objects":  strings.Repeat("apiVersion: a/v1\nkind: A\n---\n", 2*n),
			"lines":    strings.Repeat("apiVersion: a/v1\n", 5*n) + strings.Repeat("kind: A\n", n/10),
			"choices":  strings.Repeat("{{ if .x }}\napiVersion: a/v1\n{{ else }}\nkind: A\n{{ end }}\n", n),
			"inline":   "apiVersion: " + strings.Repeat("{{ if .x }}a/v1{{ end }}", 3*n) + "\nkind: A\n",
			"pieces":   strings.Repeat("{{ .x }}", 4*n),
			"deep":     "{{ " + strings.Repeat("(", n/2) + "1" + strings.Repeat(")", n/2) + " }}apiVersion: v1\nkind: A\n",
		}
	}, func(_, text string) { Raw([]byte(text), to) })
}

func FuzzRaw(f *testing.F) {
	for _, seed := range []string{
		"apiVersion: {{ include \"x\" . }}\nkind: A\n", "{{ define \"x\" }}a/v1{{ end }}",
		"{{- if semverCompare \">=1.19-0\" .Capabilities.KubeVersion.Version }}\napiVersion: a/v1\n{{- else }}\napiVersion: a/v0\n{{- end }}\nkind: A\n",
		"- apiVersion: v1\n  kind: A\n---\r\n", "{{ range }}", "apiVersion: {{ ternary \"a/v1\" \"a/v2\" (eq 1 1) }}",
	} {
		f.Add(seed)
	}
	to := target(f, 33)
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := Raw([]byte(text), to, []byte(text))
		for _, g := range all {
			if g.Line < 1 || g.KindLine < 1 || g.Line > strings.Count(text, "\n")+1 || !valueForms["apiVersion"]().MatchString(g.APIVersion) || !valueForms["kind"]().MatchString(g.Kind) {
				t.Errorf("%q gives %+v", text, g)
			}
			if lines := strings.Split(text, "\n"); !strings.Contains(lines[g.Line-1], "apiVersion") {
				t.Errorf("%q: line %d has no apiVersion", text, g.Line)
			}
		}
	})
}
