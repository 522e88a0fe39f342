package ask

import (
	"context"
	"sync"

	"github.com/kubedelta/kubedelta/rehearse"
)

// All asks questions, so many at once, and hands over the results, one at a time and in
// the order of the questions. next gives one question after the other, and false behind
// the last. Its error is that of next, or of ctx.
func (a *Asker) All(ctx context.Context, parallel int, next func() (*rehearse.Question, bool, error), changes bool, done func(rehearse.Result)) error {
	type job struct {
		question *rehearse.Question
		result   chan rehearse.Result
	}
	jobs := make(chan job)
	// ordered holds the results that are to come, in their order, so that the slowest is
	// not overtaken by more than so many.
	ordered := make(chan job, 4*parallel)
	var failed error
	go func() {
		defer close(ordered)
		defer close(jobs)
		for ctx.Err() == nil {
			q, more, err := next()
			if err != nil || !more {
				failed = err
				return
			}
			j := job{q, make(chan rehearse.Result, 1)}
			select {
			case ordered <- j:
			case <-ctx.Done():
				return
			}
			jobs <- j // a worker takes it, for each ends with its channel
		}
	}()
	var workers sync.WaitGroup
	for range parallel {
		workers.Go(func() {
			for j := range jobs {
				j.result <- rehearse.Judge(*j.question, a.Ask(ctx, j.question), changes)
			}
		})
	}
	for j := range ordered {
		r := <-j.result
		if ctx.Err() == nil {
			done(r)
		}
	}
	workers.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return failed
}
