package reader_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/corpus"
)

// BenchmarkRead reads the corpus from memory.
func BenchmarkRead(b *testing.B) {
	var files []corpus.File
	size := 0
	for f := range corpus.Files(corpus.Options{}) {
		files = append(files, f)
		size += len(f.Data)
	}
	var r reader.Reader
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		objects := 0
		for _, f := range files {
			r.Read(f.Name, f.Data, func(*tree.Object) { objects++ })
		}
		if objects != 20647 {
			b.Fatalf("%d objects", objects)
		}
	}
}
