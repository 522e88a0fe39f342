package engine

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/growth"
)

// one renders a single template.
func one(t testing.TB, text string, values map[string]any) (string, error) {
	t.Helper()
	out := Render(context.Background(), []Template{{Name: "x/templates/a.yaml", Text: text, Scope: map[string]any{"Values": values}}})
	return string(out[0].Data), out[0].Err
}

// TestFunctions has results that were recorded from sprig 3.3 and Helm 4.3.
func TestFunctions(t *testing.T) {
	for call, want := range map[string]string{
		`"x" | default "y"`: "x", `"" | default "y"`: "y", `0 | default 3`: "3", `empty list`: "true", `coalesce "" nil "z"`: "z",
		`ternary "a" "b" true`: "a", `quote "a\"b" nil 3`: `"a\"b" "3"`, `squote "it's"`: "'it's'", `cat "a" nil 1`: "a 1",
		`trunc 3 "abcdef"`: "abc", `trunc -3 "abcdef"`: "def", `trimSuffix "-" "a-"`: "a", `trimAll "-" "--a-"`: "a", `nospace " a b "`: "ab",
		`title "foo bar's"`: "Foo Bar'S", `untitle "Foo Bar"`: "foo bar", `substr 1 3 "abcd"`: "bc", `initials "First Try"`: "FT", `swapcase "aB c"`: "Ab C",
		`snakecase "FirstName"`: "first_name", `kebabcase "HTTPServer"`: "http-server", `camelcase "http_server"`: "HttpServer",
		`abbrev 8 "hello world"`: "hello...", `abbrevboth 5 10 "1234 5678 9123"`: "...5678...", `plural "one" "many" 2`: "many",
		`repeat 3 "ab"`: "ababab", `replace "a" "b" "aXa"`: "bXb", `indent 2 "a\nb"`: "  a\n  b", `nindent 2 "a"`: "\n  a",
		`wrap 5 "hello big world"`: "hello\nbig\nworld", `wrapWith 4 "-" "abcdefgh ij"`: "abcd-efgh-ij", `join "-" (list 1 nil "a")`: "1-a",
		`(split "-" "a-b")._1`: "b", `(splitn "-" 2 "a-b-c")._1`: "b-c", `splitList "," "a,b"`: "[a b]", `sortAlpha (list "c" "a")`: "[a c]",
		`int "12"`: "12", `int 3.9`: "3", `int "0x1F"`: "31", `int "5.00"`: "5", `int64 nil`: "0", `float64 "1.5"`: "1.5", `atoi "x"`: "0", `toDecimal 777`: "511",
		`add 1 "2" 3.9`: "6", `sub 5 2`: "3", `mul 2 3 4`: "24", `div 7 2`: "3", `mod 7 2`: "1", `max 1 5 3`: "5", `min 4 2`: "2",
		`addf 0.1 0.2`: "0.3", `divf 10 4`: "2.5", `round 3.14159 2`: "3.14", `ceil 1.1`: "2", `floor -1.1`: "-2",
		`until 3`: "[0 1 2]", `untilStep 5 0 -2`: "[5 3 1]", `seq 3`: "1 2 3", `seq 5 -2 1`: "5 3 1", `seq 2 5`: "2 3 4 5",
		`list 1 "a"`: "[1 a]", `first (list 1 2)`: "1", `last (list 1 2)`: "2", `rest (list 1 2 3)`: "[2 3]", `initial (list 1 2)`: "[1]",
		`append (list 1) 2`: "[1 2]", `prepend (list 1) 2`: "[2 1]", `concat (list 1) (list 2)`: "[1 2]", `reverse (list 1 2)`: "[2 1]",
		`uniq (list 1 2 1)`: "[1 2]", `without (list 1 2 3) 2`: "[1 3]", `has 2 (list 1 2)`: "true", `compact (list 0 1 "")`: "[1]",
		`slice (list 1 2 3) 1`: "[2 3]", `chunk 2 (list 1 2 3)`: "[[1 2] [3]]",
		`dict "a" 1 "b"`: "map[a:1 b:]", `get (dict "a" 1) "b"`: "", `hasKey (dict "a" nil) "a"`: "true", `pick (dict "a" 1 "b" 2) "a"`: "map[a:1]",
		`omit (dict "a" 1 "b" 2) "a"`: "map[b:2]", `dig "a" "b" "no" (dict "a" (dict "b" 3))`: "3", `dig "a" "c" "no" (dict "a" (dict))`: "no",
		`merge (dict "a" 1) (dict "a" 2 "b" 3)`: "map[a:1 b:3]", `mergeOverwrite (dict "a" 1) (dict "a" 2)`: "map[a:2]", `values (dict "b" 2 "a" 1)`: "[1 2]",
		`toYaml (dict "a" (list 1 "x"))`: "a:\n- 1\n- x", `(fromYaml "a: yes").a`: "true", `(fromYaml "a: [").Error | empty`: "false", `fromYamlArray "[1, x]"`: "[1 x]",
		`toJson (dict "a" "<")`: "{\"a\":\"\\u003c\"}", `toRawJson "<"`: "\"<\"", `(fromJson "{\"a\": 1}").a`: "1", `toToml (dict "a" 1 "t" (dict "b" "x"))`: "a = 1\n\n[t]\n  b = \"x\"\n",
		`b64enc "a"`: "YQ==", `b64dec "YQ=="`: "a", `sha256sum ""`: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", `adler32sum "a"`: "6422626",
		`regexMatch "^a+$" "aaa"`: "true", `regexReplaceAll "(a)b" "ab" "${1}c"`: "ac", `regexFind "[0-9]+" "a12b"`: "12", `regexSplit "," "a,b" -1`: "[a b]",
		`semverCompare ">=1.19-0" "v1.30.2-gke.1"`: "true", `semverCompare ">=1.19-0 <1.99" "v1.33.2-gke.100"`: "true",
		`mergeOverwrite (dict "a" 1) (dict "a" 0)`: "map[a:0]", `snakecase "http2xx"`: "http_2xx", `semverCompare "^1.2" "2.0.0"`: "false", `(semver "1.2.3-rc.1").Prerelease`: "rc.1",
		`typeOf 1`: "int", `kindOf (dict)`: "map", `kindIs "slice" (list)`: "true", `base "a/b.c"`: "b.c", `ext "a.b"`: ".b",
		`(urlParse "https://u@h:80/p?q#f").host`: "h:80", `urlJoin (dict "scheme" "https" "host" "h" "path" "/p")`: "https://h/p",
		`date "2006" 0`: "1970", `duration 90`: "0s", `duration "90"`: "1m30s", `durationRound "26h"`: "1d", `toString 1.5`: "1.5", `printf "%s-%d" "a" 3`: "a-3", `println 1`: "1\n",
		`.Values.none`: "", `.Values.n`: "1e+06", `.Values.n | int`: "1000000", `lookup "v1" "Pod" "a" "b"`: "map[]", `len (randAlphaNum 8)`: "8",
	} {
		got, err := one(t, "{{ "+call+" }}", map[string]any{"n": 1e6})
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v; want %q", call, got, err, want)
		}
	}
}

