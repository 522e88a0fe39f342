package check

import (
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// The IDs of checks that other code names.
const (
	RemovedAPIInUse          = "removed-api-in-use"
	DeprecatedAPIInUse       = "deprecated-api-in-use"
	RemovedFieldInUse        = "removed-field-in-use"
	DeprecatedFieldInUse     = "deprecated-field-in-use"
	DeprecatedCustomVersions = "crd-deprecated-versions"
	KubeletSkew              = "kubelet-skew"
	KubeProxySkew            = "kube-proxy-skew"
	UrgentNotes              = "urgent-notes"
	KnownIssues              = "known-issues"
)

// Every returns all checks: those that always run, and those of a rehearsal.
func Every() []preflight.Check { return append(All(), OfServer()...) }

// OfServer returns the checks that run only if an API server was asked about the objects
// (--rehearse).
func OfServer() []preflight.Check {
	return []preflight.Check{refusedByServer().framed(), warningOfServer().framed()}
}

// All returns the checks that always run, in the order of the documentation: versions, APIs, custom
// resources, webhooks, drains, nodes, components, notes.
func All() []preflight.Check {
	definitions := []definition{
		versionHops(), releaseSupport(),
		apiServerSkew(), controlPlaneSkew(), kubeletSkew(), kubeProxySkew(),
		removedAPIInUse(), deprecatedAPIInUse(), removedFieldInUse(), deprecatedFieldInUse(),
		storedVersions(), deprecatedCustomVersions(), conversionWebhook(), definitionNames(), definitionEstablished(), apiServiceUnavailable(),
		webhookRemovedVersions(), webhookExactMatch(), webhookEndpoints(), webhookCABundle(), webhookCatchAll(), webhookSelfIntercepting(),
		webhookControlPlane(), webhookReviewVersions(), webhookTimeout(),
		admissionPolicyRefuses(), admissionPolicyMayRefuse(),
		rbacPodConnect(), rbacClaimStatus(), podSecurityLatest(), serviceExternalIPs(),
		budgetAllowsNone(), budgetsOverlap(), singleReplica(), pinnedVolume(), barePod(), workloadUnready(),
		nodeReady(), workerNotReady(), masterRole(), containerRuntime(), cgroupVersion(), kubeletFlags(), kubeletEventRate(), staticPodReferences(), frozenRegistry(), kubeProxyMode(), corednsPlugins(),
		featureGates(), componentFlags(), runtimeConfig(), admissionPlugins(), cloudProvider(), configurationFiles(), etcdFlags(), kubeadmConfig(),
		urgentNotes(), knownIssues(), securityFixes(),
	}
	return slice.Map(definitions, definition.framed)
}

// ByID returns the check with an ID.
func ByID(id string) (preflight.Check, bool) {
	if c := slice.Find(Every(), func(c *preflight.Check) bool { return c.ID == id }); c != nil {
		return *c, true
	}
	return preflight.Check{}, false
}
