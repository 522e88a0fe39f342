package fact_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
)

// BenchmarkOf reads all notes of one minor release, about 325.
func BenchmarkOf(b *testing.B) {
	d := everything(b)
	notes := notesOf(b, "1.34.0")
	size := 0
	for _, n := range notes {
		size += len(n.Text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, n := range notes {
			d.Of(discovery.Release{}, n.Text, n.Documentation)
		}
	}
	b.ReportMetric(float64(len(notes)), "notes")
}

// BenchmarkCompile compiles the dictionary of one comparison.
func BenchmarkCompile(b *testing.B) {
	v := vocabulary(b, "1.33", "1.34")
	for b.Loop() {
		fact.Compile(v)
	}
}
