package usage

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/cause"
	logs "github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/query"
	"github.com/kubedelta/kubedelta/usage/read"
)

// queryWord is the argument that asks for a query instead of a report.
const queryWord = "query"

// sinceDefault is the usual retention of audit logs that are queried.
const sinceDefault = "30d"

// engineOptions are the flags for logs that are queried where they are stored.
type engineOptions struct {
	engine, log, column, since, until string
	statement                         int
	results                           []string
	window                            query.Window
}

func (o *engineOptions) bind(flags *pflag.FlagSet) {
	option.Group(flags, option.QueryFlags, func(flags *pflag.FlagSet) {
		flags.StringVar(&o.engine, "engine", "", "the `engine` that stores the logs: "+option.Listed(query.Names()))
		flags.StringVar(&o.log, "log", "", "with query: the table, files, log group, index or stream `selector` that contains the events (default: the usual one of the engine)")
		flags.StringVar(&o.column, "column", "", "with query: the `column` with the text of an event (clickhouse, athena), or the object that contains its fields (elasticsearch)")
		flags.StringVar(&o.since, "since", sinceDefault, "with query: include events from this `time` on, such as 2026-01-31T00:00:00Z, or from this long before the last full hour, such as 30d")
		flags.StringVar(&o.until, "until", "", "with query: include events up to this `time`, such as 2026-02-28T00:00:00Z")
		flags.IntVar(&o.statement, "statement", 0, "with query: print only the statement with this `number`, without comments")
		flags.StringArrayVar(&o.results, "from-result", nil, "read a `file` with the result of the engine, CSV or JSON, instead of logs (repeatable; - for standard input)")
	})
}

// asks reports whether the command prints a query.
func (o *engineOptions) asks(paths []string) bool {
	return len(paths) == 1 && paths[0] == queryWord && o.engine != "" && len(o.results) == 0
}

func (o *engineOptions) check(paths []string, flags *pflag.FlagSet) error {
	if o.engine != "" {
		if err := option.CheckWord("--engine "+o.engine+": unknown engine", o.engine, query.Names()); err != nil {
			return err
		}
	}
	switch {
	case o.asks(paths):
		if flag := option.Typed(flags, "output", "template", "redact", "group-by", "fail-on", "allow-incomplete", "waivers", "baseline", "severity-config"); flag != "" {
			return terminal.Usagef("--%s has no effect on usage query, which prints a query and no report; use it with --from-result", flag)
		}
		return o.checkQuery(flags)
	case len(paths) > 1 && slices.Contains(paths, queryWord) && !option.Exists(queryWord):
		return terminal.Usagef("usage query takes no files: it prints a query; --log specifies the table, files or stream to read")
	case slices.Equal(paths, []string{queryWord}) && len(o.results) == 0:
		if !option.Exists(queryWord) {
			return terminal.Usagef("usage query needs --engine, one of %s", strings.Join(query.Names(), ", "))
		}
	case len(o.results) > 0 && o.engine == "":
		return terminal.Usagef("--from-result needs --engine, the engine that returned it: one of %s", strings.Join(query.Names(), ", "))
	case len(o.results) > 0 && len(paths) > 0:
		return terminal.Usagef("--from-result replaces audit logs: specify either --from-result or %s", paths[0])
	case o.engine != "" && len(o.results) == 0:
		return terminal.Usagef("--engine needs the argument query, to print a query, or --from-result; see kubedelta usage --help")
	}
	if flag := option.Typed(flags, "log", "column", "since", "until", "statement"); flag != "" {
		return terminal.Usagef("--%s works only with usage query; a report counts all events of the logs, or of the result", flag)
	}
	return nil
}

func columned() []string { return []string{"athena", "clickhouse", "elasticsearch"} }

func (o *engineOptions) checkQuery(flags *pflag.FlagSet) (err error) {
	switch {
	case option.Typed(flags, "column") != "" && !slices.Contains(columned(), o.engine):
		return terminal.Usagef("--column has no effect on --engine %s; it works only with %s", o.engine, option.Listed(columned()))
	case strings.ContainsFunc(o.log+o.column, unicode.IsControl):
		return terminal.Usagef("--log and --column cannot have control characters")
	case o.engine == "loki" && o.log != "" && (!strings.HasPrefix(o.log, "{") || !strings.HasSuffix(o.log, "}")):
		return terminal.Usagef(`--log %s is not a stream selector of Loki like {job="audit"}`, o.log)
	case o.statement < 1 && flags.Changed("statement"):
		return terminal.Usagef("--statement %d: statements are numbered from 1", o.statement)
	}
	o.window, err = query.ParseWindow(o.since, o.until)
	if err != nil {
		return terminal.Usage(err)
	}
	if engine, _ := query.Find(o.engine); !engine.Takes(o.window) {
		return terminal.Usagef("--since %s needs --until with --engine %s: a query of %s has a range, but no start time", o.since, o.engine, engine.Title)
	}
	return nil
}

func (o *engineOptions) ask(w io.Writer, table *api.Table) error {
	engine, _ := query.Find(o.engine)
	plan := logs.Plan(table)
	plan.From, plan.Column, plan.Window = o.log, o.column, o.window
	statements, err := engine.Statements(plan)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if o.statement > 0 {
		if o.statement > len(statements) {
			return terminal.Usagef("--statement %d: there are only %d", o.statement, len(statements))
		}
		fmt.Fprintln(out, statements[o.statement-1].Text)
		return out.Flush()
	}
	for i, s := range statements {
		if i > 0 {
			fmt.Fprintln(out)
		}
		for _, note := range s.Notes {
			fmt.Fprintln(out, engine.Comment(note))
		}
		fmt.Fprintln(out, s.Text)
	}
	return out.Flush()
}

// read reads the results of a query. A file that is named twice, also by a link, is read once.
func (o *engineOptions) read(ctx context.Context, table *api.Table, server discovery.Release, streams terminal.Streams) (*logs.Result, error) {
	engine, _ := query.Find(o.engine)
	var files []logs.File
	var infos []os.FileInfo
	for i, name := range o.results {
		if name == read.Stdin {
			if !slices.Contains(o.results[:i], name) {
				files = append(files, logs.File{Name: name, In: streams.In})
			}
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--from-result: %w", cause.Reading(name, err))
		}
		defer f.Close() //nolint:errcheck // it was only read
		if info, err := f.Stat(); err == nil {
			if slices.ContainsFunc(infos, func(known os.FileInfo) bool { return os.SameFile(known, info) }) {
				continue
			}
			infos = append(infos, info)
		}
		files = append(files, logs.File{Name: name, In: f})
	}
	return logs.FromResults(ctx, files, engine, table, server)
}
