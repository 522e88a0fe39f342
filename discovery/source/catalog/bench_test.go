package catalog_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// BenchmarkLoad reads one release into a new catalog. The budget is 15 ms.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := catalog.New().Load(b.Context(), discovery.Release{Major: 1, Minor: 35}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDiff reads two releases and compares them with all fields. The budget of the whole
// process is 60 ms.
func BenchmarkDiff(b *testing.B) {
	for b.Loop() {
		cat := catalog.New()
		old, err := cat.Load(b.Context(), discovery.Release{Major: 1, Minor: 34})
		if err != nil {
			b.Fatal(err)
		}
		new, err := cat.Load(b.Context(), discovery.Release{Major: 1, Minor: 35})
		if err != nil {
			b.Fatal(err)
		}
		if len(diff.Compare(old, new, diff.Options{IncludeDisabled: true}).Changes) == 0 {
			b.Fatal("no changes")
		}
	}
}
