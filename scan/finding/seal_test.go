package finding

import (
	"runtime"
	"testing"
)

// TestSealAlike checks that each of a million equal findings has its own fingerprint and costs no
// more than the first.
func TestSealAlike(t *testing.T) {
	seen := map[string]int{}
	allocated := func(from int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for n := range 200 {
			f := Finding{Rule: "resource-removed", File: "a.yaml", Message: "m", Ordinal: from + n}
			f.Seal()
			if other, taken := seen[f.Fingerprint]; taken {
				t.Errorf("findings %d and %d have one fingerprint", other, f.Ordinal)
			}
			seen[f.Fingerprint] = f.Ordinal
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if first, last := allocated(0), allocated(1_000_000); last > 2*first+1<<16 {
		t.Errorf("200 of the first take %d bytes, 200 of the last %d", first, last)
	}
}
