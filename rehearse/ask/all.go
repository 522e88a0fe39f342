package ask

import (
	"context"
	"errors"
	"sync"

	"github.com/kubedelta/kubedelta/rehearse"
)

// All asks questions, so many at once, and hands over the results, one at a time and in
// the order of the questions. next gives one question after the other, and false behind
// the last. Its error is that of next, or of ctx. Where the time limit of ctx ends, those
// that are left are results, too: they were not asked about.
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
		for !interrupted(ctx) {
			q, more, err := next()
			if err != nil || !more {
				failed = err
				return
			}
			j := job{q, make(chan rehearse.Result, 1)}
			ordered <- j // it is read to its end
			jobs <- j    // a worker takes it, for each ends with its channel
		}
	}()
	var workers sync.WaitGroup
	for range parallel {
		workers.Go(func() {
			for j := range jobs {
				j.result <- rehearse.Check(*j.question, a.Ask(ctx, j.question), changes)
			}
		})
	}
	for j := range ordered {
		r := <-j.result
		if !interrupted(ctx) {
			done(r)
		}
	}
	workers.Wait()
	if interrupted(ctx) {
		return ctx.Err()
	}
	return failed
}

// OutOfTime reports whether the time limit of a context has ended. An interrupt is none.
func OutOfTime(ctx context.Context) bool { return errors.Is(ctx.Err(), context.DeadlineExceeded) }

func interrupted(ctx context.Context) bool { return ctx.Err() != nil && !OutOfTime(ctx) }
