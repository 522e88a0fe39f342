package crd_test

import (
	"path/filepath"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// BenchmarkFolder reads a megabyte of definitions and builds their surface.
func BenchmarkFolder(b *testing.B) {
	dir := filepath.Join(data.Root(b), "crds", "prometheus-operator", "v0.89.0")
	b.ReportAllocs()
	for b.Loop() {
		found, err := crd.ReadPath(b.Context(), dir)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := crd.Surface(found.Definitions, openapi.NewDecoder()); err != nil {
			b.Fatal(err)
		}
	}
}
