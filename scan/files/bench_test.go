//go:build unix

package files_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/corpus"
	"github.com/kubedelta/kubedelta/scan/files"
)

// floor reads the files and searches their bytes for "apiVersion", with as many goroutines as the
// walk has.
func floor(b *testing.B, dir string) int {
	entries, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	names := make(chan string, 64)
	var found sync.Map
	var running sync.WaitGroup
	for n := range runtime.GOMAXPROCS(0) {
		running.Go(func() {
			count := 0
			for name := range names {
				data, err := os.ReadFile(name)
				if err != nil {
					b.Error(err)
				}
				for at := 0; ; at++ {
					next := bytes.Index(data[at:], []byte("apiVersion"))
					if next < 0 {
						break
					}
					at += next
					count++
				}
			}
			found.Store(n, count)
		})
	}
	for _, entry := range entries {
		names <- filepath.Join(dir, entry.Name())
	}
	close(names)
	running.Wait()
	sum := 0
	found.Range(func(_, count any) bool { sum += count.(int); return true })
	return sum
}

func walk(b testing.TB, dir string) int {
	objects := 0
	account, err := files.Walk(b.Context(), []string{dir}, files.Options{}, func(f *files.File) (count int) {
		f.Objects(func(*tree.Object) { count++ })
		return count
	}, func(count int) { objects += count })
	if err != nil || len(account.Unreadable) > 0 || account.Objects != objects {
		b.Fatal(err, account)
	}
	return objects
}

// BenchmarkWalk measures the walk and its floor alternately, and reports their ratio.
func BenchmarkWalk(b *testing.B) {
	dir := b.TempDir()
	if _, err := corpus.Write(dir, corpus.Options{}); err != nil {
		b.Fatal(err)
	}
	var wall, cpu [2]time.Duration
	turns := 0
	for b.Loop() {
		turns++
		for n, work := range []func(){
			func() { floor(b, dir) },
			func() {
				if objects := walk(b, dir); objects != 20647 {
					b.Fatalf("%d objects", objects)
				}
			},
		} {
			start, used := time.Now(), processor()
			work()
			wall[n] += time.Since(start)
			cpu[n] += processor() - used
		}
	}
	documents := 20_000 * float64(turns)
	b.ReportMetric(float64(wall[0].Microseconds())/1000/float64(turns), "floor-ms")
	b.ReportMetric(float64(wall[1].Microseconds())/1000/float64(turns), "walk-ms")
	b.ReportMetric(float64(cpu[0].Microseconds())/1000/float64(turns), "floor-cpu-ms")
	b.ReportMetric(float64(cpu[1].Microseconds())/1000/float64(turns), "walk-cpu-ms")
	b.ReportMetric(float64(wall[1])/float64(wall[0]), "walk/floor")
	b.ReportMetric(float64(cpu[1])/float64(cpu[0]), "walk/floor-cpu")
	b.ReportMetric(documents/wall[1].Seconds(), "documents/s")
	b.ReportMetric(peak(), "peak-MB")
}

func processor() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// peak is the peak memory of the process so far, in MB.
func peak() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(fmt.Sprint(err))
	}
	return float64(usage.Maxrss) / 1024
}
