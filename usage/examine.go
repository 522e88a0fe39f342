package usage

import (
	"cmp"
	"context"
	"runtime"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
	"github.com/kubedelta/kubedelta/usage/read"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// Options are the options of Examine. Without Workers, one goroutine for each processor reads.
type Options = read.Options

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
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	counts := make([]*totals.Totals, o.Workers)
	o.Reader = func(i int) *event.Reader {
		counts[i] = totals.New(table, server)
		return event.NewReader(counts[i].Add)
	}
	result, err := read.Logs(ctx, paths, o)
	if err != nil {
		return nil, err
	}
	for _, t := range counts[1:] {
		counts[0].Merge(t)
	}
	return &Result{Result: result, Totals: counts[0], Table: table, Server: server}, nil
}
