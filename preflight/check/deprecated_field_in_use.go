package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func deprecatedFieldInUse() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: DeprecatedFieldInUse, Title: "Objects that set a field that the target deprecates", Severity: rule.Deprecation, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc:       "Fields, values, labels and annotations of live objects and of Helm releases that work at the target and are deprecated there.",
		Migration: "Use the named replacement.",
		Needs:     []evidence.Resource{evidence.HelmSecrets, evidence.HelmConfigMaps},
	}, check: func(in preflight.Input) found { return fieldsInUse(in, DeprecatedFieldInUse) }}
}
