package collect

import "sync"

// progress counts requests.
type progress struct {
	mu          sync.Mutex
	done, total int
	tell        func(done, total int)
}

func (p *progress) expect(n int) { p.add(0, n) }

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

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tell = nil
}
