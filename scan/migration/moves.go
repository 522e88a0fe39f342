package migration

// guide is the page of Kubernetes with the changes between versions.
const guide = "the deprecated API migration guide of Kubernetes, "

// same returns a move that changes only the version: the Go types of k8s.io/api v0.19.0
// (kube-aggregator v0.19.0 for APIService) have the same fields in both versions.
func same(from, to string, kinds ...string) Move {
	return Move{From: []string{from}, To: []string{to}, Kinds: kinds, Source: guide + "\"no notable changes\"; the types of k8s.io/api v0.19.0"}
}

const (
	// pdbLabel is in the old version for selectors that are {} in the new version, and is removed
	// from other selectors: k8s.io/kubernetes/pkg/apis/policy.
	pdbLabel = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match"
	pdbWhy   = "the label " + pdbLabel + " has a meaning only in the old version"

	selectorWhy   = "the new version requires spec.selector and does not set it"
	rollbackWhy   = "spec.rollbackTo is removed; use kubectl rollout undo"
	templateWhy   = "spec.templateGeneration is removed"
	strategySteps = "Write spec.updateStrategy.type: OnDelete is the default of the old version, RollingUpdate that of the new version"
	selectorSteps = "Write spec.selector.matchLabels with labels that spec.template.metadata.labels has; it cannot be changed afterwards"

	sharesWere  = "assuredConcurrencyShares"
	sharesAre   = "nominalConcurrencyShares"
	sharesWhy   = "0 meant the default, 30, and now means 0"
	sharesSteps = "spec.limited.nominalConcurrencyShares: 0 meant the default, and now means 0: write 30 to keep the old behaviour"
)

// sharesOld are the versions with assuredConcurrencyShares.
//
//nolint:gochecknoglobals // a constant
var sharesOld = []string{"flowcontrol.apiserver.k8s.io/v1beta1", "flowcontrol.apiserver.k8s.io/v1beta2", "flowcontrol.apiserver.k8s.io/v1alpha1"}

