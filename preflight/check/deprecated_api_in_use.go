package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func deprecatedAPIInUse() definition {
	return definition{Check: preflight.Check{
		ID: "deprecated-api-in-use", Title: "Who uses a version of an API that the target deprecates", Severity: rule.Deprecation, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc: "The target serves the version, and a later release will not. The evidence is that of `removed-api-in-use`. It does not stand in the way " +
			"of this upgrade.",
		Remedy: "Move to the replacement before the release in `removed`.",
		Needs:  []evidence.Resource{evidence.Metrics, evidence.HelmSecrets, evidence.HelmConfigMaps},
	}, judge: func(in preflight.Input) found {
		f := inUse(in, deprecated)
		f.judged(in, "deprecated-api-in-use")
		f.watched(in)
		f.uptime(in, deprecated)
		return f
	}}
}
