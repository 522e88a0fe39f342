package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestLargeHeap: once what lives is large, the heap is collected more often.
func TestLargeHeap(t *testing.T) {
	before := debug.SetGCPercent(smallGrowth)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	watchHeap(new(collected))
	large := make([]byte, 2*smallHeap)
	growth := smallGrowth
	for growth == smallGrowth {
		runtime.GC()
		time.Sleep(time.Millisecond) // finalizers have a goroutine of their own
		growth = debug.SetGCPercent(smallGrowth)
		debug.SetGCPercent(growth)
	}
	runtime.KeepAlive(large)
	if growth != largeGrowth {
		t.Errorf("GC percent is %d", growth)
	}
}
