package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func deprecatedAPIInUse() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: DeprecatedAPIInUse, Title: "Clients that use an API version that the target deprecates", Severity: rule.Deprecation, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc:       "The target serves the version, and a later release does not. The evidence is that of `removed-api-in-use`. It does not block this upgrade.",
		Migration: "Change to the replacement before the release in `removed`.",
		Needs:     []evidence.Resource{evidence.Metrics, evidence.HelmSecrets, evidence.HelmConfigMaps},
	}, check: func(in preflight.Input) found { return apisInUse(in, deprecated, DeprecatedAPIInUse) }}
}
