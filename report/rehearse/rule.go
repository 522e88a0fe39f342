package rehearse

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/rehearse"
)

// Rules are the rules that only rehearse has.
func Rules() []rule.Rule {
	return []rule.Rule{
		{
			ID: rehearse.RefusedByServer, Title: "The API server of the target refuses an object", Severity: rule.Breaking, Since: "0.4.0",
			Doc: "A dry run of the object was refused. The message is the server's own; each field that it names is a finding. The server checks more than its " +
				"schemas say: its own code, admission plugins, policies and, on an existing cluster, webhooks. An object that exists in a cluster may be refused " +
				"when it is created again: a server checks updates of existing objects less strictly.",
			Example: "The server does not serve policy/v1beta1 PodDisruptionBudget.",
		},
		{
			ID: rehearse.WarningOfServer, Title: "The API server of the target accepts an object with a warning", Severity: rule.Deprecation, Since: "0.4.0",
			Varies: "info for warnings that are not about something deprecated",
			Doc:    "The response of the server has a Warning header. The message is the server's own.",
			Example: "spec.template.metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: " +
				"non-functional in v1.27+; use the seccompProfile field instead",
		},
		{
			ID: rehearse.NotConfirmed, Title: "The API server accepts an object that scan reports as refused", Severity: rule.Info, Since: "0.4.0",
			Doc: "kubedelta scan reports that the server refuses the object, but the server accepts it. One of the two is wrong: " +
				"docs/rehearse.md lists the known cases. Please report any other.",
			Example: "scan: spec.limits is required and missing. The server accepts the LimitRange.",
		},
	}
}
