package progress_test

import (
	"sync"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/progress"
)

// TestCounter: every change is reported, one at a time, and none after End.
func TestCounter(t *testing.T) {
	const n = 100
	var told [][2]int // the race detector reports overlapping calls
	c := progress.Counter{Tell: func(done, total int) { told = append(told, [2]int{done, total}) }}
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			c.Expect(1)
			c.Finish()
		})
	}
	all.Wait()
	if len(told) != 2*n || told[2*n-1] != [2]int{n, n} {
		t.Errorf("%d calls, the last with %v", len(told), told[len(told)-1])
	}
	for i, x := range told {
		if x[0] > x[1] || i > 0 && (x[0] < told[i-1][0] || x[1] < told[i-1][1]) {
			t.Fatalf("call %d told %v after %v", i, x, told[max(i-1, 0)])
		}
	}
	c.End()
	c.Add(1, 1)
	if done, total := c.Counts(); done != n+1 || total != n+1 || len(told) != 2*n {
		t.Errorf("%d of %d, %d calls", done, total, len(told))
	}
	new(progress.Counter).Finish() // without Tell
}
