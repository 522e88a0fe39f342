package cli

import (
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report"
)

type matrixOptions struct {
	output outputOptions
	span   releaseRange
}

func newMatrix(streams Streams) *cobra.Command {
	o := &matrixOptions{}
	cmd := &cobra.Command{
		Use:   "matrix [RESOURCE...]",
		Short: "Show which release serves which version of a resource",
		Long: `Show which Kubernetes release serves which version of a resource, from the
built-in catalog. The table has a row for each version and a column for each
release, and marks APIs that are off by default or deprecated.

RESOURCE is a resource, kind or short name, with or without its group or version
(ingresses, Ingress, ing, networking.k8s.io/Ingress, deployments.apps, v1/pods),
or a group or group-version (policy/v1beta1).`,
		Example: `  kubedelta matrix ingresses
  kubedelta matrix horizontalpodautoscalers --from 1.22
  kubedelta matrix -o csv > matrix.csv`,
		RunE: func(_ *cobra.Command, args []string) error { return runMatrix(o, args, streams) },
	}
	cmd.Flags().StringVar(&o.span.from, "from", "", "the first `release` (default: the oldest in the catalog)")
	cmd.Flags().StringVar(&o.span.to, "to", "", "the last `release` (default: the newest in the catalog)")
	o.output.bind(cmd.Flags(), (&report.LifeMatrix{}).Writers().Names()...)
	return cmd
}

func runMatrix(o *matrixOptions, names []string, streams Streams) error {
	if err := o.output.check(streams.Out); err != nil {
		return err
	}
	cat := catalog.New()
	releases, err := o.span.of(cat)
	if err != nil {
		return err
	}
	lives, err := cat.Lives()
	if err != nil {
		return err
	}
	if lives, err = selectLives(lives, names); err != nil {
		return err
	}
	return o.output.writeReport(streams, report.BuildLifeMatrix(lives, releases).Writers(), nil)
}
