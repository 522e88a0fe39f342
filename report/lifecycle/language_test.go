package lifecycle_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/lifecycle"
)

// english matches words that English pages contain and that are not part of Kubernetes names.
var english = regexp.MustCompile(`(^|[ (])(is|was|has|had|takes|the|of|by|and|or|not|none|no|in|needs|probably|introduced|deprecated|removed|declared|required|documentation|alpha|beta|stable|release|renamed|locked|known)([ ,:.)]|$)`)

// TestJapanese tests that only names on the pages are English.
func TestJapanese(t *testing.T) {
	tables, err := history.Open()
	if err != nil {
		t.Fatal(err)
	}
	e := &lifecycle.Explanation{Language: "ja", Releases: history.Span{First: tables.First, Last: tables.Last}, GateReleases: history.Span{First: tables.Gates.Oldest, Last: tables.Gates.Newest}}
	h := &lifecycle.History{Language: "ja", From: tables.First, To: tables.Last, Gaps: tables.Gaps}
	for _, name := range cases(t, "fields.tsv") {
		for _, p := range tables.Find(name) {
			e.Fields = append(e.Fields, tables.Field(p))
		}
	}
	for _, p := range tables.Find("PodSpec") {
		e.Types = append(e.Types, tables.TypeOf(p))
	}
	for _, name := range append(cases(t, "gates.tsv"), "EtcdLearnerMode", "UserNamespacesSupport", "ProcMountType") {
		e.Gates = append(e.Gates, tables.Gate(name)...)
	}
	e.Flags = append(tables.Flag("", "--cloud-config"), tables.Flag("kubelet", "--max-pods")...)
	e.MetricReleases = tables.Metrics.Span()
	for _, name := range []string{"apiserver_requested_deprecated_apis", "scheduler_e2e_scheduling_duration_seconds", "node_cpu_usage_seconds_total"} {
		e.Metrics = append(e.Metrics, tables.Metric(name)...)
	}
	for i := range tables.Kinds {
		h.Rows = append(h.Rows, tables.Of(&tables.Kinds[i], tables.First, tables.Last)...)
	}
	var out bytes.Buffer
	for _, all := range []format.Writers{e.Writers(), h.Writers()} {
		for _, form := range []string{format.Text, format.Markdown, format.HTML} {
			if err := all.Write(&out, form, format.Options{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if out.Len() < 100_000 {
		t.Fatalf("only %d bytes were written", out.Len())
	}
	seen := map[string]bool{}
	for line := range strings.Lines(regexp.MustCompile("<[^>]*>|`[^`]*`|\"[^\"]*\"").ReplaceAllString(out.String(), "")) {
		if strings.Contains(line, "{") || strings.Contains(line, "\u2009") { // the style of a page
			continue
		}
		if word := english.FindString(line); word != "" && !seen[word] {
			seen[word] = true
			t.Errorf("%q stays English in %q", word, strings.TrimSpace(line))
		}
	}
}

// cases returns the names in the first column of a table of cases.
func cases(t *testing.T, name string) (names []string) {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/lifecycles/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if first, _, _ := strings.Cut(line, "\t"); !strings.HasPrefix(first, "#") {
			names = append(names, first)
		}
	}
	return names
}
