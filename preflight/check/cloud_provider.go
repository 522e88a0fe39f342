package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// providersOff is the minor that turns the in-tree cloud providers off by default (the gate
// DisableCloudProviders, #117503).
const providersOff = 29

// treeProvider is an in-tree cloud provider. Off is 0 if it was removed without being turned off
// first.
type treeProvider struct {
	Name      string
	Off, Gone int
	Notes     []int
}

// goneFor returns the release from which on a component does not start with the provider. Up to
// 1.28, kube-apiserver accepts any provider (CloudProviderOptions.Validate in
// k8s.io/kubernetes/pkg/kubeapiserver/options).
func (p treeProvider) goneFor(component string) discovery.Release {
	if component == apiServer {
		return minor(max(p.Gone, providersOff))
	}
	return minor(p.Gone)
}

func checkProvider(in preflight.Input) (f found) {
	for _, line := range f.linesOf(in, apiServer, controllerManager) {
		name, _ := line.arguments.last("cloud-provider")
		p := slice.Find(facts().CloudProviders, func(p *treeProvider) bool { return p.Name == name })
		if p == nil {
			continue
		}
		kept, set := line.gates["DisableCloudProviders"]
		it := line.object
		it.Severity, it.Field, it.Value, it.Notes = rule.Breaking, "--cloud-provider", name, p.Notes
		switch {
		case p.Off > 0 && onTheWay(in, p.Off) && (!set || kept):
			it.Message, it.Before = line.component+" has --cloud-provider="+name+", which is off in 1.29: it does not start", hop(minor(p.Off))
			f.add(it)
		case between(p.goneFor(line.component), answering(in), in.To):
			gone := p.goneFor(line.component)
			it.Message = line.component + " has --cloud-provider=" + name + ", which " + gone.String() + " no longer has: it does not start"
			it.Removed, it.Before = gone, hop(gone)
			f.add(it)
		}
	}
	return f
}

func removesProviders(in preflight.Input) bool {
	return slices.ContainsFunc(facts().CloudProviders, func(p treeProvider) bool { return onTheWay(in, p.Gone, p.Off) })
}
