package usage

import (
	"context"
	"io"
	"runtime"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
	"github.com/kubedelta/kubedelta/usage/read"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// Options are the options of Examine.
type Options struct {
	// Stdin is read for the path "-".
	Stdin io.Reader
	// Workers is the number of goroutines that read, or 0 for one per processor.
	Workers int
	// Begun is called for each file that is opened; it may be nil.
	Begun func()
}

// Result is the data from the logs.
type Result struct {
	read.Result
	*totals.Totals
	// Table has the APIs that the calls were checked against.
	Table *api.Table
	// Server is the release of the target. It is unknown if the target does not have one.
	Server discovery.Release
	// Engine is the log store that was queried, or "" if files were read. Lacks lists what
	// its answer does not contain, and Incomplete why the answer is incomplete, as sentences.
	Engine            string
	Lacks, Incomplete []string
}

// Examine reads the audit logs at the paths. The table is for a target of the release server.
func Examine(ctx context.Context, paths []string, table *api.Table, server discovery.Release, o Options) (*Result, error) {
	workers := o.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	counts := make([]*totals.Totals, workers)
	result, err := read.Logs(ctx, paths, read.Options{Stdin: o.Stdin, Workers: workers, Begun: o.Begun, Reader: func(i int) *event.Reader {
		counts[i] = totals.New(table, server)
		return event.NewReader(counts[i].Add)
	}})
	if err != nil {
		return nil, err
	}
	for _, t := range counts[1:] {
		counts[0].Merge(t)
	}
	return &Result{Result: result, Totals: counts[0], Table: table, Server: server}, nil
}
