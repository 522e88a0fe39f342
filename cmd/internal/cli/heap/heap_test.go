package heap

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestLargeHeap checks that a large live heap is collected more often.
func TestLargeHeap(t *testing.T) {
	before := debug.SetGCPercent(smallGrowth)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	afterCollection(func() { refill(0) })
	large := make([]byte, 2*smallHeap)
	growth := smallGrowth
	for growth == smallGrowth {
		runtime.GC()
		time.Sleep(time.Millisecond) // finalizers run in another goroutine
		growth = debug.SetGCPercent(smallGrowth)
		debug.SetGCPercent(growth)
	}
	runtime.KeepAlive(large)
	if growth != largeGrowth {
		t.Errorf("GC percent is %d", growth)
	}
}

// TestRefill checks that a heap is collected after it has grown by a share of its live size, but
// not before it has its earlier size.
func TestRefill(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ lifecycles, size, want int64 }{
		{4 << 20, 5 << 20, smallGrowth}, {4 << 20, 16 << 20, 300}, {8 << 20, 0, smallGrowth}, {64 << 20, 80 << 20, largeGrowth}, {64 << 20, 128 << 20, 100},
	} {
		if got := growthOf(tc.lifecycles, tc.size); got != tc.want {
			t.Errorf("%d of %d bytes live: %d%%, want %d%%", tc.lifecycles, tc.size, got, tc.want)
		}
	}
}

// TestGarbage checks that a collection keeps the growth that Garbage set.
func TestGarbage(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(smallGrowth)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	Garbage()
	refill(0)
	if growth := debug.SetGCPercent(smallGrowth); growth != garbageGrowth {
		t.Errorf("GC percent is %d", growth)
	}
}
