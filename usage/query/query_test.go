package query_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/usage/query"
)

var update = flag.Bool("update", false, "write what is expected")

var few = []query.API{{Group: "policy", Version: "v1beta1", Resource: "podsecuritypolicies"}, {Group: "policy", Version: "v1beta1", Resource: "poddisruptionbudgets"}, {Version: "v1", Resource: "endpoints"}}

func text(t *testing.T, e query.Engine, p query.Plan) string {
	t.Helper()
	statements, err := e.Statements(p)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range statements {
		for _, note := range s.Notes {
			b.WriteString(e.Comment(note) + "\n")
		}
		b.WriteString(s.Text + "\n\n")
	}
	return b.String()
}

// TestQueries compares the queries of each engine with goldens. fixtures/engines runs those of the
// engines that can run in a test.
func TestQueries(t *testing.T) {
	t.Parallel()
	for _, e := range query.Engines() {
		plan := query.Plan{APIs: few, Window: query.Window{Last: 30 * 24 * time.Hour}}
		got := text(t, e, plan)
		if got != text(t, e, plan) {
			t.Errorf("%s: the text is not the same twice", e.Name)
		}
		path := filepath.Join("testdata", e.Name+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s:\n%s", e.Name, diff)
		}
	}
}

// limits are the maximum lengths of queries in characters. The engines' code has the sources.
var limits = map[string]int{"athena": 262_144, "bigquery": 1 << 20, "clickhouse": 262_144, "cloudwatch": 10_000, "loki": 131_072}

// TestSplit checks with many APIs that each statement is within the limit, and that each API is in
// exactly one statement (in Loki one for each of three measures).
func TestSplit(t *testing.T) {
	t.Parallel()
	var many []query.API
	resource := regexp.MustCompile(`r\d{4}s`)
	for i := range 6000 {
		many = append(many, query.API{Group: "g" + strings.Repeat("x", i%40) + ".example.com", Version: "v1beta1", Resource: "r" + strings.Repeat("0", 4-len(number(i))) + number(i) + "s"})
	}
	for name, limit := range limits {
		e, _ := query.Find(name)
		statements, err := e.Statements(query.Plan{APIs: many, Window: query.Window{Last: time.Hour}})
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, s := range statements {
			if n := utf8.RuneCountInString(s.Text); n > limit {
				t.Errorf("%s: a statement has %d characters, of %d", name, n, limit)
			}
			for _, name := range resource.FindAllString(s.Text, -1) {
				counts[name]++
			}
		}
		want := 1
		if name == "loki" {
			want = 3
		}
		for _, a := range many {
			if counts[a.Resource] != want {
				t.Fatalf("%s: %s is asked for %d times", name, a.Resource, counts[a.Resource])
			}
		}
		if name != "bigquery" && len(statements) < 2 || !strings.Contains(strings.Join(statements[0].Notes, "\n"), "Run all statements") && len(statements) > 1 {
			t.Errorf("%s: %d statements, %q", name, len(statements), statements[0].Notes)
		}
	}
}

func number(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return number(i/10) + number(i%10)
}

// TestOneTime checks that statements that are run one after the other ask for the same time.
func TestOneTime(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"cloudwatch": "--end-time $(( $(date +%s) / 3600 * 3600 - 1 ))", "elasticsearch": `"lt": "now/h"`,
	} {
		e, _ := query.Find(name)
		got := text(t, e, query.Plan{APIs: few, Window: query.Window{Since: time.Unix(0, 0)}})
		if !strings.Contains(got, want) || !strings.Contains(got, "since 1970-01-01T00:00:00Z, to the full hour") {
			t.Errorf("%s: the query has no %q:\n%s", name, want, got)
		}
	}
	e, _ := query.Find("loki")
	if _, err := e.Statements(query.Plan{APIs: few, Window: query.Window{Since: time.Unix(0, 0)}}); err == nil || !strings.Contains(err.Error(), "needs an end") {
		t.Errorf("loki: the error is %v", err)
	}
}

// TestTooLong checks the error for an API that does not fit in a statement.
func TestTooLong(t *testing.T) {
	t.Parallel()
	e, _ := query.Find("cloudwatch")
	if _, err := e.Statements(query.Plan{APIs: []query.API{{Group: strings.Repeat("x", 20_000)}}}); err == nil || !strings.Contains(err.Error(), "limit of the engine is 10000") {
		t.Errorf("the error is %v", err)
	}
}

