package cluster

import "sync"

// progress counts requests for one Record.
type progress struct {
	mu          sync.Mutex
	done, total int
	tell        func(done, total int)
}

// expect adds requests that are going to be made.
func (p *progress) expect(n int) { p.add(0, n) }

// finish says that one of them is over, however it went.
func (p *progress) finish() { p.add(1, 0) }

func (p *progress) add(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += done
	p.total += total
	if p.tell != nil {
		p.tell(p.done, p.total)
	}
}

// end silences it: requests that are given up may still be under way.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tell = nil
}
