// Package lifecycle makes the tables of the catalog's package of this name from the
// published Go modules of Kubernetes.
package lifecycle

import (
	"context"
	"errors"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
)

// Make makes lifecycle.tsv and fields.tsv: each release says all that it knows of a
// kind anew.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	// The modules with the kinds of every API server of a control plane.
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
