package client

import (
	"cmp"
	"sync"
)

// Each calls do for the items, at most n at a time. After an error it starts no more calls, but waits
// for the running ones. It returns the first error.
func Each[T any](n int, items []T, do func(T) error) (first error) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	take := func() (item T, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if first != nil || len(items) == 0 {
			return item, false
		}
		item, items = items[0], items[1:]
		return item, true
	}
	for range min(n, len(items)) {
		wg.Go(func() {
			for item, ok := take(); ok; item, ok = take() {
				err := do(item)
				mu.Lock()
				first = cmp.Or(first, err)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return first
}
