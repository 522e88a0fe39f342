//go:build unix

package usage_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/auditlog"
	"github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/query"
)

// BenchmarkAgainst reads a log of 256 MB with kubedelta, counts its lines, and searches it for
// deprecated APIs with jq. If the packages of fixtures/engines are installed, DuckDB runs the query
// of usage query. It reports CPU time, which does not depend on other programs: how many times as
// fast as jq kubedelta is, and how many times as long as counting lines it takes.
func BenchmarkAgainst(b *testing.B) {
	jq, err := exec.LookPath("jq")
	if err != nil {
		b.Skip("jq is not installed")
	}
	path := filepath.Join(b.TempDir(), "audit.log")
	log, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	made, err := auditlog.Generate(log, auditlog.Options{Seed: 1, Bytes: 256 << 20, Rare: 200, Envelope: auditlog.Envelopes()[0]})
	if err != nil || log.Close() != nil {
		b.Fatal(err)
	}
	all := table()
	all.Affected() // APIs are checked once, which is not measured
	duckdb := duckDB(b, all, path)
	var own, floor, other, engine float64
	b.SetBytes(made.Bytes)
	for b.Loop() {
		own += spent(b, syscall.RUSAGE_SELF, func() error {
			_, err := usage.Examine(b.Context(), []string{path}, all, server, usage.Options{Workers: 1})
			return err
		})
		floor += spent(b, syscall.RUSAGE_SELF, func() error { return countLines(path) })
		other += spent(b, syscall.RUSAGE_CHILDREN, func() error {
			return exec.CommandContext(b.Context(), jq, "-c", `select(.annotations["k8s.io/deprecated"] == "true") | [.user.username, .userAgent, .objectRef.resource]`, path).Run()
		})
		if duckdb != nil {
			engine += spent(b, syscall.RUSAGE_CHILDREN, duckdb)
		}
	}
	n := float64(b.N)
	b.ReportMetric(own/n, "cpu-s/op")
	b.ReportMetric(other/n, "jq-cpu-s/op")
	b.ReportMetric(other/own, "x_jq")
	b.ReportMetric(own/floor, "x_floor")
	if duckdb != nil {
		b.ReportMetric(engine/own, "x_duckdb")
	}
}

// duckDB returns a function that runs the query in DuckDB; nil if DuckDB is not installed.
func duckDB(b *testing.B, all *api.Table, log string) func() error {
	b.Helper()
	const engines = "../fixtures/engines"
	if _, err := os.Stat(engines + "/node_modules"); err != nil {
		return nil
	}
	engine, _ := query.Find("duckdb")
	plan := usage.Plan(all)
	plan.From = log
	var err error
	if plan.Window, err = query.ParseWindow("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"); err != nil {
		b.Fatal(err)
	}
	statements, err := engine.Statements(plan)
	if err != nil {
		b.Fatal(err)
	}
	text := filepath.Join(b.TempDir(), "query.sql")
	if err := os.WriteFile(text, []byte(statements[0].Text), 0o600); err != nil {
		b.Fatal(err)
	}
	return func() error {
		cmd := exec.CommandContext(b.Context(), "node", "engine.mjs", "run", "duckdb", text, log)
		cmd.Dir = engines
		return cmd.Run()
	}
}

// countLines reads a file in blocks and counts its lines, which every reader must do at least.
func countLines(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	block := make([]byte, 1<<20)
	for {
		n, err := f.Read(block)
		bytes.Count(block[:n], []byte("\n"))
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// spent returns the CPU time in seconds of some work, in this process or its children.
func spent(b *testing.B, who int, work func() error) float64 {
	b.Helper()
	before := processor(b, who)
	if err := work(); err != nil {
		b.Fatal(err)
	}
	return processor(b, who) - before
}

func processor(b *testing.B, who int) float64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(u.Utime) + seconds(u.Stime)
}