//nolint:gochecknoglobals // a constant
var moves = []Move{
	same("apiregistration.k8s.io/v1beta1", "apiregistration.k8s.io/v1", "APIService"),
	same("authentication.k8s.io/v1beta1", "authentication.k8s.io/v1", "TokenReview"),
	same("authorization.k8s.io/v1beta1", "authorization.k8s.io/v1", "SelfSubjectAccessReview", "SelfSubjectRulesReview"),
	same("coordination.k8s.io/v1beta1", "coordination.k8s.io/v1", "Lease"),
	same("extensions/v1beta1", "networking.k8s.io/v1", "NetworkPolicy"),
	same("networking.k8s.io/v1beta1", "networking.k8s.io/v1", "IngressClass"),
	same("extensions/v1beta1", "networking.k8s.io/v1beta1", "Ingress"),
	same("rbac.authorization.k8s.io/v1beta1", "rbac.authorization.k8s.io/v1", "Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"),
	same("rbac.authorization.k8s.io/v1alpha1", "rbac.authorization.k8s.io/v1", "Role", "ClusterRole"),
	same("scheduling.k8s.io/v1beta1", "scheduling.k8s.io/v1", "PriorityClass"),
	same("scheduling.k8s.io/v1alpha1", "scheduling.k8s.io/v1", "PriorityClass"),
	same("storage.k8s.io/v1beta1", "storage.k8s.io/v1", "CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"),
	same("apps/v1beta1", "apps/v1", "ControllerRevision"),
	same("apps/v1beta2", "apps/v1", "ControllerRevision"),
	same("batch/v2alpha1", "batch/v1", "CronJob"),
	{
		From: []string{"rbac.authorization.k8s.io/v1alpha1"}, To: []string{"rbac.authorization.k8s.io/v1"}, Kinds: []string{"RoleBinding", "ClusterRoleBinding"},
		Forbids: []Need{{Path: "subjects[].apiVersion", Why: "subjects name an apiGroup in the new version, not an apiVersion"}},
		Needs:   []Need{{Path: "subjects[].name", Why: "each subject needs a name"}},
		Steps:   []string{"In each subject write apiGroup: rbac.authorization.k8s.io in place of apiVersion (none for service accounts)"},
		Source:  "k8s.io/api v0.19.0, rbac/v1alpha1 Subject",
	},
	{
		From: []string{"authorization.k8s.io/v1beta1"}, To: []string{"authorization.k8s.io/v1"}, Kinds: []string{"LocalSubjectAccessReview", "SubjectAccessReview"},
		Renames: []Rename{{Path: "spec.group", Key: "groups"}}, Source: guide + "1.22",
	},
	{
		From: []string{"admissionregistration.k8s.io/v1beta1"}, To: []string{"admissionregistration.k8s.io/v1"},
		Kinds: []string{"ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"},
		Needs: []Need{
			{Path: "webhooks[].sideEffects", OneOf: []string{"None", "NoneOnDryRun"}, Why: "the new version requires sideEffects, None or NoneOnDryRun, of each webhook"},
		},
		Steps: []string{
			"In each webhook write sideEffects: None or NoneOnDryRun, whichever is correct",
			"In each webhook write admissionReviewVersions with the versions of AdmissionReview that it supports, such as [v1, v1beta1]",
			"Write failurePolicy, matchPolicy and timeoutSeconds if they are not set: the defaults were Ignore, Exact and 30, and are now Fail, Equivalent and 10",
		},
		Convert: webhooks, Source: guide + "1.22",
	},
	{
		From: []string{"apiextensions.k8s.io/v1beta1"}, To: []string{"apiextensions.k8s.io/v1"}, Kinds: []string{"CustomResourceDefinition"},
		Convert: definition,
		Steps: []string{
			"Move spec.version into the list spec.versions",
			"Move spec.validation to spec.versions[*].schema, spec.subresources and spec.additionalPrinterColumns to spec.versions[*], where each version needs its own",
			"Write a structural schema of each version in spec.versions[*].schema.openAPIV3Schema; x-kubernetes-preserve-unknown-fields: true keeps fields that are not in it",
			"Write spec.scope; it no longer has a default",
			"Rename JSONPath to jsonPath in additionalPrinterColumns, and move spec.conversion.webhookClientConfig and conversionReviewVersions to spec.conversion.webhook",
			"Remove spec.preserveUnknownFields: true",
		},
		Source: guide + "1.22",
	},
	{
		From: []string{"certificates.k8s.io/v1beta1"}, To: []string{"certificates.k8s.io/v1"}, Kinds: []string{"CertificateSigningRequest"},
		Needs: []Need{
			{Path: "spec.signerName", Why: "the new version requires spec.signerName"},
			{Path: "spec.usages", Why: "the new version requires spec.usages"},
		},
		Forbids: []Need{{Path: "spec.signerName", OneOf: []string{"kubernetes.io/legacy-unknown"}, Why: "the new version refuses the signer kubernetes.io/legacy-unknown"}},
		Steps:   []string{"Write spec.signerName with a signer other than kubernetes.io/legacy-unknown", "Write spec.usages without repetitions"},
		Source:  guide + "1.22",
	},
	{
		From: []string{"extensions/v1beta1", "networking.k8s.io/v1beta1"}, To: []string{"networking.k8s.io/v1"}, Kinds: []string{"Ingress"},
		Convert: ingress,
		Steps: []string{
			"Rename spec.backend to spec.defaultBackend",
			"In each backend write service.name for serviceName, and service.port.number for a servicePort that is a number or service.port.name for one that is a name",
			"In each path write pathType; ImplementationSpecific is the behaviour of the old version",
		},
		Source: guide + "1.22",
	},
	{
		From: []string{"apps/v1beta2"}, To: []string{"apps/v1"}, Kinds: []string{"Deployment", "ReplicaSet", "DaemonSet", "StatefulSet"},
		Needs:   []Need{{Path: "spec.selector", Why: selectorWhy}},
		Forbids: []Need{{Path: "spec.rollbackTo", Why: rollbackWhy}, {Path: "spec.templateGeneration", Why: templateWhy}},
		Steps:   []string{selectorSteps}, Source: guide + "1.16",
	},
	{
		From: []string{"apps/v1beta1"}, To: []string{"apps/v1"}, Kinds: []string{"Deployment"},
		Forbids: []Need{{Path: "spec.rollbackTo", Why: rollbackWhy}}, Convert: workload(appsDeployment),
		Steps: []string{selectorSteps, "Write spec.revisionHistoryLimit if it is not set: the default was 2, and is now 10"}, Source: guide + "1.16",
	},
	{
		From: []string{"extensions/v1beta1"}, To: []string{"apps/v1"}, Kinds: []string{"Deployment"},
		Forbids: []Need{{Path: "spec.rollbackTo", Why: rollbackWhy}}, Convert: workload(extensionsDeployment),
		Steps: []string{
			selectorSteps,
			"Write fields that are not set, because their defaults change: spec.progressDeadlineSeconds (was unlimited, now 600), spec.revisionHistoryLimit (was unlimited, now 10), maxSurge and maxUnavailable (was 1, now 25%)",
		},
		Source: guide + "1.16",
	},
	{
		From: []string{"extensions/v1beta1"}, To: []string{"apps/v1"}, Kinds: []string{"ReplicaSet"},
		Convert: workload(asWritten), Steps: []string{selectorSteps}, Source: guide + "1.16",
	},
	{
		From: []string{"extensions/v1beta1"}, To: []string{"apps/v1"}, Kinds: []string{"DaemonSet"},
		Forbids: []Need{{Path: "spec.templateGeneration", Why: templateWhy}}, Convert: workload(onDelete),
		Steps:  []string{selectorSteps, strategySteps, "Remove spec.templateGeneration"},
		Source: guide + "1.16",
	},
	{
		From: []string{"apps/v1beta1"}, To: []string{"apps/v1"}, Kinds: []string{"StatefulSet"},
		Convert: workload(onDelete), Steps: []string{selectorSteps, strategySteps}, Source: guide + "1.16",
	},
	{
		From: []string{"policy/v1beta1"}, To: []string{"policy/v1"}, Kinds: []string{"PodDisruptionBudget"}, Schemas: true,
		Never: "an empty selector selected no pods, and now selects all pods of the namespace", NeverIf: []string{emptySelector},
		Forbids: []Need{
			{Path: "spec.selector.matchExpressions[].key", OneOf: []string{pdbLabel}, Why: pdbWhy},
			{Path: "spec.selector.matchLabels./" + pdbLabel, Why: pdbWhy},
		},
		Steps: []string{"An empty spec.selector selected no pods, and now selects every pod of the namespace: write the intended labels"}, Source: guide + "1.25",
	},
	{
		From: []string{"autoscaling/v2beta1"}, To: []string{"autoscaling/v2", "autoscaling/v2beta2"}, Kinds: []string{"HorizontalPodAutoscaler"},
		Convert: autoscaler,
		Steps: []string{
			"In each metric write target.type with target.averageUtilization, target.averageValue or target.value in place of targetAverageUtilization, targetAverageValue and targetValue",
			"In pods, object and external metrics write metric.name and metric.selector in place of metricName and metricSelector, and describedObject in place of an object metric's target",
		},
		Source: guide + "1.25",
	},
	{
		From: []string{"discovery.k8s.io/v1beta1"}, To: []string{"discovery.k8s.io/v1"}, Kinds: []string{"EndpointSlice"}, Schemas: true,
		Steps: []string{
			"In each endpoint write nodeName for topology[kubernetes.io/hostname] and zone for topology[topology.kubernetes.io/zone]; the rest of topology is deprecatedTopology",
		},
		Source: guide + "1.25",
	},
	{
		From: []string{"events.k8s.io/v1beta1"}, To: []string{"events.k8s.io/v1"}, Kinds: []string{"Event"}, Schemas: true,
		Needs: []Need{
			{Path: "eventTime", Why: "the new version requires eventTime"}, {Path: "reportingController", Why: "the new version requires reportingController"},
			{Path: "reportingInstance", Why: "the new version requires reportingInstance"}, {Path: "action", Why: "the new version requires action"},
			{Path: "reason", Why: "the new version requires reason"},
			{Path: "type", OneOf: []string{"Normal", "Warning"}, Why: "the new version requires a type, Normal or Warning"},
		},
		Steps: []string{"Write type (Normal or Warning), action, reason, eventTime, reportingController and reportingInstance"}, Source: guide + "1.25",
	},
	{
		From: sharesOld, To: []string{"flowcontrol.apiserver.k8s.io/v1beta3"}, Kinds: []string{"PriorityLevelConfiguration"}, Schemas: true,
		Renames: []Rename{{Path: "spec.limited." + sharesWere, Key: sharesAre}}, Source: guide + "1.29",
	},
	{
		From: sharesOld, To: []string{"flowcontrol.apiserver.k8s.io/v1"}, Kinds: []string{"PriorityLevelConfiguration"}, Schemas: true,
		Forbids: []Need{{Path: "spec.limited." + sharesWere, OneOf: []string{"0"}, Why: sharesWhy}},
		Renames: []Rename{{Path: "spec.limited." + sharesWere, Key: sharesAre}},
		Steps:   []string{"Rename spec.limited." + sharesWere + " to " + sharesAre, sharesSteps}, Source: guide + "1.29 and 1.32",
	},
	{
		From: []string{"flowcontrol.apiserver.k8s.io/v1beta3"}, To: []string{"flowcontrol.apiserver.k8s.io/v1"}, Kinds: []string{"PriorityLevelConfiguration"}, Schemas: true,
		Forbids: []Need{{Path: "spec.limited." + sharesAre, OneOf: []string{"0"}, Why: sharesWhy}},
		Steps:   []string{sharesSteps}, Source: guide + "1.32",
	},
}

// emptySelector is the path of a spec.selector that is an empty map.
const emptySelector = "spec.selector{}"
