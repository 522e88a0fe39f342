package ask

import (
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/kubedelta/kubedelta/rehearse"
)

// All asks questions, parallel of them at a time, and passes the results to done, one at a time and
// in the order of the questions. The error is that of a question or of ctx. If the time limit of ctx
// is reached, the remaining questions have results too: they were not asked.
func (a *Asker) All(ctx context.Context, parallel int, questions iter.Seq2[*rehearse.Question, error], changes bool, done func(rehearse.Result)) error {
	type job struct {
		question *rehearse.Question
		result   chan rehearse.Result
	}
	jobs := make(chan job)
	// ordered has the pending results, in their order. Its size limits how many later results can
	// wait for the slowest.
	ordered := make(chan job, 4*parallel)
	var failed error
	go func() {
		defer close(ordered)
		defer close(jobs)
		for q, err := range questions {
			if failed = err; err != nil || interrupted(ctx) {
				return
			}
			j := job{q, make(chan rehearse.Result, 1)}
			ordered <- j // it is read to its end
			jobs <- j    // a worker takes it, because all of them run until jobs is closed
		}
	}()
	var workers sync.WaitGroup
	for range parallel {
		workers.Go(func() {
			for j := range jobs {
				answer := a.Ask(ctx, j.question)
				answer.Lenient = a.Lenient
				j.result <- rehearse.Check(*j.question, answer, changes)
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

// OutOfTime reports whether the time limit of a context was reached. An interrupt does not count.
func OutOfTime(ctx context.Context) bool { return errors.Is(ctx.Err(), context.DeadlineExceeded) }

func interrupted(ctx context.Context) bool { return ctx.Err() != nil && !OutOfTime(ctx) }
