//go:build unix

package scan_test

import (
	"bytes"
	"cmp"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/fixtures/corpus"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// documents is the number of documents in the corpus. findings is the number of its objects, and of
// those in the files of ConfigMaps, with a removed version. Fifteen of them have their type from an
// anchor that they merge: these are one text and one finding.
const (
	documents = 19957
	findings  = 4523
)

// floor reads the files and searches their bytes for "apiVersion", with as many goroutines as a
// scan has. No scan can do less.
func floor(t testing.TB, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := make(chan string, 64)
	var found atomic.Int64
	var running sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		running.Go(func() {
			for name := range names {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Error(err)
				}
				found.Add(int64(bytes.Count(data, []byte("apiVersion"))))
			}
		})
	}
	for _, entry := range entries {
		names <- filepath.Join(dir, entry.Name())
	}
	close(names)
	running.Wait()
	return int(found.Load())
}

// cost is the cost of some work.
type cost struct{ wall, cpu time.Duration }

func measured(work func()) cost {
	start, used := time.Now(), processor()
	work()
	return cost{time.Since(start), processor() - used}
}

// beside measures the floor and the scan alternately.
func beside(t testing.TB, j *checker.Checker, dir string) (least, whole cost) {
	t.Helper()
	least = measured(func() {
		if floor(t, dir) < documents {
			t.Fatal("the floor did not read the corpus")
		}
	})
	whole = measured(func() {
		if r := examine(t, j, dir); len(r.Findings) != findings || r.Account.Documents != documents {
			t.Fatalf("%d findings in %d documents", len(r.Findings), r.Account.Documents)
		}
	})
	return least, whole
}

// BenchmarkScan measures a scan of the corpus (reading, checking and collecting the findings) and
// its floor in the same run. It reports medians: floor-ms and scan-ms, their ratio in wall clock
// and in CPU time, documents per second, and the peak memory of the process, which includes the
// corpus and the test.
func BenchmarkScan(b *testing.B) {
	dir := b.TempDir()
	if _, err := corpus.Write(dir, corpus.Options{}); err != nil {
		b.Fatal(err)
	}
	j := compiled(b)
	var floors, scans []cost
	b.ReportAllocs()
	for b.Loop() {
		least, whole := beside(b, j, dir)
		floors, scans = append(floors, least), append(scans, whole)
	}
	floor, scan := median(floors), median(scans)
	b.ReportMetric(milliseconds(floor.wall), "floor-ms")
	b.ReportMetric(milliseconds(scan.wall), "scan-ms")
	b.ReportMetric(float64(scan.wall)/float64(floor.wall), "ratio")
	b.ReportMetric(float64(scan.cpu)/float64(floor.cpu), "cpu-ratio")
	b.ReportMetric(documents/scan.wall.Seconds(), "docs/s")
	b.ReportMetric(peak(), "peak-MB")
}

// The limits of a scan. The goal is twice the CPU time of its floor; 1.5 to 2.8 times was measured,
// and less on slower file systems. A scan allocates 9.6 MB.
const (
	mostRatio     = 3.0
	mostAllocated = 11 << 20
)

// TestCost limits the costs of a scan. The best of several turns counts, because other work of the
// machine can only add to the costs.
func TestCost(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("it measures")
	}
	dir := t.TempDir()
	if _, err := corpus.Write(dir, corpus.Options{}); err != nil {
		t.Fatal(err)
	}
	j := compiled(t)
	best, least, ratio := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64), math.Inf(1)
	for turn := 0; turn < 8 && ratio > mostRatio; turn++ {
		floor, scan := beside(t, j, dir)
		least, best = min(least, floor.cpu), min(best, scan.cpu)
		ratio = float64(best) / float64(least)
	}
	if ratio > mostRatio {
		t.Errorf("a scan takes %s of CPU time, %.1f times its floor of %s; at most %.1f are allowed", best, ratio, least, mostRatio)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	examine(t, j, dir)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > mostAllocated {
		t.Errorf("a scan allocates %d bytes; at most %d are allowed", allocated, mostAllocated)
	} else {
		t.Logf("CPU %s, floor %s; %d bytes allocated", best, least, allocated)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// median is the middle of each of the two values.
func median(all []cost) cost {
	middle := func(of func(cost) time.Duration) time.Duration {
		sorted := slices.SortedFunc(slices.Values(all), func(a, b cost) int { return cmp.Compare(of(a), of(b)) })
		return of(sorted[len(sorted)/2])
	}
	return cost{middle(func(c cost) time.Duration { return c.wall }), middle(func(c cost) time.Duration { return c.cpu })}
}

func usage() (u syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u
}

func processor() time.Duration {
	u := usage()
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak is the peak memory of the process so far, in MB.
func peak() float64 {
	u := usage()
	return float64(u.Maxrss) / 1024
}

// TestWaivedCost checks that the comments of a document do not copy the findings of those before.
func TestWaivedCost(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("it measures")
	}
	allocated := func(documents int) uint64 {
		dir := put(t, map[string]string{"a.yaml": strings.Repeat("# kubedelta:ignore resource-removed\n"+planted+"---\n", documents)})
		j := compiled(t)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		examine(t, j, dir)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := allocated(500), allocated(4000); many > 16*few {
		t.Errorf("4000 documents allocate %d bytes, 500 allocate %d", many, few)
	}
}