// TestNoValue checks that include returns "<no value>" for nil, and that it is removed from the
// output of the file, as in Helm.
func TestNoValue(t *testing.T) {
	nothing := `{{ define "nothing" }}{{ index (list nil) 0 }}{{ end }}`
	for text, want := range map[string]string{
		`{{ .Values.none }}`:                                        "",
		nothing + `{{ include "nothing" . }}`:                       "",
		nothing + `{{ template "nothing" . }}`:                      "",
		nothing + `{{ include "nothing" . | quote }}`:               `""`,
		nothing + `{{ if include "nothing" . }}true{{ end }}`:       "true",
		nothing + `{{ include "nothing" . | len }}`:                 "10",
		nothing + `{{ default "d" (include "nothing" .) }}`:         "",
		nothing + `{{ default "d" (tpl "{{ .Values.none }}" .) }}`:  "d",
		nothing + `{{ tpl "{{ include \"nothing\" . | len }}" . }}`: "10",
	} {
		if got, err := one(t, text, nil); err != nil || got != want {
			t.Errorf("%s: got %q, %v; want %q", text, got, err, want)
		}
	}
}

// TestValues checks that .Values has Helm's methods, and that every function except dig accepts it
// as a map.
func TestValues(t *testing.T) {
	scope := map[string]any{"Values": Values{"a": map[string]any{"b": "c"}, "n": 1}}
	for text, want := range map[string]string{
		`{{ dig "a" "b" "none" .Values.AsMap }} {{ (.Values.Table "a").b }} {{ .Values.PathValue "a.b" }} {{ .Values.PathValue "n" }}`:     "c c c 1",
		`{{ kindOf .Values }} {{ hasKey .Values "a" }} {{ keys .Values }} {{ len .Values }} {{ get .Values "n" }} {{ index .Values "n" }}`: "map true [a n] 2 1 1",
		`{{ $c := deepCopy .Values }}{{ $_ := set $c "a" 2 }}{{ toJson $c }} {{ toJson .Values }}`:                                         `{"a":2,"n":1} {"a":{"b":"c"},"n":1}`,
		`{{ toYaml .Values }}{{ range $k, $v := .Values }} {{ $k }}{{ end }} {{ toToml .Values }}`:                                         "a:\n  b: c\n\"n\": 1 a n n = 1\n\n[a]\n  b = \"c\"\n",
		`{{ (merge (dict "x" 1) .Values).a.b }} {{ (mergeOverwrite (dict "n" 2) .Values).n }} {{ (omit .Values "a") | toJson }}`:           `c 1 {"n":1}`,
		`{{ dig "a" "b" "none" .Values }}`: "interface conversion",
		`{{ .Values.Table "n" }}`:          `"n" is not a table`,
		`{{ .Values.PathValue "a" }}`:      `"a" is not a value`,
		`{{ .Values.PathValue "a.b.c" }}`:  `"c" is not a value`,
	} {
		out := Render(t.Context(), []Template{{Name: "x/templates/a.yaml", Text: text, Scope: scope}})
		got := string(out[0].Data)
		if out[0].Err != nil {
			got = out[0].Err.Error()
		}
		if got != want && (out[0].Err == nil || !strings.Contains(got, want)) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestErrors checks that errors have Helm's messages.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{{ required "give a name" .Values.name }}`: "execution error at (x/templates/a.yaml:1:3): give a name",
		`{{ fail "no" }}`:                     "execution error at (x/templates/a.yaml:1:3): no",
		`{{ nothing }}`:                       `parse error at (x/templates/a.yaml:1): function "nothing" not defined`,
		`{{ include "none" . }}`:              `no template "none" associated with template "gotpl"`,
		`{{ .Values.a.b }}`:                   "nil pointer evaluating interface {}.b",
		`{{ tpl "{{ fail \"deep\" }}" . }}`:   "deep",
		`{{ if }}`:                            "missing value for if",
		`{{ semverCompare "x y z" "1.2.3" }}`: "improper constraint",
		`{{ slice (list 1) 3 1 }}`:            "error calling slice",
	} {
		if got, err := one(t, text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %q, %v; want %s", text, got, err, want)
		}
	}
}

