package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// Rule is one way in which an object can fail at a target. It is data only: the code that finds
// it is in the file of what it looks at, such as types, fields, references or words. A rule has
// the ID of the rule of diff that means the same, if there is one.
type Rule = rule.Rule

// The IDs of the rules.
const (
	ResourceRemoved         = "resource-removed"
	NotServedByDefault      = "not-served-by-default"
	KindUnknown             = "kind-unknown"
	TargetIncomplete        = "target-incomplete"
	APIDeprecated           = "api-deprecated"
	ProjectAPIOutdated      = "project-api-outdated"
	FieldRemoved            = "field-removed"
	FieldDeprecated         = "field-deprecated"
	FieldUnknown            = "field-unknown"
	ValueDeprecated         = "value-deprecated"
	VolumeRemoved           = "volume-removed"
	ReferenceRemoved        = "reference-removed"
	ReferenceDeprecated     = "reference-deprecated"
	ReferenceUnknown        = "reference-unknown"
	LabelRemoved            = "label-removed"
	LabelDeprecated         = "label-deprecated"
	AnnotationRemoved       = "annotation-removed"
	AnnotationDeprecated    = "annotation-deprecated"
	ConfigurationRemoved    = "configuration-removed"
	ConfigurationDeprecated = "configuration-deprecated"
	ConfigurationUnknown    = "configuration-unknown"
	SettingRemoved          = "setting-removed"
	SettingDeprecated       = "setting-deprecated"
	SettingUnknown          = "setting-unknown"
)

// Rules lists all rules, in the order of the documentation.
func Rules() []Rule { return slices.Clone(rules) }

