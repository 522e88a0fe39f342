// Package matrix is the command matrix. The lifecycles of types come from discovery/source/catalog.
package matrix

import (
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report"
)

type options struct {
	output option.Output
	span   option.Releases
}

// New makes the command matrix.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "matrix [RESOURCE...]",
		RunE: func(_ *cobra.Command, args []string) error { return run(o, args, streams) },
	}
	cmd.Flags().StringVar(&o.span.From, "from", "", "the first `release` (default: the oldest in the catalog)")
	cmd.Flags().StringVar(&o.span.To, "to", "", "the last `release` (default: the newest in the catalog)")
	o.output.Bind(cmd.Flags(), (&report.LifecycleMatrix{}).Writers().Names()...)
	return cmd
}

func run(o *options, names []string, streams terminal.Streams) error {
	if err := o.output.Check(streams.Out); err != nil {
		return err
	}
	cat := catalog.New()
	releases, err := o.span.Of(cat)
	if err != nil {
		return err
	}
	lifecycles, err := cat.Lifecycles()
	if err != nil {
		return err
	}
	if lifecycles, err = option.SelectLifecycles(lifecycles, names); err != nil {
		return err
	}
	return o.output.Write(streams, report.BuildLifecycleMatrix(lifecycles, releases).Writers(), nil)
}