// TestHelmOrder checks that templates run in Helm's order, the last of the deepest folder first,
// and see what earlier ones set.
func TestHelmOrder(t *testing.T) {
	scope := map[string]any{"Values": map[string]any{"ran": ""}}
	step := func(name string) Template {
		return Template{Name: name, Text: `{{ $_ := set .Values "ran" (print .Values.ran " " (base .Template.Name)) }}{{ .Values.ran }}`, Scope: scope}
	}
	out := Render(context.Background(), []Template{step("x/templates/aa"), step("x/templates/zz"), step("x/templates/t/bb"), step("x/templates/t/cc"), step("x/charts/y/templates/dd")})
	for i, want := range []string{" dd cc bb zz aa", " dd cc bb zz", " dd cc bb", " dd cc", " dd"} {
		if got := string(out[i].Data); got != want {
			t.Errorf("%s sees%s, not%s", out[i].Name, got, want)
		}
	}
}

// TestWork checks that templates that no other limit ends exceed the limit of work, at the same
// step on each machine.
func TestWork(t *testing.T) {
	for name, text := range map[string]string{
		"range":  `{{ range 1000000000000 }}{{ end }}`,
		"ranges": `{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}`,
		"twice":  `{{ define "a" }}{{ if lt (len .) 60 }}{{ include "a" (append . 1) }}{{ include "a" (append . 1) }}{{ end }}{{ end }}{{ include "a" list }}`,
		"built":  `{{ range 1000000000000 }}{{ $x := repeat 1000 "x" }}{{ end }}`,
		"read":   `{{ range 1000000000000 }}{{ $x := fromYaml "[1, 2, 3]" }}{{ end }}`,
		"match":  `{{ $s := repeat 10000 "a" }}{{ range 1000000000000 }}{{ $x := regexMatch "(a{0,9}b?){0,9}c" $s }}{{ end }}`,
		"merged": `{{ $d := dict "a" (until 1000) }}{{ range 1000000000000 }}{{ $x := merge (dict) $d }}{{ end }}`,
	} {
		var steps [2]any
		for i := range steps {
			seen := map[string]any{"n": 0}
			text := strings.ReplaceAll(text, "{{ range 1000000000000 }}", `{{ range 1000000000000 }}{{ $_ := set $.seen "n" (add1 $.seen.n) }}`)
			out := render(context.Background(), []Template{{Name: "a.yaml", Text: text, Scope: map[string]any{"seen": seen}}}, 1<<20)
			if !strings.Contains(fmt.Sprint(out[0].Err), errWork.what) {
				t.Fatalf("%s: %v", name, out[0].Err)
			}
			steps[i] = seen["n"]
		}
		if steps[0] != steps[1] {
			t.Errorf("%s ends after %d steps, and after %d", name, steps[0], steps[1])
		}
	}
}

