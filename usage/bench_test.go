package usage_test

import (
	"bytes"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/auditlog"
)

// BenchmarkExamine reads logs of 32 MB, with and without bodies. The floor is the time for finding
// the ends of lines.
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
