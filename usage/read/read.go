package read

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/usage/event"
)

// Options are the options of Logs.
type Options struct {
	Stdin io.Reader
	// Workers is how many goroutines read records, and how many files are read at the same
	// time.
	Workers int
	// Reader returns the reader of one goroutine. It is called once for each goroutine,
	// with its number.
	Reader func(worker int) *event.Reader
	// Begun is called for each file that is opened; it may be nil.
	Begun func()
}

// Result has the accounts of the files.
type Result struct {
	Accounts []*Account
	event.Counts
}

// Logs reads the audit logs at the paths.
func Logs(ctx context.Context, paths []string, o Options) (Result, error) {
	files, err := list(paths)
	if err != nil {
		return Result{}, err
	}
	l := &logs{options: o, chunks: make(chan chunk, o.Workers), pool: sync.Pool{New: func() any { return new([]byte) }}}
	var readers []*event.Reader
	var workers sync.WaitGroup
	for i := range o.Workers {
		r := o.Reader(i)
		readers = append(readers, r)
		workers.Go(func() { l.work(r) })
	}
	accounts := l.files(ctx, files)
	close(l.chunks)
	workers.Wait()
	slices.SortStableFunc(accounts, func(a, b *Account) int { return cmp.Compare(a.File, b.File) })
	result := Result{Accounts: accounts, Counts: event.Counts{Passed: map[string]int{}, Unread: l.unread, Envelopes: map[string]int{}}}
	for _, r := range readers {
		result.Add(r.Total())
	}
	return result, ctx.Err()
}

type logs struct {
	options Options
	chunks  chan chunk
	pool    sync.Pool
	// mu guards the accounts and the reasons why files could not be read.
	mu     sync.Mutex
	unread map[string]int
}

// files reads files, several at the same time.
func (l *logs) files(ctx context.Context, files []string) []*Account {
	l.unread = map[string]int{}
	accounts := make([]*Account, len(files))
	next := make(chan int)
	var readers sync.WaitGroup
	for range min(l.options.Workers, len(files)) {
		readers.Go(func() {
			for i := range next {
				l.file(ctx, accounts[i])
			}
		})
	}
	for i, name := range files {
		accounts[i] = &Account{File: name}
		next <- i
	}
	close(next)
	readers.Wait()
	return accounts
}

func (l *logs) file(ctx context.Context, a *Account) {
	if l.options.Begun != nil {
		l.options.Begun()
	}
	if err := l.split(ctx, a); err != nil && ctx.Err() == nil {
		l.mu.Lock()
		a.Failed = sentence(err)
		l.mu.Unlock()
	}
}

func (l *logs) split(ctx context.Context, a *Account) error {
	in := l.options.Stdin
	if a.File != Stdin {
		f, err := os.Open(a.File)
		if err != nil {
			return cause.Of(err)
		}
		defer f.Close() //nolint:errcheck // it was only read
		switch info, err := f.Stat(); {
		case err != nil || info.Mode().IsRegular() || info.Mode()&os.ModeNamedPipe != 0:
		case info.IsDir():
			if link, err := os.Lstat(a.File); err == nil && link.Mode()&os.ModeSymlink != 0 {
				return errors.New("it is a link to a folder, which is not followed: specify that folder too, or remove the link")
			}
			return errors.New("the folder contains no files")
		default:
			return errors.New("it is not a regular file")
		}
		in = f
	}
	out, closing, err := unpacked(interruptible{ctx, in})
	defer closing()
	if err != nil {
		return err
	}
	events := &text{in: &counting{out, &a.Bytes}}
	s := &splitter{in: events, account: a, pool: &l.pool, emit: func(c chunk) { l.chunks <- c }}
	if err = s.run(); err == nil && events.zeros > 0 {
		return fmt.Errorf("%d bytes are NUL, as after a crash of the node or after logrotate with copytruncate; the rest was read", events.zeros)
	}
	return err
}

// interruptible is a reader that ends when the context is cancelled.
type interruptible struct {
	ctx context.Context //nolint:containedctx // Read has no parameter for it
	in  io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.in.Read(p) //nolint:wrapcheck // it is the reader's error
}

// sentence returns why a file could not be read, in words that do not vary by library.
func sentence(err error) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the compressed data ends early; what comes before the end was read"
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Sprintf("the compressed data needs a window of more than %d MiB (zstd --long=28 or more)", maxWindow>>20)
	default:
		return err.Error()
	}
}

// Counting returns a reader that adds the number of bytes read to n.
func Counting(in io.Reader, n *int64) io.Reader { return &counting{in, n} }

type counting struct {
	in io.Reader
	n  *int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	*c.n += int64(n)
	return n, err //nolint:wrapcheck // it is the reader's error
}

func (l *logs) work(r *event.Reader) {
	for c := range l.chunks {
		sum := l.look(r, c)
		if c.data != nil && cap(*c.data) <= 2*block {
			l.pool.Put(c.data)
		}
		l.mu.Lock()
		a := c.account
		a.Records += sum.Records
		a.Checked += sum.Checked
		a.PassedOver += sum.PassedOver
		a.Unread += sum.Unread
		for _, line := range sum.Lines {
			a.unread(line)
		}
		if c.unread != "" {
			l.unread[c.unread]++
		}
		l.mu.Unlock()
	}
}

func (l *logs) look(r *event.Reader, c chunk) (sum Account) {
	switch {
	case c.unread != "":
		sum.count(event.Unread, c.line)
	case c.record:
		sum.count(r.Line(*c.data), 0)
	default:
		line := c.line
		for text := range bytes.Lines(*c.data) {
			sum.count(r.Line(bytes.TrimSuffix(text, []byte("\n"))), line)
			line++
		}
	}
	return sum
}

func (a *Account) count(outcome event.Outcome, line int) {
	a.Records++
	switch outcome {
	case event.Checked:
		a.Checked++
	case event.PassedOver:
		a.PassedOver++
	case event.Unread:
		a.Unread++
		a.unread(line)
	}
}

// Account counts the records of one file by result.
type Account struct {
	File string `json:"file"`
	// Bytes is how many bytes were read, after decompression.
	Bytes int64 `json:"bytes"`
	// Records is the number of all records: Checked + PassedOver + Unread.
	Records    int `json:"records"`
	Checked    int `json:"judged"`
	PassedOver int `json:"passedOver"`
	Unread     int `json:"unread"`
	// Lines are the numbers of the first lines that could not be read.
	Lines []int `json:"-"`
	// Failed is why the file or its rest could not be read, or "" if it was read.
	Failed string `json:"failed,omitempty"`
}

// shownLines is how many unreadable lines are listed.
const shownLines = 5

func (a *Account) unread(line int) {
	if line <= 0 {
		return
	}
	i, found := slices.BinarySearch(a.Lines, line)
	if found || i >= shownLines {
		return
	}
	a.Lines = slices.Insert(a.Lines, i, line)
	a.Lines = a.Lines[:min(len(a.Lines), shownLines)]
}