// TestRan checks that the literal texts that were written are known, including those of
// definitions.
func TestRan(t *testing.T) {
	text := "{{ define \"t\" }}one{{ if .Values.no }}two{{ end }}{{ end }}three{{ if .Values.no }}four{{ end }}"
	user := Template{Name: "x/templates/a.yaml", Text: `{{ include "t" . }}{{ tpl "five{{ 1 }}" . }}`, Scope: map[string]any{"Values": map[string]any{}}}
	out := Render(context.Background(), []Template{{Name: "x/templates/_t.tpl", Text: text, Scope: user.Scope}, user})
	if out[1].Err != nil {
		t.Fatal(out[1].Err)
	}
	for part, want := range map[string]bool{"one": true, "two": false, "three": false, "four": false} {
		if got := out[0].Ran(strings.Index(text, part)); got != want {
			t.Errorf("%s ran: %v", part, got)
		}
	}
}

// TestMergeOfItself merges scopes that contain themselves.
func TestMergeOfItself(t *testing.T) {
	for text, want := range map[string]string{
		`{{ $v := .Values }}{{ $_ := set $v "d" dict }}{{ $_ := set $v.d "n" (dict "Values" (mergeOverwrite (omit $v "conf") (dict "conf" (omit $v.conf "x")))) }}{{ (mergeOverwrite (dict "a" 1) $v.d.n).Values.conf }}`: "map[k:1]",
		`{{ $v := .Values }}{{ $_ := set $v "me" $v }}{{ (merge (dict "conf" (dict "k" 2 "l" 3)) $v).conf }}`:                                                                                                             "map[k:2 l:3 x:2]",
		`{{ $p := dict "a" 1 }}{{ merge (dict "x" $p "y" $p) (dict "x" (dict "b" 2) "y" (dict "c" (dict "d" 3))) }}`:                                                                                                      "map[x:map[a:1 b:2 c:map[d:3]] y:map[a:1 b:2 c:map[d:3]]]",
		`{{ $p := dict "a" 1 }}{{ $q := dict "p" $p }}{{ merge $p (dict "p" $q "a" 2) }}{{ $q }}`:                                                                                                                         "error",
		`{{ $v := dict }}{{ $_ := set $v "me" $v }}{{ $w := dict }}{{ $_ := set $w "me" $w }}{{ merge $v $w | len }}`:                                                                                                     "error",
		`{{ $v := dict }}{{ $_ := set $v "me" $v }}{{ $w := dict }}{{ $_ := set $w "me" $w }}{{ merge (dict "me" (dict "me" $v)) $w }}`:                                                                                   "error",
	} {
		got, err := one(t, text, map[string]any{"conf": map[string]any{"k": 1, "x": 2}})
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s: got %q, %v", text, got, err)
		}
	}
}

// TestTpl checks that a text rendered by tpl can include the definitions of the chart.
func TestTpl(t *testing.T) {
	got, err := one(t, `{{ define "n" }}name{{ end }}{{ tpl "{{ define \"m\" }}m{{ end }}{{ include \"n\" . }}-{{ include \"m\" . }}-{{ .Values.a }}" . }}`, map[string]any{"a": "{{x}}"})
	if err != nil || got != "name-m-{{x}}" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestTplApart checks that no other template has the definitions of a text of tpl.
func TestTplApart(t *testing.T) {
	for text, want := range map[string]string{
		`{{ tpl "{{ define \"m\" }}m{{ end }}" . }}{{ include "m" . }}`:                                                      "error",
		`{{ tpl "{{ block \"m\" . }}m{{ end }}" . }}{{ include "m" . }}`:                                                     "error",
		`{{ define "m" }}1{{ end }}{{ tpl "{{ define \"m\" }}2{{ end }}{{ template \"m\" . }}" . }}{{ include "m" . }}`:      "21",
		`{{ define "o" }}{{ include "m" . }}{{ end }}{{ tpl "{{ define \"m\" }}2{{ end }}{{ include \"o\" . }}" . }}`:        "2",
		`{{ tpl "{{ tpl \"{{/* nothing */}}\" . }}x" . }}`:                                                                   "x",
		`{{ tpl "{{ $x := 1 }}{{ $x }}" . }}{{ tpl "{{ $x }}" . }}`:                                                          "error",
		`{{ tpl "{{ include \"gotpl\" . }}" . }}`:                                                                            "error",
		`{{ tpl "{{ len \"ab\" }}{{ and 1 (index (list 3) 0) }}{{ call (printf \"%d\" 1) }}" . }}`:                           "error",
		`{{ tpl "{{ range $i := until 9 }}{{ if gt $i 1 }}{{ break }}{{ end }}{{ print $i }}{{ end }}" . }}{{ tpl "{{" . }}`: "error",
	} {
		got, err := one(t, text, nil)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s: got %q, %v", text, got, err)
		}
	}
}

