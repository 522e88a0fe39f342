package snapshot_test

import (
	"path/filepath"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// BenchmarkRead reads the 36 documents of a release, 10 MiB, in each format.
func BenchmarkRead(b *testing.B) {
	folder := filepath.Join(data.Root(b), "openapi", "1.35")
	set, m, err := snapshot.Read(b.Context(), folder)
	if err != nil {
		b.Fatal(err)
	}
	paths := map[string]string{"folder": folder}
	for _, form := range []string{"tar.gz", "tar.zst"} {
		paths[form] = filepath.Join(b.TempDir(), "a."+form)
		if err := snapshot.Write(b.Context(), paths[form], set, m); err != nil {
			b.Fatal(err)
		}
	}
	for form, path := range paths {
		b.Run(form, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := snapshot.Read(b.Context(), path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
