package scan_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
)

// TestLargeTemplates: a template that is too large to be read as text is unread, if it may have
// objects.
func TestLargeTemplates(t *testing.T) {
	t.Parallel()
	e := scan.Examination{Checker: compiled(t), Known: func(string) bool { return true }, Template: (&scan.Charts{}).Template}
	for what, c := range map[string]struct {
		text             string
		unread, findings int
	}{
		"read":       {planted, 0, 1},
		"large":      {planted + strings.Repeat("# {{a}}\n", chart.MaxText/8), 1, 0},
		"plain":      {planted + strings.Repeat("# text\n", chart.MaxText/7), 0, 1},
		"no objects": {strings.Repeat("# text\n", chart.MaxText/7+1), 0, 0},
		"very large": {strings.Repeat("# text\n", 2<<20), 1, 0},
	} {
		e.Files = files.Options{Dir: put(t, map[string]string{"a.yaml.j2": c.text, "b.yaml": "apiVersion: v1\nkind: ConfigMap\n"}), Templates: true, ByFile: true}
		r, err := e.Examine(t.Context(), []string{"."})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Account.Unreadable) != c.unread || len(r.Findings) != c.findings || len(r.Account.ByFile) != 2 {
			t.Errorf("%s: %d findings, %+v", what, len(r.Findings), r.Account)
		}
	}
}

// TestPartlyReadChart: a template of a chart that reaches a limit while it is read as text is
// unread, because it may write more with other values.
func TestPartlyReadChart(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("{{ if .Values.on }}", 60) + planted + strings.Repeat("{{ end }}", 60)
	dir := put(t, map[string]string{"c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "c/templates/a.yaml": deep, "c/templates/b.yaml": "apiVersion: v1\nkind: ConfigMap\n"})
	charts := &scan.Charts{}
	e := scan.Examination{Checker: compiled(t), Known: func(string) bool { return true }, Template: charts.Template, Files: files.Options{Dir: dir, Opaque: chart.IsSource, Part: chart.Part}, Opaque: charts.Read}
	r, err := e.Examine(t.Context(), []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	if u := r.Account.Unreadable; len(u) != 1 || u[0].File != "c/templates/a.yaml" || !strings.Contains(u[0].Reason, "too many conditions") {
		t.Errorf("got %+v", r.Account)
	}
}
