// Package registered makes the table of package discovery/registered from the published Go modules
// of Kubernetes. It downloads 15 MB for each release. It must not guess: source that it does not
// understand is an error.
package registered

import (
	"context"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/registered"
)

// The modules that install group-versions, in addition to Kubernetes itself.
const (
	api           = "k8s.io/api"
	apiextensions = "k8s.io/apiextensions-apiserver"
	aggregator    = "k8s.io/kube-aggregator"
)

// Make makes registered.tsv.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	t := registered.Table{Oldest: modules.Oldest(), Newest: discovery.Newest(), Spans: map[discovery.GroupVersionKind][]registered.Span{}}
	installing := func(int) []string { return []string{modules.Kubernetes, api, apiextensions, aggregator} }
	err := modules.Each(ctx, installing, func(r discovery.Release, dirs map[string]string) error {
		now, err := read(dirs)
		if err == nil {
			Extend(t.Spans, now, r)
		}
		return err
	})
	return map[string][]byte{"registered.tsv": Format(t)}, err
}
