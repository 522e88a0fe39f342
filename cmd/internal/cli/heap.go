package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// What lives is small and most of what is made dies at once. Collecting often takes 18
// of 98 MB off a scan of a file of 200 MB, and costs a small scan a tenth of its CPU
// time for 1 of 42 MB: so a small heap may grow faster than a large one.
const (
	// firstHeap is what the process may take before the first collection: every command
	// takes about that in the end, and collecting 3 MB, then 5, then 9, is a tenth of
	// the CPU time of a small comparison.
	firstHeap   = 20 << 20
	smallHeap   = 32 << 20
	smallGrowth = 70
	largeGrowth = 40
	// Two sides that are files take more in the end, and what lives of them is a third.
	filesHeap   = 28 << 20
	filesGrowth = 150
	// steadyGrowth is for what lives as long as the run.
	steadyGrowth = 30
)

// boundHeap sets how often the heap is collected, unless GOGC does.
func boundHeap() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	none := debug.SetMemoryLimit(firstHeap)
	runtime.SetFinalizer(new(collected), func(*collected) {
		growth := smallGrowth
		if debug.SetMemoryLimit(none) == filesHeap {
			growth = filesGrowth
		}
		if chosen := debug.SetGCPercent(growth); chosen >= 0 {
			debug.SetGCPercent(chosen) // by steadyHeap, meanwhile
		}
		watchHeap(new(collected))
	})
}

// largerHeap has the heap collected later, if it was not collected yet.
func largerHeap() {
	if debug.SetMemoryLimit(-1) == firstHeap {
		debug.SetMemoryLimit(filesHeap)
	}
}

// steadyHeap has the heap collected often: what preflight reads of a cluster lives until it
// is judged. 7,800 objects take 75 MB instead of 80, and half more CPU time.
func steadyHeap() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(steadyGrowth)
	}
}

// collected is garbage as soon as it is made: its finalizer runs after each collection.
type collected struct{ _ [16]byte }

// watchHeap collects more often once more than a small heap has outlived a collection.
func watchHeap(c *collected) {
	runtime.SetFinalizer(c, func(c *collected) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(live); live[0].Value.Uint64() > smallHeap {
			if before := debug.SetGCPercent(largeGrowth); before < largeGrowth {
				debug.SetGCPercent(before)
			}
			return
		}
		watchHeap(c)
	})
}
