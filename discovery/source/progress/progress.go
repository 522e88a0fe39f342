// Package progress counts what a source has read, and how much there is to read. It must not know
// what is counted, and must not show anything.
package progress

import "sync"

// Counter counts finished items and expected items. It is safe for concurrent use. The zero value
// reports to nobody.
type Counter struct {
	// Tell, if not nil, is called with every change, one call at a time. Set it before counting
	// begins.
	Tell func(done, total int)

	mu          sync.Mutex
	done, total int
	ended       bool
}

// Expect adds expected items.
func (c *Counter) Expect(n int) { c.Add(0, n) }

// Finish adds a finished item, whether it succeeded or failed.
func (c *Counter) Finish() { c.Add(1, 0) }

// Add adds finished and expected items in one change.
func (c *Counter) Add(done, total int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += done
	c.total += total
	if c.Tell != nil && !c.ended {
		c.Tell(c.done, c.total)
	}
}

// End stops the calls of Tell: abandoned requests may still be running.
func (c *Counter) End() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
}

// Counts returns the finished and the expected items.
func (c *Counter) Counts() (done, total int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done, c.total
}
