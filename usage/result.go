package usage

import (
	"context"
	"fmt"
	"io"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
	"github.com/kubedelta/kubedelta/usage/query"
	"github.com/kubedelta/kubedelta/usage/read"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// File is a result of an engine.
type File struct {
	Name string
	In   io.Reader
}

// The reasons why a record that an engine counted is unread or passed over.
const (
	notRead = "records that the query could not read"
	noEvent = "records that are not audit events"
	outside = "audit events outside the time of the query"
)

// Plan returns the plan of a query for the callers of all APIs that the target removes, deprecates
// or does not serve.
func Plan(table *api.Table) (p query.Plan) {
	p.APIs = slice.Map(table.Affected(), func(a *api.API) query.API { return query.API{Group: a.Group, Version: a.Version, Resource: a.Resource} })
	return p
}

// FromResults reads the results of queries of an engine. The rows are counted like the events
// of a log, and the parts of the results are compared with each other.
func FromResults(ctx context.Context, files []File, engine query.Engine, table *api.Table, server discovery.Release) (*Result, error) {
	a := answer{table: table, totals: totals.New(table, server), sums: map[string]int{}, asked: map[*api.API]int{}, called: map[*api.API]int{}, counts: engine.Counts}
	result := &Result{Totals: a.totals, Table: table, Server: server, Engine: engine.Title, Lacks: engine.Lacks}
	result.Counts = event.Counts{Passed: map[string]int{}, Unread: map[string]int{}, Envelopes: map[string]int{}}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err //nolint:wrapcheck // it is the caller's error
		}
		account := &read.Account{File: f.Name}
		a.account, a.checked = account, 0
		incomplete, err := engine.Read(read.Counting(f.In, &account.Bytes), a.add)
		if err != nil {
			account.Failed = err.Error()
		}
		result.Incomplete = append(result.Incomplete, incomplete...)
		result.Accounts = append(result.Accounts, account)
		a.file(account, &result.Counts)
	}
	if result.Counts.Events > 0 {
		result.Envelopes[event.Summed] = result.Counts.Events
	}
	result.Incomplete = append(result.Incomplete, a.doubts()...)
	return result, nil
}

// file completes the account of a file, and adds it to the counts of all files.
func (a *answer) file(of *read.Account, c *event.Counts) {
	beside := max(0, a.checked-of.Checked)
	for _, n := range []struct {
		in     map[string]int
		reason string
		n      int
	}{{c.Passed, noEvent, of.PassedOver}, {c.Passed, outside, beside}, {c.Unread, notRead, of.Unread}} {
		if n.n > 0 {
			n.in[n.reason] += n.n
		}
	}
	of.PassedOver += beside
	of.Records = of.Checked + of.PassedOver + of.Unread
	c.Events += of.Checked
}

type answer struct {
	table  *api.Table
	totals *totals.Totals
	// account is that of the file that is read, and checked the events that the engine counted in it.
	account *read.Account
	checked int
	// sums counts the events of each part. asked and called count those of each affected API
	// in the parts Requests and Calls.
	sums          map[string]int
	asked, called map[*api.API]int
	// resources counts the events about resources, and unversioned those without a version.
	resources, unversioned int
	// counts: the engine counts the records, too.
	counts bool
}

func (a *answer) add(row *query.Row) {
	a.sums[row.Part] += row.Events
	switch row.Part {
	case query.Requests:
		a.totals.AddRequests(&row.Row)
		a.account.Checked += row.Events
		a.count(a.asked, &row.Row)
		if row.Resource != "" {
			a.resources += row.Events
			if row.Version == "" {
				a.unversioned += row.Events // an API server writes the version of each resource
			}
		}
	case query.Clients:
		a.totals.AddClients(&row.Row)
	case query.Hours:
		a.totals.AddHours(&row.Row)
	case query.Calls:
		a.totals.AddCalls(&row.Row)
		a.count(a.called, &row.Row)
	case query.Records:
		switch {
		case row.Checked:
			a.checked += row.Events
		case row.Unread:
			a.account.Unread += row.Events
		default:
			a.account.PassedOver += row.Events
		}
	}
}

func (a *answer) count(in map[*api.API]int, row *totals.Row) {
	if one := a.totals.API(row); row.Resource != "" && one != nil && one.Found != nil {
		in[one] += row.Events
	}
}

// doubts returns where the parts of a result do not agree: a statement was not run, its
// result was truncated, or it was written for another target. Without this, an API whose
// callers were not queried would look unused.
func (a *answer) doubts() (list []string) {
	for _, part := range []string{query.Requests, query.Clients, query.Hours} {
		if a.sums[part] != a.sums[query.Requests] || a.sums[part] == 0 {
			list = append(list, fmt.Sprintf("the part %q has %d events, and the part %q has %d: the results of all statements for the same period are required", part, a.sums[part], query.Requests, a.sums[query.Requests]))
		}
	}
	if all := a.sums[query.Requests]; a.counts && all > 0 && a.sums[query.Records] < all {
		list = append(list, fmt.Sprintf("the part %q has %d events, and the part %q has %d: records that could not be read are not counted", query.Records, a.sums[query.Records], query.Requests, all))
	}
	if a.sums[query.Requests] > 0 && a.resources == 0 {
		list = append(list, "no event of the result is about a resource: the query did not find the member objectRef of the events")
	}
	if a.unversioned > 0 {
		list = append(list, fmt.Sprintf("%d events are about a resource and have no version, so the API that they call is unknown", a.unversioned))
	}
	for _, one := range a.table.Affected() {
		if a.called[one] != a.asked[one] {
			list = append(list, fmt.Sprintf("%s contains %d events, but the results contain callers of %d: a statement was not run, its result was cut off, or it is for a different target", one.Name(), a.asked[one], a.called[one]))
		}
	}
	return list
}
