package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkServiceExternalIPs(in preflight.Input) (f found) {
	for _, s := range in.Services {
		if len(s.ExternalIPs) == 0 || s.Headless || s.Type == "ExternalName" {
			continue
		}
		it := f.add(named("v1", "Service", s.Namespace, s.Name, rule.Deprecation, "it sets spec.externalIPs, which is deprecated from 1.36 on"))
		it.Field, it.Deprecated, it.Notes = "spec.externalIPs", minor(discovery.ExternalIPsDeprecated), []int{137293}
	}
	return f
}