// TestTplLinear checks that the time of a chart with a call of tpl in each of its templates is
// proportional to their number.
func TestTplLinear(t *testing.T) {
	growth.Linear(t, "tpl", 4000, func(n int) func() {
		var all []Template
		for i := range n {
			all = append(all, Template{Name: fmt.Sprintf("c/templates/%d.yaml", i), Text: `{{ tpl "{{ .Values.a }}" . }}`, Scope: map[string]any{"Values": map[string]any{"a": 1}}})
		}
		return func() {
			if out := Render(context.Background(), all); string(out[0].Data) != "1" {
				t.Error(out[0].Err)
			}
		}
	})
}

// TestOneFails checks that the other templates are rendered if one fails.
func TestOneFails(t *testing.T) {
	scope := map[string]any{}
	out := Render(context.Background(), []Template{
		{Name: "a.yaml", Text: `{{ fail "x" }}`, Scope: scope}, {Name: "b.yaml", Text: `{{ if }}`, Scope: scope}, {Name: "c.yaml", Text: "c: {{ 1 }}", Scope: scope},
	})
	if len(out) != 3 || out[0].Err == nil || out[1].Err == nil || string(out[2].Data) != "c: 1" {
		t.Errorf("got %+v", out)
	}
}

// TestPlace checks the template's lines and columns of places of the output.
func TestPlace(t *testing.T) {
	text := "{{- $x := 1 }}\na: b\n{{- range list 1 2 }}\nc: {{ . }} d\n{{- end }}\n{{ include \"t\" . }}é: z\n{{ define \"t\" }}one\ntwo\n{{ end }}"
	out := Render(context.Background(), []Template{{Name: "a.yaml", Text: text, Scope: map[string]any{}}})
	o := out[0]
	if want := "\na: b\nc: 1 d\nc: 2 d\none\ntwo\né: z\n"; string(o.Data) != want {
		t.Fatalf("got %q", o.Data)
	}
	for _, c := range [][4]int{{2, 1, 2, 1}, {2, 4, 2, 4}, {3, 1, 4, 1}, {3, 4, 4, 0}, {3, 6, 4, 12}, {4, 1, 4, 1}, {5, 1, 6, 0}, {6, 2, 6, 0}, {7, 1, 6, 20}, {7, 2, 6, 21}, {99, 1, 0, 0}} {
		if line, column := o.Place(c[0], c[1]); line != c[2] || column != c[3] {
			t.Errorf("%d:%d is from %d:%d, want %d:%d", c[0], c[1], line, column, c[2], c[3])
		}
	}
}

// TestPlaceGrowth checks that the places of many documents of one template take time in proportion.
func TestPlaceGrowth(t *testing.T) {
	growth.Linear(t, "documents", 8_000, func(n int) func() {
		text := "{{ range $i := until " + strconv.Itoa(n) + " }}\na: {{ $i }}\n---\n{{ end }}" + strings.Repeat("b: c\n", n)
		return func() {
			o := Render(t.Context(), []Template{{Name: "a.yaml", Text: text, Scope: map[string]any{}}})[0]
			if o.Err != nil {
				t.Fatal(o.Err)
			}
			for line := range n {
				o.Place(line+1, 1)
			}
		}
	})
}

func FuzzRender(f *testing.F) {
	for _, seed := range []string{`{{ range until 3 }}{{ . }}{{ end }}`, `{{ toYaml (dict "a" 1) | nindent 2 }}`, `{{ define "a" }}x{{ end }}{{ include "a" . }}`, `{{ tpl "{{ 1 }}" . }}`, `{{ printf "%v" .Values }}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := one(t, text, map[string]any{"a": []any{1.0, "x"}})
		if err != nil && got != "" {
			t.Errorf("%q gives both %q and %v", text, got, err)
		}
	})
}
