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

// Options is how logs are examined.
type Options struct {
	// Stdin is what the path - reads.
	Stdin io.Reader
	// Workers is how many goroutines read; 0 for one for each processor.
	Workers int
	// Begun is called for each file that is opened; it may be nil.
	Begun func()
}

// Result is what the logs say.
type Result struct {
	read.Result
	*totals.Totals
	// Table is what the calls were checked against.
	Table *api.Table
	// Server is the release of the target, unknown where the target does not tell.
	Server discovery.Release
	// Engine is where the logs lie, if they were not read here; Lacks is what its answer
	// does not tell, and Incomplete why it is not whole, a sentence each.
	Engine            string
	Lacks, Incomplete []string
}

// Examine reads the audit logs at some paths. The table is that of a target of a release.
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
