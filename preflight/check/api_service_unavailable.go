package check

import (
	"cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func apiServiceUnavailable() definition {
	return definition{Check: preflight.Check{
		ID: "api-service-unavailable", Title: "Every aggregated API is available", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "An APIService whose condition Available is not True, or missing, makes discovery incomplete: namespaces cannot be deleted, garbage is not " +
			"collected, and nobody can tell whether its objects survive the upgrade. Its service and its CA bundle are looked at too; an empty bundle is " +
			"none of its faults, since it may skip the verification.",
		Remedy: "Bring the service behind it back, or delete the APIService where nothing needs it any more.",
		Needs:  []evidence.Resource{evidence.APIServices, evidence.Services, evidence.EndpointSlices},
	}, judge: judgeAPIServices}
}

func judgeAPIServices(in preflight.Input) (f found) {
	b := backendsOf(in)
	for i := range in.APIServices {
		s := &in.APIServices[i]
		if s.Available != "True" {
			it := ofAPIService(s, rule.Risky, "%s is not available: %s", s.Name, unavailable(s))
			it.Value, it.Commands = "available", inspect(s.Client)
			f.add(it)
		}
		if s.Local {
			continue
		}
		if state, why := b.state(s.Client); state == unreachable {
			it := ofAPIService(s, rule.Risky, "%s cannot be reached: %s", s.Name, why)
			it.Value, it.Commands = "unreachable", inspect(s.Client)
			f.add(it)
		}
		if len(s.Client.CABundle) == 0 {
			continue
		}
		for _, fault := range bundleFaults(s.Client, in.At) {
			it := ofAPIService(s, fault.severity, "%s: %s", s.Name, fault.text)
			it.Field, it.Value = "spec.caBundle", fault.word
			f.add(it)
		}
	}
	return f
}

func unavailable(s *evidence.APIService) string {
	if s.Available == "" {
		return "it has no condition that says so"
	}
	reason := cmp.Or(s.Reason, "its condition is "+s.Available)
	if s.Message != "" {
		reason += ", " + quoted(placed(s.Message))
	}
	return reason
}