// TestWindows checks the values of --since and --until.
func TestWindows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ since, until, want, err string }{
		{"30d", "", "the last 720 hours, to the full hour", ""},
		{"12h", "", "the last 12 hours, to the full hour", ""},
		{"2d", "2026-01-31T00:00:00Z", "2026-01-29T00:00:00Z to 2026-01-31T00:00:00Z", ""},
		{"2026-01-01T02:00:00+02:00", "", "since 2026-01-01T00:00:00Z", ""},
		{"2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z to 2026-01-02T00:00:00Z", ""},
		{"2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z", "", "is not before --until"},
		{"30", "", "", "is not a number of days or hours"},
		{"0d", "", "", "is not a number of days or hours"},
		{"-1d", "", "", "is not a number of days or hours"},
		{"1dx", "", "", "is not a number of days or hours"},
		{"1d; DROP", "", "", "is not a number of days or hours"},
		{"9999999999d", "", "", "longer than 3660 days"},
		{"3661d", "", "", "longer than 3660 days"},
		{"30d", "tomorrow", "", "--until tomorrow is not a time"},
	} {
		w, err := query.ParseWindow(c.since, c.until)
		switch {
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s, %s: the error is %v", c.since, c.until, err)
		case c.err == "" && (err != nil || w.String() != c.want):
			t.Errorf("%s, %s: %s, %v", c.since, c.until, w, err)
		}
	}
}

// TestUntimed checks that queries that filter by the time in the event also ask for the events
// without a time. The other engines filter by the time at which they received the event.
func TestUntimed(t *testing.T) {
	t.Parallel()
	received := map[string]string{"bigquery": "timestamp >= ", "cloudwatch": "--start-time", "loganalytics": "TimeGenerated >= ", "loki": "count_over_time("}
	for _, e := range query.Engines() {
		want := received[e.Name]
		switch {
		case e.Name == "elasticsearch":
			want = `"must_not"`
		case want == "":
			want = "seen = '' OR seen >= "
		}
		for _, w := range []query.Window{{Last: time.Hour}, {Since: time.Unix(0, 0), Until: time.Unix(1, 0)}} {
			if got := text(t, e, query.Plan{APIs: few, Window: w}); !strings.Contains(got, want) {
				t.Errorf("%s: the query has no %q:\n%s", e.Name, want, got)
			}
		}
	}
}

// TestHostile checks that names of APIs and tables are quoted.
func TestHostile(t *testing.T) {
	t.Parallel()
	const evil = "x'y\"z`w\\v\n; DROP TABLE audit --"
	for _, e := range query.Engines() {
		p := query.Plan{APIs: []query.API{{Group: evil, Version: "v1", Resource: "r"}}, From: "a'b\"c`; DROP", Window: query.Window{Last: time.Hour}}
		if e.Name == "loki" {
			p.From = `{job="audit"}`
		}
		got := text(t, e, p)
		statement := strings.Join(slices.DeleteFunc(strings.Split(got, "\n"), func(line string) bool { return strings.HasPrefix(line, e.Comment("")) }), "\n")
		for engine, quoted := range map[string]string{
			"athena": "\"a'b\"\"c`; DROP\"", "bigquery": "`a'b\"c\\`; DROP`", "clickhouse": "`a'b\"c``; DROP`", "duckdb": "'a''b\"c`; DROP'", "loganalytics": "[\"a'b\\\"c`; DROP\"]",
		} {
			if engine == e.Name && !strings.Contains(statement, quoted) {
				t.Errorf("%s: the table is not quoted as %s", engine, quoted)
			}
		}
		for engine, quoted := range map[string]string{
			"cloudwatch": `--log-group-name 'a'\''b"c` + "`" + `; DROP' --start-time`, "elasticsearch": `'https://SERVER/a'\''b"c` + "`" + `; DROP/_search' -d`,
		} {
			if engine == e.Name && !strings.Contains(got, quoted) {
				t.Errorf("%s: the command does not quote the table as %s", engine, quoted)
			}
		}
		for _, wrong := range []string{evil, "\n; DROP"} {
			// ISO SQL only escapes quotes, so that a text may contain line breaks.
			if strings.Contains(got, wrong) && e.Name != "duckdb" && e.Name != "athena" {
				t.Errorf("%s: %q stands in the query as it is", e.Name, wrong)
			}
		}
		if (e.Name == "duckdb" || e.Name == "athena") && !strings.Contains(got, `'x''y"z`) {
			t.Errorf("%s: the quote is not doubled", e.Name)
		}
	}
}
