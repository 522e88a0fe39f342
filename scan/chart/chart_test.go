package chart_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/scan/chart"
)

// TestChart checks that templates see .Chart as in Helm: a structure with the names of Chart.yaml in
// JSON, without what is not set (recAllTpls in Helm's pkg/engine).
func TestChart(t *testing.T) {
	src := chart.Source{Name: "web", Files: []chart.File{
		{Path: "Chart.yaml", Data: []byte("apiVersion: v2\nname: web\nversion: 1.2.3\nmaintainers: [{name: a}]\n")},
		{Path: "templates/a.yaml", Data: []byte("{{ toJson .Chart }} {{ .Chart.Name }} {{ (index .Chart.Maintainers 0).Name }} {{ .Chart.IsRoot }}")},
		{Path: "templates/b.yaml", Data: []byte("{{ .Chart.Nothing }}")},
	}}
	r, err := chart.Render(t.Context(), src, chart.Target{}, chart.Values{})
	if err != nil || len(r.Documents) != 1 || len(r.Failures) != 1 {
		t.Fatalf("%v %+v", err, r)
	}
	const want = `{"name":"web","version":"1.2.3","maintainers":[{"name":"a"}],"apiVersion":"v2","IsRoot":true} web a true`
	if got := string(r.Documents[0].Data); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}
