package chart

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestBombs checks that templates that would take endless time or memory are stopped.
func TestBombs(t *testing.T) {
	nest := func(open, close string, n int) string {
		return strings.Repeat(open, n) + "x" + strings.Repeat(close, n)
	}
	bombs := map[string]string{
		"until":          `{{ range until 1000000000 }}x{{ end }}`,
		"range":          `{{ range 1000000000000 }}{{ end }}`,
		"recursion":      `{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}`,
		"template":       `{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}`,
		"mutual":         `{{ define "a" }}{{ include "b" . }}{{ end }}{{ define "b" }}{{ template "a" . }}{{ end }}{{ include "a" . }}`,
		"tpl":            `{{ $t := "{{ tpl .t . }}" }}{{ tpl $t (dict "t" $t) }}`,
		"doubling":       `{{ $s := "xxxxxxxx" }}{{ range until 60 }}{{ $s = print $s $s }}{{ end }}{{ len $s }}`,
		"many":           `{{ $s := repeat 1000000 "x" }}{{ $s = print $s $s $s $s $s $s $s $s $s $s }}{{ $s = print $s $s $s $s $s $s $s $s $s $s }}`,
		"lists":          `{{ $l := list 1 }}{{ range until 60 }}{{ $l = concat $l $l }}{{ end }}`,
		"shared":         `{{ $l := list 1 }}{{ range until 60 }}{{ $l = list $l $l }}{{ end }}{{ toYaml $l }}`,
		"shared printed": `{{ $l := list 1 }}{{ range until 60 }}{{ $l = list $l $l }}{{ end }}{{ $l }}`,
		"shared quoted":  `{{ $l := list 1 }}{{ range until 60 }}{{ $l = list $l $l }}{{ end }}{{ quote $l }}`,
		"shared copied":  `{{ $l := list 1 }}{{ range until 60 }}{{ $l = list $l $l }}{{ end }}{{ $x := deepCopy $l }}`,
		"shared equal":   `{{ $l := list 1 }}{{ $m := list 1 }}{{ range until 60 }}{{ $l = list $l $l }}{{ $m = list $m $m }}{{ end }}{{ deepEqual $l $m }}`,
		"itself":         `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toJson $d }}`,
		"itself printed": `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d }}`,
		"itself merged":  `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $e := dict "d" (dict "d" (dict)) }}{{ merge $e $d }}`,
		"repeat":         `{{ repeat 1000000000 "x" }}`,
		"indent":         `{{ indent 1000000000 "x" }}`,
		"replace":        `{{ $s := repeat 1000000 "x" }}{{ replace "x" $s $s }}`,
		"replace all":    `{{ $s := repeat 100000 "x" }}{{ regexReplaceAll "x" $s $s }}`,
		"expand":         `{{ $s := repeat 100000 "x" }}{{ regexReplaceAll ".*" $s (repeat 10000 "$0") }}`,
		"printf":         `{{ printf "%1000000000d" 1 }}{{ printf (repeat 1000 "%1000000d") 1 }}`,
		"join":           `{{ join (repeat 1000000 "x") (until 1000000) }}`,
		"random":         `{{ randAlphaNum 1000000000 }}`,
		"seq":            `{{ seq 1 1000000000 }}`,
		"wrap":           `{{ wrapWith 1 (repeat 1000000 "x") (repeat 1000000 "y") }}`,
		"uniq":           `{{ len (uniq (until 1000000)) }}`,
		"regexp":         `{{ regexMatch "(a{0,90}b?){0,9}c" (repeat 8000000 "a") }}`,
		"output":         `{{ $s := repeat 1000000 "x" }}{{ range until 1000000 }}{{ $s }}{{ end }}`,
		"kept":           `{{ $d := dict }}{{ range $i := until 1000000 }}{{ $_ := set $d (toString $i) (repeat 1000000 "x") }}{{ end }}`,
		"yaml":           "{{ $s := \"a: &a [x,x,x,x,x,x,x,x,x,x]\\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\" }}{{ (fromYaml $s).Error | required \"no error\" | fail }}",
		"product":        `{{ mulf 1.7976931348623157e308 ` + strings.Repeat("1.7976931348623157e308 ", 40000) + `}}`,
		"quotient":       `{{ divf 1.7976931348623157e308 ` + strings.Repeat("3.3e-308 ", 100000) + `}}`,
		"steps":          `{{ untilStep 0 9223372036854775807 4611686018427387905 }}`,
		"itself counted": `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ int $d }}`,
		"itself sought":  `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ has $d (list 1 $d) }}`,
		"deep":           `{{ $l := until 500000 }}{{ range until 900 }}{{ $l = list $l }}{{ end }}{{ toPrettyJson $l }}`,
		"shared merged":  `{{ $s := dict }}{{ $big := dict }}{{ range until 2000 }}{{ $_ := set $big (toString .) (dict) }}{{ end }}{{ $m := dict }}{{ $to := dict "a" $s }}{{ range until 2000 }}{{ $_ := set $m (toString .) $s }}{{ $_ := set $to (toString .) (dict "x" (dict)) }}{{ end }}{{ $x := merge $to (dict "a" (dict "x" $big)) $m }}{{ fail "merged" }}`,
		"unlike":         `{{ $l := list }}{{ range until 500 }}{{ $l = append $l (printf "%s%d" (repeat 15000 "x") .) }}{{ end }}{{ range until 1000 }}{{ $x := uniq $l }}{{ end }}`,
		"compiled":       `{{ range until 1000000 }}{{ $x := regexMatch (printf "(a{0,90}b?){0,9}c%d" .) "a" }}{{ end }}`,
		"files":          `{{ $l := list }}{{ range until 100000 }}{{ $l = append $l ($.Files.AsConfig) }}{{ end }}`,
		"parentheses":    `{{ ` + nest("(", ")", 100000) + ` }}`,
		"ifs":            nest("{{if 1}}", "{{end}}", 50000) + `{{ fail "rendered" }}`,
		"probe":          `{{ kubedelta_probe_leave }}`,
		"huge":           strings.Repeat("x", 5<<20),
	}
	for _, name := range thorough.Every(t, 4, slices.Sorted(maps.Keys(bombs))) {
		growth.Bounded(t, name, 6000, func() { checkStopped(t, name, bombs[name]) })
		runtime.GC()
	}
}

