package check

import (
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// The IDs of the checks that are named elsewhere.
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

// Every lists all checks: those that always run, and those of a rehearsal.
func Every() []preflight.Check { return append(All(), OfServer()...) }

// OfServer lists the checks that run where an API server was asked about the objects
// (--rehearse). Elsewhere they would only say that nobody asked.
func OfServer() []preflight.Check {
	return []preflight.Check{refusedByServer().framed(), warningOfServer().framed()}
}

// All lists the checks that always run, in the order of the documentation: versions, APIs, custom
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

// ByID finds a check.
func ByID(id string) (preflight.Check, bool) {
	for _, c := range Every() {
		if c.ID == id {
			return c, true
		}
	}
	return preflight.Check{}, false
}
