package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkProvider(in preflight.Input) (f found) {
	for _, line := range f.linesOf(in, apiServer, controllerManager) {
		name, _ := line.arguments.last("cloud-provider")
		p := slice.Find(componentconfig.CloudProviders(), func(p *componentconfig.CloudProvider) bool { return p.Name == name })
		if p == nil {
			continue
		}
		kept, set := line.gates["DisableCloudProviders"]
		it := line.object
		it.Severity, it.Field, it.Value, it.Notes = rule.Breaking, "--cloud-provider", name, p.Notes
		switch {
		case between(p.Off, answering(in), in.To) && (!set || kept):
			it.Message, it.Before = line.component+" has --cloud-provider="+name+", which is off in "+p.Off.String()+": it does not start", hop(p.Off)
			f.add(it)
		case between(p.GoneFor(line.component), answering(in), in.To):
			gone := p.GoneFor(line.component)
			it.Message = line.component + " has --cloud-provider=" + name + ", which " + gone.String() + " no longer has: it does not start"
			it.Removed, it.Before = gone, hop(gone)
			f.add(it)
		}
	}
	return f
}

func removesProviders(in preflight.Input) bool {
	return slices.ContainsFunc(componentconfig.CloudProviders(), func(p componentconfig.CloudProvider) bool {
		return between(p.Gone, answering(in), in.To) || between(p.Off, answering(in), in.To)
	})
}
