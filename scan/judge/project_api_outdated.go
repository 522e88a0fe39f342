package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func projectAPIOutdated() Rule {
	return Rule{
		ID: "project-api-outdated", Title: "The project of a custom resource deprecates its API version, or no longer serves it", Severity: rule.Info, Since: "0.4.0",
		Doc: "The object is a custom resource of one of the projects in docs/projects.md, and the target has no data about it. Its API version is removed by a " +
			"release of the project, not by an upgrade of Kubernetes; the message names the release. To check manifests for a release of the project, use it as " +
			"the target: `--to cert-manager:1.19`. API versions that it does not serve are then `resource-removed`. If the target is a cluster that has the " +
			"definition, its served versions are used instead.",
		Example: "cert-manager does not serve `cert-manager.io/v1alpha2` Certificate from 1.6 on; use `cert-manager.io/v1`.",
	}
}
