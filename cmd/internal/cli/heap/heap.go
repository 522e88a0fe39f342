// Package heap sets how often the garbage collector runs. It knows nothing of what the
// memory is used for.
package heap

import (
	"math"
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
	// the CPU time of a small comparison. A scan, and two sides that are files, take more.
	firstHeap   = 20 << 20
	filesHeap   = 28 << 20
	smallHeap   = 32 << 20
	smallGrowth = 70
	largeGrowth = 40
	// steadyGrowth is for what lives as long as the run.
	steadyGrowth = 30
)

// Bound sets how often the heap is collected, unless GOGC does.
func Bound() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	none := debug.SetMemoryLimit(firstHeap)
	afterCollection(func() {
		heap := measure("/gc/heap/allocs:bytes")
		if chosen := debug.SetGCPercent(smallGrowth); chosen >= 0 {
			debug.SetGCPercent(chosen) // by Steady, meanwhile
		} else {
			refill(heap)
		}
		debug.SetMemoryLimit(none)
	})
}

// Larger has the heap collected later, if it was not collected yet.
func Larger() {
	if debug.SetMemoryLimit(-1) == firstHeap {
		debug.SetMemoryLimit(filesHeap)
	}
}

// Steady has the heap collected often: what preflight reads of a cluster lives until it
// is checked. 7,800 objects take 75 MB instead of 80, and half more CPU time.
func Steady() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(steadyGrowth)
	}
}

// refill sets when a heap is collected next that was collected at a size: not before it has
// that size again. To collect it earlier would keep the process no smaller than it was.
func refill(size int64) {
	lifecycles := max(measure("/gc/heap/live:bytes"), 1<<20)
	growth := growthOf(lifecycles, size)
	if before := debug.SetGCPercent(int(growth)); before == steadyGrowth {
		debug.SetGCPercent(before)
	} else if lifecycles <= smallHeap {
		afterCollection(func() { refill(lifecycles + lifecycles*growth/100) })
	}
}

// growthOf returns by how many percent of what lives a heap may grow that had a size.
func growthOf(lifecycles, size int64) int64 {
	least := int64(smallGrowth)
	if lifecycles > smallHeap {
		least = largeGrowth
	}
	return max(least, (size-lifecycles)*100/lifecycles)
}

// afterCollection calls do once, after the next collection.
func afterCollection(do func()) {
	runtime.SetFinalizer(new(collected), func(*collected) { do() })
}

// collected is garbage as soon as it is made.
type collected struct{ _ [16]byte }

// measure reads a metric of the runtime, in bytes.
func measure(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64(), math.MaxInt64))
}
