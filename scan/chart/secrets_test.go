package chart

import (
	"strings"
	"testing"
)

// TestMessagesTellNoSecret checks that messages do not contain secrets of the values, which
// functions quote, and that other text of a chart's messages stays.
func TestMessagesTellNoSecret(t *testing.T) {
	src := func(template, values string) Source {
		return Source{Files: []File{
			{Path: "Chart.yaml", Data: []byte("apiVersion: v2\nname: web\nversion: 1.0.0\n")},
			{Path: "values.yaml", Data: []byte(values)}, {Path: "templates/a.yaml", Data: []byte(template)},
		}}
	}
	const values = "adminPassword: S3CR3T-x\nservice: {type: Wrong}\ndb: {dsns: [\"pg://u:S3CR3T@h/x\"], token: [S3CR3T-y]}\n"
	for template, want := range map[string]string{
		"a: {{ semver .Values.adminPassword }}":                                   "invalid semantic version",
		"a: {{ required .Values.adminPassword .Values.none }}":                    "…",
		"a: {{ mustDateModify (index .Values.db.dsns 0) now }}":                   "…",
		"a: {{ mustRegexMatch (printf \"(%s\" (first .Values.db.token)) \"a\" }}": "…",
		"a: {{ fail (printf \"unknown type %s\" .Values.service.type) }}":         "unknown type Wrong",
	} {
		r, err := Render(t.Context(), src(template, values), Target{}, Values{})
		if err != nil || len(r.Failures) != 1 || strings.Contains(r.Failures[0].Message, "S3CR3T") || !strings.Contains(r.Failures[0].Message, want) {
			t.Errorf("%s: %v, %+v", template, err, r)
		}
	}
	if _, err := Render(t.Context(), src("", "pw: *S3CR3T\n"), Target{}, Values{}); err == nil || strings.Contains(err.Error(), "S3CR3T") {
		t.Error(err)
	}
}
