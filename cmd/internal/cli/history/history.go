// Package history is the command history. The changes of types come from the product's package
// history.
package history

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/lifecycle"
)

type options struct {
	output   option.Output
	span     option.Releases
	language string
}

// New makes the command history.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "history KIND",
		Args: option.Exactly(1, "one kind"),
		RunE: func(_ *cobra.Command, args []string) error { return run(o, args[0], streams) },
	}
	cmd.Flags().StringVar(&o.span.From, "from", "", "the first `release`; changes after it are shown (default: the first release with fields)")
	cmd.Flags().StringVar(&o.span.To, "to", "", "the last `release` (default: the newest in the catalog)")
	option.BindLanguage(cmd.Flags(), &o.language)
	o.output.Bind(cmd.Flags(), (&lifecycle.History{}).Writers().Names()...)
	return cmd
}

func run(o *options, name string, streams terminal.Streams) error {
	if err := cmp.Or(option.CheckLanguage(o.language), o.output.Check(streams.Out)); err != nil {
		return err
	}
	h, err := historyOf(o, name)
	if err != nil {
		return err
	}
	return o.output.Write(streams, h.Writers(), nil)
}

func historyOf(o *options, name string) (*lifecycle.History, error) {
	tables, err := history.Open()
	if err != nil {
		return nil, err
	}
	cat := catalog.New()
	releases, err := o.span.WithFields(cat, tables.First)
	if err != nil {
		return nil, err
	}
	from, to := releases[0], releases[len(releases)-1]
	lifecycles, err := cat.Lifecycles()
	if err != nil {
		return nil, err
	}
	if lifecycles, err = option.SelectLifecycles(lifecycles, []string{name}); err != nil {
		return nil, err
	}
	h := &lifecycle.History{Envelope: envelope.New(lifecycle.KindHistory, buildinfo.Tool()), Language: o.language, From: from, To: to}
	for i := range lifecycles {
		if k := tables.KindOf(lifecycles[i].GroupVersion, lifecycles[i].Resource); k != nil && k.Spans.Overlaps(from, to) {
			h.Lifecycles = append(h.Lifecycles, lifecycles[i])
			h.Rows = append(h.Rows, tables.Of(k, from, to)...)
		}
	}
	if len(h.Lifecycles) == 0 {
		return nil, terminal.Usagef("no release from %s to %s has %s; kubedelta explain %s shows the releases that have it", from, to, name, name)
	}
	history.SortRows(h.Rows)
	h.Gaps = slice.Filter(tables.Gaps, func(g history.Gap) bool {
		return g.Release.Compare(from) > 0 && g.Release.AtOrBefore(to) && history.AboutFields(g.What)
	})
	return h, nil
}