// checkStopped renders a template that must fail. Templates that build nothing reach the limit of
// work; all others fail long before.
func checkStopped(t *testing.T, name, template string) {
	t.Helper()
	r, err := Render(context.Background(), chartOf(template, File{"big", make([]byte, 1<<20)}), Target{}, Values{})
	if err != nil || len(r.Failures) != 1 {
		t.Errorf("%s is rendered, or not at all: %v", name, err)
		return
	}
	if message := r.Failures[0].Message; len(message) > 2000 {
		t.Errorf("%s: %.2000s", name, message)
	} else {
		t.Logf("%s: %s", name, message)
	}
}

// archive makes a .tgz from headers and texts.
func archive(t testing.TB, files ...tar.Header) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	w := tar.NewWriter(zipped)
	for _, h := range files {
		text := []byte(h.Linkname)
		if h.Typeflag == 0 {
			h.Typeflag, h.Linkname, h.Size = tar.TypeReg, "", int64(len(text))
		}
		h.Mode = 0o644
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := w.Write(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

// file is an entry of an archive; its text is in the field for the link's target.
func file(name, text string) tar.Header { return tar.Header{Name: name, Linkname: text} }

const chartYAML = "apiVersion: v2\nname: x\nversion: 1.0.0\n"

// TestArchive checks that archives are read, also those that Helm 2 packed on Windows.
func TestArchive(t *testing.T) {
	inner := archive(t, file(`db\Chart.yaml`, "apiVersion: v2\nname: db\nversion: 1.0.0\n"), file(`db\templates\a.yaml`, "kind: {{ .Chart.Name }}"))
	src, err := OpenArchive(context.Background(), "x.tgz", archive(t,
		file("x/Chart.yaml", chartYAML), file("x/templates/a.yaml", "kind: {{ .Chart.Version }}"), file("x/charts/db-1.0.0.tgz", inner.String())))
	if err != nil {
		t.Fatal(err)
	}
	r := rendered(t, src, Target{}, Values{})
	if len(r.Documents) != 2 || r.Documents[0].Template != "charts/db-1.0.0.tgz/templates/a.yaml" || string(r.Documents[0].Data) != "kind: db" || string(r.Documents[1].Data) != "kind: 1.0.0" {
		t.Errorf("got %+v", r.Documents)
	}
}

// TestHostileArchive checks that archives with names outside the chart, too much data or wrong
// sizes are refused.
func TestHostileArchive(t *testing.T) {
	for name, files := range map[string][]tar.Header{
		"parent":   {file("x/Chart.yaml", chartYAML), file("x/../../etc/passwd", "x")},
		"first":    {file("../Chart.yaml", chartYAML)},
		"absolute": {file("/etc/Chart.yaml", chartYAML)},
		"slashes":  {file("x//etc/passwd", "x")},
		"windows":  {file(`x\Chart.yaml`, chartYAML), file(`x\..\..\a`, "x")},
		"drive":    {file("x/c:/a", "x")},
		"flat":     {file("Chart.yaml", chartYAML)},
		"empty":    {},
		"bomb":     {file("x/Chart.yaml", chartYAML), file("x/a", strings.Repeat("x", maxChart+1))},
		"bombs":    {file("x/a", strings.Repeat("x", maxChart/2)), file("x/b", strings.Repeat("x", maxChart/2)), file("x/c", strings.Repeat("x", maxChart/2))},
	} {
		if _, err := OpenArchive(context.Background(), "x.tgz", archive(t, files...)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	for name, text := range map[string]string{"text": "hello", "cut": archive(t, file("x/Chart.yaml", chartYAML)).String()[:40]} {
		if _, err := OpenArchive(context.Background(), "x.tgz", strings.NewReader(text)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	src, err := OpenArchive(context.Background(), "x.tgz", archive(t, file("x/Chart.yaml", chartYAML),
		tar.Header{Name: "x/templates/passwd.yaml", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}))
	if err != nil || len(src.Files) != 1 {
		t.Errorf("a link: %+v, %v", src, err)
	}
	nested := archive(t, file("x/Chart.yaml", chartYAML))
	for range 20 {
		nested = archive(t, file("x/Chart.yaml", chartYAML), file("x/charts/x-1.0.0.tgz", nested.String()))
	}
	if src, err = OpenArchive(context.Background(), "x.tgz", nested); err != nil {
		t.Fatal(err)
	}
	if _, err := Render(context.Background(), src, Target{}, Values{}); err == nil {
		t.Error("charts nested 20 deep are taken")
	}
}

// TestHostileFolder checks that links out of a chart are not followed.
func TestHostileFolder(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(outside, []byte("secret: true"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"Chart.yaml": chartYAML, "templates/a.yaml": "a: 1", "templates/.swp": "no", ".helmignore": "*.bak\n/ci/\n", "old.bak": "no", "ci/x.yaml": "no"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "templates", "b.yaml")); err != nil {
		t.Skip("no links here")
	}
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	src, err := OpenDir(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range src.Files {
		names = append(names, f.Path)
	}
	if got := fmt.Sprint(names); got != "[.helmignore Chart.yaml templates/a.yaml]" {
		t.Errorf("got %s", got)
	}
}

// TestBrokenCharts checks the errors for charts that cannot be loaded.
func TestBrokenCharts(t *testing.T) {
	for name, files := range map[string][]File{
		"Chart.yaml file is missing": {{"templates/a.yaml", nil}},
		"is invalid":                 {{"Chart.yaml", []byte("name: ..\n")}},
		"cannot load Chart.yaml":     {{"Chart.yaml", []byte("name: [")}},
		"cannot load values.yaml":    {{"Chart.yaml", []byte(chartYAML)}, {"values.yaml", []byte("a: [")}},
		"type mismatch on db":        {{"Chart.yaml", []byte(chartYAML)}, {"values.yaml", []byte("db: 3")}, {"charts/db/Chart.yaml", []byte("name: db\nversion: 1.0.0\n")}},
		"error unpacking subchart":   {{"Chart.yaml", []byte(chartYAML)}, {"charts/db.tgz", []byte("x")}},
	} {
		if _, err := Render(context.Background(), Source{Files: files}, Target{}, Values{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("want %q, got %v", name, err)
		}
	}
}
