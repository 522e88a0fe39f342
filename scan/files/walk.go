package files

import (
	"context"
	"io"
	"runtime"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// waiting is how many files for each worker are listed, or read and not yet emitted. With four,
// workers waited for the lister or for emit: 15 % more wall-clock time on two cores.
const waiting = 64

// Walk finds the files of the paths and calls read with each, in several goroutines. The results
// are passed to emit in the order of the files, in one goroutine. read calls [File.Objects] at most
// once, and keeps nothing of the file.
//
// The error is that of the context; what could not be read is in the account.
func Walk[T any](ctx context.Context, paths []string, o Options, read func(*File) T, emit func(T)) (*finding.Account, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	order := make(chan *job[T], waiting*workers)
	jobs := make(chan *job[T], waiting*workers)
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			w := &worker{stdin: o.Stdin}
			for j := range jobs {
				if ctx.Err() == nil && j.note == nil {
					j.file.worker = w
					j.result = read(j.file)
					j.file.worker, j.file.data = nil, nil
				}
				close(j.done)
			}
		})
	}
	running.Go(func() {
		defer close(order)
		defer close(jobs)
		put := func(f *File, note *finding.FileAccount) bool {
			j := &job[T]{file: f, note: note, done: make(chan struct{})}
			select {
			case order <- j:
			case <-ctx.Done():
				return false
			}
			// There is room: jobs holds as many as order.
			jobs <- j
			return true
		}
		l := &lister{ctx: ctx, o: o, put: put, include: globs(o.Include), exclude: globs(o.Exclude), faulty: map[string]bool{}}
		l.all(paths)
	})
	account := finding.NewAccount()
	for j := range order {
		<-j.done
		switch {
		case ctx.Err() != nil:
		case j.note != nil:
			passed(&account, j.note)
			if o.ByFile {
				account.ByFile = append(account.ByFile, *j.note)
			}
		default:
			j.file.add(&account)
			if o.ByFile && !j.file.Opaque {
				account.ByFile = append(account.ByFile, j.file.outcome())
			}
			emit(j.result)
		}
	}
	running.Wait()
	return &account, context.Cause(ctx)
}

// job is a file in the queue, or a note about a path that is not read.
type job[T any] struct {
	file   *File
	note   *finding.FileAccount
	result T
	done   chan struct{}
}

// worker is the memory that is reused from file to file.
type worker struct {
	reader reader.Reader
	buffer []byte
	stdin  io.Reader
}

// passed adds a path that is not read. It lists links to folders by name.
func passed(a *finding.Account, note *finding.FileAccount) {
	unread := finding.Unreadable{File: note.File, Reason: note.Reason}
	switch {
	case note.Outcome == finding.Unread:
		a.Unreadable = append(a.Unreadable, unread)
		return
	case note.Reason == LinkToFolder:
		a.Notes = append(a.Notes, unread)
	}
	a.Skipped[note.Reason]++
}

func (f *File) outcome() finding.FileAccount {
	switch {
	case f.fault != "":
		return finding.FileAccount{File: f.Path, Outcome: finding.Unread, Reason: f.fault}
	case f.passed != "":
		return finding.FileAccount{File: f.Path, Outcome: finding.PassedOver, Reason: f.passed}
	case len(f.result.Problems) > 0:
		return finding.FileAccount{File: f.Path, Outcome: finding.Unread, Reason: f.result.Problems[0].Reason}
	case f.result.Objects > 0, f.Carried > 0, f.ByText:
		return finding.FileAccount{File: f.Path, Outcome: finding.Checked}
	default:
		return finding.FileAccount{File: f.Path, Outcome: finding.NoObjects}
	}
}

func (f *File) add(a *finding.Account) {
	if f.fault != "" {
		a.Unreadable = append(a.Unreadable, finding.Unreadable{File: f.Path, Reason: f.fault})
	}
	if !f.read {
		return
	}
	if f.passed != "" {
		a.Skipped[f.passed]++
		return
	}
	a.Files++
	AddResult(a, f.Path, f.result, AsRead)
}

// AddResult adds the result of reading one text to an account. place converts its lines and columns to
// those of the file.
func AddResult(a *finding.Account, file string, r reader.Result, place func(line, column int) (int, int)) {
	a.Documents += r.Documents
	a.Objects += r.Objects
	a.Empty += r.Empty
	a.Other += r.Other
	for _, p := range r.Problems {
		line, _ := place(p.Line, 1)
		if p.Key != "" {
			first, _ := place(p.First, 1)
			p.Reason = reader.Repeated(p.Key, first)
		}
		a.Unreadable = append(a.Unreadable, finding.Unreadable{File: file, Line: line, Document: p.Document, Reason: p.Reason})
	}
}

// AsRead is the place of a text that is the file.
func AsRead(line, column int) (int, int) { return line, column }
