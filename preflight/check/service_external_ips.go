package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// externalIPsDeprecated is the minor that deprecates a Service's externalIPs (KEP-5707, #137293;
// pkg/api/service/warnings.go).
const externalIPsDeprecated = 36

func serviceExternalIPs() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: "service-external-ips", Title: "Services that set externalIPs", Severity: rule.Deprecation, Phase: preflight.Either, Required: false, Since: "0.4.0",
		Doc: "`spec.externalIPs` of a Service is deprecated from 1.36 on; the API server returns a warning. It works as before while kube-proxy's feature gate " +
			"AllowServiceExternalIPs is true, its default up to 1.37. Headless Services and those of the type ExternalName ignore the field, and are left out.",
		Migration: "Use a load balancer, a Gateway or an Ingress for the address.",
		Needs:     []evidence.Resource{evidence.Services},
	}, check: func(in preflight.Input) (f found) {
		for _, s := range in.Services {
			if len(s.ExternalIPs) == 0 || s.Headless || s.Type == "ExternalName" {
				continue
			}
			it := f.add(named("v1", "Service", s.Namespace, s.Name, rule.Deprecation, "it sets spec.externalIPs, which is deprecated from 1.36 on"))
			it.Field, it.Deprecated, it.Notes = "spec.externalIPs", minor(externalIPsDeprecated), []int{137293}
		}
		return f
	}, idle: unless("spec.externalIPs is deprecated from 1.36 on", from(externalIPsDeprecated))}
}
