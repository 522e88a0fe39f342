// Package lifecycle makes the tables of package plans from the published Go modules of Kubernetes.
// It must not guess: source that it does not understand is an error.
package lifecycle

import (
	"context"
	"errors"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
)

// Make makes lifecycle.tsv and fields.tsv. Each release replaces what older ones recorded for a
// kind.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	// The modules with the kinds of every API server in a control plane.
	servers := []string{"k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/kube-aggregator"}
	union, tags := plans.Plans{}, plans.Tags{}
	err := modules.Each(ctx, func(int) []string { return servers }, func(r discovery.Release, dirs map[string]string) (err error) {
		tagged := map[plans.FieldKey][]string{}
		for _, server := range servers {
			err = errors.Join(err, readModule(dirs[server], union), readFields(server, dirs[server], tagged))
		}
		tags.Add(r, tagged)
		return err
	})
	dropLists(union)
	return map[string][]byte{"lifecycle.tsv": plans.Format(union), "fields.tsv": plans.FormatTags(tags)}, err
}
