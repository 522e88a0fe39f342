// Package heap sets how often the garbage collector runs. It must not know what the memory is used
// for.
package heap

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The live heap is small, and most allocations are short-lived. Frequent collection takes 18 of 98
// MB off a scan of a 200 MB file, but costs a small scan a tenth of its CPU time to save 1 of 42
// MB. Therefore a small heap may grow faster than a large one.
const (
	// firstHeap is the size of the process before the first collection. Every command reaches about
	// that size, and collecting at 3, 5 and 9 MB takes a tenth of the CPU time of a small
	// comparison. A scan, or two sides that are files, need more.
	firstHeap   = 20 << 20
	filesHeap   = 28 << 20
	smallHeap   = 32 << 20
	smallGrowth = 70
	largeGrowth = 40
	// steadyGrowth is for data that lives as long as the run, garbageGrowth for work of which nothing
	// stays.
	steadyGrowth  = 30
	garbageGrowth = 150
)

// Bound sets how often the heap is collected, unless GOGC or GOMEMLIMIT is set.
func Bound() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	none := debug.SetMemoryLimit(firstHeap)
	afterCollection(func() {
		heap := measure("/gc/heap/allocs:bytes")
		if chosen := debug.SetGCPercent(smallGrowth); chosen >= 0 {
			debug.SetGCPercent(chosen) // Steady has set it meanwhile
		} else {
			refill(heap)
		}
		debug.SetMemoryLimit(none)
	})
}

// Larger delays the first collection, if it has not run yet.
func Larger() {
	if debug.SetMemoryLimit(-1) == firstHeap {
		debug.SetMemoryLimit(filesHeap)
	}
}

// Steady makes collections frequent, for preflight, which keeps what it reads of a cluster until it
// is checked. 7,800 objects take 75 MB instead of 80, and half more CPU time.
func Steady() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(steadyGrowth)
	}
}

// Garbage makes collections rare, for builds of kustomizations, which allocate a hundred times what
// is live. With largeGrowth, half of their CPU time is collection.
func Garbage() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageGrowth)
	}
}

// refill sets the next collection of a heap that was collected at this size: not before it has that
// size again. An earlier collection would not make the process smaller.
func refill(size int64) {
	live := max(measure("/gc/heap/live:bytes"), 1<<20)
	growth := growthOf(live, size)
	if before := debug.SetGCPercent(int(growth)); before == steadyGrowth || before == garbageGrowth {
		debug.SetGCPercent(before)
	} else if live <= smallHeap {
		afterCollection(func() { refill(live + live*growth/100) })
	}
}

// growthOf returns by how many percent of its live size a heap may grow that was collected at this
// size.
func growthOf(live, size int64) int64 {
	least := int64(smallGrowth)
	if live > smallHeap {
		least = largeGrowth
	}
	return max(least, (size-live)*100/live)
}

// afterCollection calls do once, after the next collection.
func afterCollection(do func()) {
	runtime.SetFinalizer(new(collected), func(*collected) { do() })
}

// collected is unreachable as soon as it is allocated.
type collected struct{ _ [16]byte }

// measure reads a metric of the runtime, in bytes.
func measure(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(min(sample[0].Value.Uint64(), math.MaxInt64))
}
