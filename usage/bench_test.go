package usage_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/fixtures/auditlog"
	"github.com/kubedelta/kubedelta/usage"
)

// BenchmarkExamine reads logs of 32 MB: of metadata, and with bodies. The floor is what
// it takes to find the ends of the lines.
func BenchmarkExamine(b *testing.B) {
	for name, bodies := range map[string]int{"metadata": 0, "bodies": 1} {
		var log bytes.Buffer
		if _, err := auditlog.Generate(&log, auditlog.Options{Seed: 1, Bytes: 32 << 20, Bodies: bodies, Rare: 200, Envelope: auditlog.Envelopes()[0]}); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(log.Len()))
			for b.Loop() {
				examine(b, bytes.NewReader(log.Bytes()))
			}
		})
		b.Run(name+" floor", func(b *testing.B) {
			b.SetBytes(int64(log.Len()))
			for b.Loop() {
				bytes.Count(log.Bytes(), []byte("\n"))
			}
		})
	}
}

// BenchmarkAgainst reads one log of 64 MB with one goroutine, counts its lines, and has jq
// look for deprecated APIs in it. The metrics are how many times as fast as jq kubedelta is,
// and how many times as long as counting lines it takes.
func BenchmarkAgainst(b *testing.B) {
	jq, err := exec.LookPath("jq")
	if err != nil {
		b.Skip("jq is not installed")
	}
	var log bytes.Buffer
	if _, err := auditlog.Generate(&log, auditlog.Options{Seed: 1, Bytes: 64 << 20, Rare: 200, Envelope: auditlog.Envelopes()[0]}); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "audit.log")
	if err := os.WriteFile(path, log.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	all := table()
	all.Affected() // what is judged once is not part of it
	var own, floor, other time.Duration
	b.SetBytes(int64(log.Len()))
	for b.Loop() {
		own += spent(b, func() error {
			_, err := usage.Examine(b.Context(), []string{path}, all, server, usage.Options{Workers: 1})
			return err
		})
		floor += spent(b, func() error {
			text, err := os.ReadFile(path)
			bytes.Count(text, []byte("\n"))
			return err
		})
		other += spent(b, func() error {
			return exec.CommandContext(b.Context(), jq, "-c", `select(.annotations["k8s.io/deprecated"] == "true") | [.user.username, .userAgent, .objectRef.resource]`, path).Run()
		})
	}
	b.ReportMetric(other.Seconds()/own.Seconds(), "x_jq")
	b.ReportMetric(own.Seconds()/floor.Seconds(), "x_floor")
}

func spent(b *testing.B, work func() error) time.Duration {
	b.Helper()
	begun := time.Now()
	if err := work(); err != nil {
		b.Fatal(err)
	}
	return time.Since(begun)
}