//nolint:gochecknoglobals // a constant
var rules = []Rule{
	{
		ID: ResourceRemoved, Title: "The target no longer serves the API version of an object", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky for alpha versions of Kubernetes' own APIs",
		Doc: "The target does not serve the version of the API in which the object is written, or no longer serves its kind: the API server rejects the object. " +
			"`removed` is the release that removed it, `replacement` the API to use instead, and `replacementServed` whether the target serves that one. A version " +
			"that the target's release serves, but that is disabled at the target, is reported, too.",
		Example: "1.25 rejects `apiVersion: policy/v1beta1`, `kind: PodDisruptionBudget`; use `policy/v1`.",
	},
	{
		ID: NotServedByDefault, Title: "A server of the target's release does not serve the API version of an object by default", Severity: rule.Risky, Since: "0.2.0",
		Varies: "breaking if the target is a server, which shows what it serves, and the version is beta",
		Doc: "The release has the version, but does not serve it unless it is enabled: alpha versions, and from 1.24 on also new beta versions (KEP-3136). Whether " +
			"the API server accepts the object depends on the cluster's configuration.",
		Example: "1.33 has `resource.k8s.io/v1beta1` DeviceClass, which is off by default.",
	},
	{
		ID: KindUnknown, Title: "The target does not know the kind of an object", Severity: rule.Breaking, Since: "0.2.0",
		Doc: "The group is one of Kubernetes' own, or one that the target serves, and it does not have the version or the kind: a typing error, a kind in the wrong " +
			"letter case, or a version that is newer than the target. Kinds of other groups are not checked, and the report counts them, as it does " +
			"documents without `metadata` of a kind that Kubernetes never had, which are files of other programs.",
		Example: "`apiVersion: apps/v1`, `kind: deployment`; did you mean Deployment?",
	},
	{
		ID: TargetIncomplete, Title: "Whether the target serves the API version of an object is unknown", Severity: rule.Unknown, Since: "0.2.0",
		Doc: "The target's group-version could not be read: an aggregated API server does not answer, or a document is missing. The target may accept the object or " +
			"not.",
		Example: "`metrics.k8s.io/v1beta1` could not be read from the cluster.",
	},
	{
		ID: APIDeprecated, Title: "The target deprecates the API version of an object", Severity: rule.Deprecation, Since: "0.2.0",
		Doc: "The API server accepts the object and returns a warning. The version is no longer served from the release in `removed`, if one is planned. " +
			"Deprecations of whole stable types (v1 Endpoints, v1 ComponentStatus) are read from their descriptions.",
		Example: "1.33 deprecates `v1` Endpoints; use `discovery.k8s.io/v1` EndpointSlice.",
	},
	{
		ID: ProjectAPIOutdated, Title: "The project of a custom resource deprecates its API version, or no longer serves it", Severity: rule.Info, Since: "0.4.0",
		Doc: "The object is a custom resource of one of the projects in docs/projects.md, and the target has no data about it. Its API version is removed by a " +
			"release of the project, not by an upgrade of Kubernetes; the message names the release. To check manifests for a release of the project, use it as " +
			"the target: `--to cert-manager:1.19`. API versions that it does not serve are then `resource-removed`. If the target is a cluster that has the " +
			"definition, its served versions are used instead.",
		Example: "cert-manager does not serve `cert-manager.io/v1alpha2` Certificate from 1.6 on; use `cert-manager.io/v1`.",
	},
	{
		ID: FieldRemoved, Title: "The target no longer has a field", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky in alpha versions and below status",
		Doc: "The target's schema does not have the field, and an earlier release, or the release given with --from, has it in the same version of the API. kubectl " +
			"rejects the object; for other clients the API server silently drops the field.",
		Example: "1.31 has no `resourceClaims[].source` in pods.",
	},
	{
		ID: FieldDeprecated, Title: "The target deprecates a field", Severity: rule.Deprecation, Since: "0.2.0",
		Varies: "info for fields that servers write",
		Doc: "The description of the field says that it is deprecated; OpenAPI has no keyword for it. The API server accepts the field as long as it serves the " +
			"version.",
		Example: "`spec.serviceAccount` of a pod; use `serviceAccountName`.",
	},
	{
		ID: FieldUnknown, Title: "The target's schema does not have a field", Severity: rule.Breaking, Since: "0.2.0",
		Doc: "Checked only with --strict: the schema lists the fields of an object, and this is not one of them. kubectl rejects the object; for other clients the " +
			"API server silently drops the field.",
		Example: "`spec.replica` in a Deployment; did you mean replicas?",
	},
	{
		ID: ValueDeprecated, Title: "The target deprecates a value", Severity: rule.Deprecation, Since: "0.2.0",
		Varies: "risky if the value no longer works",
		Doc: "The field has several possible values, and this one is deprecated or was removed: volume plugins that were part of Kubernetes, and values with a " +
			"newer name. Descriptions and release notes say so; the code names the source of each.",
		Example: "`provisioner: kubernetes.io/glusterfs`, removed in 1.26.",
	},
	{
		ID: VolumeRemoved, Title: "The target no longer has the plugin of a volume", Severity: rule.Breaking, Since: "0.3.0",
		Varies: "risky if the plugin is disabled by default and can be enabled",
		Doc: "Volumes of plugins that were part of Kubernetes: the API server accepts them, but the kubelet cannot mount them, and pods that use them do not start. " +
			"Reported for the volumes of pods, of pod templates, and for persistent volumes. Plugins that a CSI driver replaced still work and are deprecated. " +
			"Release notes say so; the code names the source of each.",
		Example: "`glusterfs` in a PersistentVolume, removed in 1.26; `rbd` in a pod, removed in 1.31.",
	},
	{
		ID: ReferenceRemoved, Title: "An object refers to an API that the target no longer serves", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky if the kind is still served in another version, for alpha versions, and for rules that name nothing else; info if the rest of the rule, or " +
			"another rule of the same object, has the same effect",
		Doc: "A scale target, an owner, a nested object, a role, a webhook, a policy or an APIService names a version, a group or a resource that the target no " +
			"longer serves. A webhook whose rule names only removed versions is not called.",
		Example: "`scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment}`",
	},
	{
		ID: ReferenceDeprecated, Title: "An object refers to an API version that the target deprecates", Severity: rule.Deprecation, Since: "0.2.0",
		Doc:     "As `reference-removed`, for a version that is still served and will be removed.",
		Example: "`describedObject: {apiVersion: networking.k8s.io/v1beta1, kind: Ingress}` in 1.19.",
	},
	{
		ID: ReferenceUnknown, Title: "An object refers to an API that the target does not know or serve", Severity: rule.Risky, Since: "0.2.0",
		Varies:  "unknown if the target could not be read",
		Doc:     "The reference names a kind or a version, in a group of Kubernetes' own or one that the target serves, that does not exist or is off by default.",
		Example: "`scaleTargetRef: {apiVersion: apps/v1, kind: deployment}`",
	},
	{
		ID: LabelRemoved, Title: "A well-known label or taint no longer has an effect", Severity: rule.Risky, Since: "0.2.0",
		Doc: "Nodes no longer have the label or the taint: selectors match nothing, and tolerations have no effect. Reported for node selectors, affinities, " +
			"topology keys, tolerations, and labels. API documents do not list these labels; the code names the source of each.",
		Example: "`nodeSelector: {node-role.kubernetes.io/master: \"\"}`, removed in 1.24.",
	},
	{
		ID: LabelDeprecated, Title: "A well-known label or taint is deprecated", Severity: rule.Deprecation, Since: "0.2.0",
		Doc:     "As `label-removed`, for labels and taints that still have an effect and have a newer name.",
		Example: "`nodeSelector: {beta.kubernetes.io/os: linux}`; use `kubernetes.io/os`.",
	},
	{
		ID: AnnotationRemoved, Title: "A well-known annotation no longer has an effect", Severity: rule.Risky, Since: "0.2.0",
		Doc: "The annotation is kept, but nothing reads it. Not reported if the field that replaces it is set, or on a kind of object on which it never had an " +
			"effect. API documents do not list these annotations; the code names the source of each.",
		Example: "`seccomp.security.alpha.kubernetes.io/pod`, which has no effect from 1.27 on.",
	},
	{
		ID: AnnotationDeprecated, Title: "A well-known annotation is deprecated", Severity: rule.Deprecation, Since: "0.2.0",
		Doc:     "As `annotation-removed`, for annotations that still have an effect. Most are replaced by a field.",
		Example: "`kubernetes.io/ingress.class`; use `spec.ingressClassName`.",
	},
	{
		ID: ConfigurationRemoved, Title: "A component no longer reads a version of its configuration", Severity: rule.Breaking, Since: "0.4.0",
		Doc: "The file is one that a component of Kubernetes reads: a configuration of kubeadm, the kubelet, kube-proxy or the scheduler, an audit policy, a configuration of " +
			"admission, encryption, egress, tracing, authentication or authorization. The target's component does not read this version of it: it does not start, and kubeadm " +
			"refuses it. The versions that a release reads are taken from its source, from 1.19 on; a version that none of them reads is removed, too. Such files are also found in " +
			"the data of ConfigMaps, and in `files` of Cluster API's objects.",
		Example: "`kubescheduler.config.k8s.io/v1beta3` is not read by kube-scheduler from 1.29 on.",
	},
	{
		ID: ConfigurationDeprecated, Title: "A version of a component's configuration is deprecated", Severity: rule.Deprecation, Since: "0.4.0",
		Doc:     "The target's component reads the version, and reports it as deprecated. The message has the release that no longer reads it, if that is known.",
		Example: "`kubeadm.k8s.io/v1beta3` is deprecated from 1.31 on, and not read from 1.37 on.",
	},
	{
		ID: ConfigurationUnknown, Title: "A component of the target does not have a version of its configuration", Severity: rule.Breaking, Since: "0.4.0",
		Varies:  "risky for a version that kubeadm reads only with `--allow-experimental-api`; unknown for one that no release has",
		Doc:     "The version was added in a later release than the target, or no known release has it.",
		Example: "`kubeadm.k8s.io/v1beta4` was added in 1.31, and the target is 1.30.",
	},
	{
		ID: SettingRemoved, Title: "A component does not accept a flag, feature gate, plugin or field", Severity: rule.Breaking, Since: "0.4.0",
		Varies: "risky for a field that the component ignores, and for a KMS provider that uses version 1 of the KMS protocol",
		Doc: "A component does not start with a flag or a feature gate that it does not have, with a gate that is locked to the other value, and, from 1.35 on, with a gate that is on while one that it needs is off. " +
			"Flags, gates, `--runtime-config` and admission plugins are read from `extraArgs` and `kubeletExtraArgs` of kubeadm's configurations, also where Cluster API's objects hold them, gates from " +
			"`featureGates`. The tables are those of preflight's checks `component-flags`, `feature-gates`, `runtime-config`, `admission-plugins` and `kube-proxy-mode`. Flags that are removed only according to a release note are not found.",
		Example: "`featureGates: {DynamicKubeletConfig: true}` in a KubeletConfiguration, which 1.26 and later do not have.",
	},
	{
		ID: SettingDeprecated, Title: "A feature gate or value of a component is deprecated", Severity: rule.Deprecation, Since: "0.4.0",
		Varies:  "info for a gate that is locked to the value that is set",
		Doc:     "The component starts; a later release does not have the gate or the value.",
		Example: "`mode: ipvs` of kube-proxy is deprecated from 1.35 on.",
	},
	{
		ID: SettingUnknown, Title: "Whether a component accepts a feature gate or version is unknown", Severity: rule.Unknown, Since: "0.4.0",
		Doc:     "No known release has the gate or the version in `--runtime-config`, or the gate was added later than the target: patch releases sometimes add gates.",
		Example: "`--feature-gates=VendorThing=true`, which no release of Kubernetes has.",
	},
}
