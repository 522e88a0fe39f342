package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/rehearse"
)

// The IDs of checks that other code names.
const (
	RemovedAPIInUse          = "removed-api-in-use"
	DeprecatedAPIInUse       = "deprecated-api-in-use"
	RemovedFieldInUse        = "removed-field-in-use"
	DeprecatedFieldInUse     = "deprecated-field-in-use"
	DeprecatedCustomVersions = "crd-deprecated-versions"
	CustomNumberLimits       = "crd-number-limits"
	RejectedAddresses        = "address-rejected"
	KubeletSkew              = "kubelet-skew"
	KubeProxySkew            = "kube-proxy-skew"
	UrgentNotes              = "urgent-notes"
	KnownIssues              = "known-issues"
)

// Every returns all checks: those that always run, and those that run only if an API server was
// asked about the objects (--rehearse).
func Every() []preflight.Check {
	return append(All(), framed([]definition{
		{id: rehearse.RefusedByServer, check: eachAnswer((*found).refused)},
		{id: rehearse.WarningOfServer, check: eachAnswer(func(f *found, r *rehearse.Result) { f.said(r, rehearse.WarningOfServer) })},
	})...)
}

// All returns the checks that always run, in the order of the documentation.
func All() []preflight.Check {
	return framed([]definition{
		// Versions.
		{id: "version-hops", check: checkHops},
		{id: "release-support", check: checkSupport},
		{id: "api-server-skew", check: checkServers, idle: earlierHop},
		{id: "control-plane-skew", check: checkManagers, idle: earlierHop},
		{id: KubeletSkew, check: checkKubelets},
		{id: KubeProxySkew, check: checkProxies},
		// APIs.
		{id: RemovedAPIInUse, check: func(in preflight.Input) found { return apisInUse(in, removed, RemovedAPIInUse) }, ofMinors: true, perWorkload: true},
		{id: DeprecatedAPIInUse, check: func(in preflight.Input) found { return apisInUse(in, deprecated, DeprecatedAPIInUse) }, perWorkload: true},
		{id: RemovedFieldInUse, check: func(in preflight.Input) found { return fieldsInUse(in, RemovedFieldInUse) }, ofMinors: true, begins: kubeletsFrom, partly: true, perWorkload: true},
		{id: DeprecatedFieldInUse, check: func(in preflight.Input) found { return fieldsInUse(in, DeprecatedFieldInUse) }, perWorkload: true},
		{id: RejectedAddresses, check: checkAddresses, perWorkload: true, idle: unless("API servers reject such addresses from 1.36 on", over(36))},
		// Custom resources and aggregated APIs.
		{id: "crd-stored-versions", check: func(in preflight.Input) found { return each(in.CRDs, noDefinitions, (*found).stored) }},
		{id: DeprecatedCustomVersions, check: checkCustomVersions},
		{id: "crd-conversion-webhook", check: checkConversions, spared: podsOfConversions},
		{id: "crd-name-conflict", check: checkNames, ofMinors: true},
		{id: "crd-not-established", check: checkDefinitionEstablished},
		{id: CustomNumberLimits, check: checkNumberLimits, idle: unless("API servers validate the formats of numbers from 1.36 on", over(rule.NumberFormats().Minor))},
		{id: "api-service-unavailable", check: checkAPIServices},
		// Admission.
		{id: "webhook-removed-versions", check: checkRemovedRules, ofMinors: true},
		{id: "webhook-exact-match", check: checkExact, ofMinors: true},
		{id: "webhook-no-endpoint", check: checkEndpoints, spared: podsOfWebhooks},
		{id: "webhook-ca-bundle", check: checkWebhookCABundle},
		{id: "webhook-catch-all", check: checkWebhookCatchAll, spared: namespacesSpared},
		{id: "webhook-self-intercepting", check: checkSelf, spared: namespacesSpared},
		{id: "webhook-control-plane", check: checkWebhookControlPlane, spared: namespacesSpared},
		{id: "webhook-review-versions", check: checkWebhookReviewVersions},
		{id: "webhook-timeout", check: checkWebhookTimeout},
		{id: "admission-policy-refuses", check: checkAdmissionPolicyRefuses, spared: namespacesOfPolicies},
		{id: "admission-policy-may-refuse", check: checkAdmissionPolicyMayRefuse, spared: namespacesOfPolicies},
		// Roles, namespaces, Services.
		{id: "rbac-pod-connect", check: checkPodConnect, idle: unless("the permissions for exec, attach and port-forward change with 1.35", over(connectNeedsCreate))},
		{id: "rbac-claim-status", check: checkClaimStatus, idle: unless("the permissions for the status of ResourceClaims change with 1.36", over(claimStatusSplit))},
		{id: "pod-security-latest", check: checkPodSecurity, perWorkload: true, idle: unless("the last release in which the policies became stricter is 1.34", over(probeHostForbidden))},
		{id: "service-external-ips", check: checkServiceExternalIPs, perWorkload: true, idle: unless("spec.externalIPs is deprecated from 1.36 on", from(discovery.ExternalIPsDeprecated))},
		// Drains.
		{id: "budget-allows-none", check: checkBudgets, perWorkload: true},
		{id: "budgets-overlap", check: checkOverlap, perWorkload: true},
		{id: "single-replica", check: checkSingles, perWorkload: true},
		{id: "node-pinned-volume", check: checkPinned, perWorkload: true},
		{id: "bare-pod", check: checkBarePod, perWorkload: true},
		{id: "workload-unready", check: checkWorkloadUnready, perWorkload: true},
		// Nodes.
		{id: "node-not-ready", check: checkNodeReady},
		{id: "worker-not-ready", check: checkWorkerNotReady},
		{id: "master-node-role", check: checkMasterRole, ofMinors: true, idle: unless("the label was removed in 1.24", from(24))},
		{id: "container-runtime", check: checkRuntimes, ofMinors: true, begins: kubeletsFrom},
		{id: "cgroup-version", check: checkCgroups, ofMinors: true, begins: kubeletsFrom, idle: unless("kubelets before 1.31 support both versions", from(cgroupV1Maintained))},
		{id: "kubelet-flags", check: checkKubeletFlags, begins: kubeletsFrom, idle: unless("no flag of the kubelet is removed in %s", removesKubeletFlags)},
		{id: "kubelet-event-rate", check: checkKubeletEventRate, begins: kubeletsFrom, idle: unless("the meaning of eventRecordQPS 0 changes in 1.37", over(eventsUnlimited))},
		{id: "static-pod-references", check: checkStaticPodReferences, begins: kubeletsFrom, idle: unless("the rules for static pods change in 1.34", over(staticAlone))},
		{id: "frozen-registry", check: checkFrozen, perWorkload: true},
		{id: "kube-proxy-mode", check: checkMode, ofMinors: true, begins: nodesFrom},
		{id: "coredns-plugins", check: checkCoreDNS, ofMinors: true},
		// The configuration of components.
		{id: "feature-gates", check: checkGates, ofMinors: true, begins: nodesFrom, partly: true},
		{id: "component-flags", check: checkFlags, ofMinors: true, begins: nodesFrom, partly: true},
		{id: "runtime-config", check: checkRuntimeConfig},
		{id: "admission-plugins", check: checkPlugins, idle: unless("no admission plugin is removed in %s", removesPlugins)},
		{id: "cloud-provider", check: checkProvider, idle: unless("no cloud provider is removed in %s", removesProviders)},
		{id: "configuration-files", check: checkFiles, idle: unless("no version or entry of configuration files is removed in %s", changesFiles)},
		{id: "etcd-flags", check: checkEtcd, idle: unless("the flags of etcd change with kubeadm 1.34 and 1.36", over(componentconfig.Etcd36().Minor, componentconfig.Etcd35Gone().Minor))},
		{id: "kubeadm-config", check: checkKubeadm, ofMinors: true},
		// Notes.
		{id: UrgentNotes, check: checkUrgentNotes, ofReleases: true},
		{id: KnownIssues, check: checkKnownIssues, ofReleases: true},
		{id: "security-fixes", check: checkSecurityFixes, ofReleases: true},
	})
}

func framed(all []definition) []preflight.Check { return slice.Map(all, definition.framed) }

// ByID returns the check with an ID.
func ByID(id string) (preflight.Check, bool) {
	if c := slice.Find(Every(), func(c *preflight.Check) bool { return c.ID == id }); c != nil {
		return *c, true
	}
	return preflight.Check{}, false
}
