// Package progress counts what a source has read, and of how much, for whoever shows
// progress. It knows nothing of what is counted and draws nothing.
package progress

import "sync"

// Counter counts things that are done of those that are known so far. It is safe
// for concurrent use; the zero value counts in silence.
type Counter struct {
	// Tell, if not nil, is told of every change, one call at a time. It is set
	// before the counting begins.
	Tell func(done, total int)

	mu          sync.Mutex
	done, total int
	ended       bool
}

// Expect adds things that are going to be done.
func (c *Counter) Expect(n int) { c.Add(0, n) }

// Finish says that one of them is over, however it went.
func (c *Counter) Finish() { c.Add(1, 0) }

// Add is Expect and Finish at once.
func (c *Counter) Add(done, total int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += done
	c.total += total
	if c.Tell != nil && !c.ended {
		c.Tell(c.done, c.total)
	}
}

// End silences it: what was given up may still be under way.
func (c *Counter) End() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
}

// Counts tells how far it is.
func (c *Counter) Counts() (done, total int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done, c.total
}
