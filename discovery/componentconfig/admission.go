package componentconfig

import "github.com/kubedelta/kubedelta/discovery"

// PluginLifecycle has the minor of the release that removed an admission plugin, 0 for none, and
// the pull request of the release note, 0 for none.
type PluginLifecycle struct{ Minor, PR int }

// Removed returns the release that removed the plugin; the zero value for none.
func (p PluginLifecycle) Removed() (r discovery.Release) {
	if p.Minor > 0 {
		r = minor(p.Minor)
	}
	return r
}

// AdmissionPlugins returns the plugins of AllOrderedPlugins in pkg/kubeapiserver/options/plugins.go
// of v1.23.17 to v1.37.0. The pull requests are those of the release notes.
func AdmissionPlugins() map[string]PluginLifecycle {
	lifecycles := map[string]PluginLifecycle{
		"PodSecurityPolicy":      {25, 109798},
		"SecurityContextDeny":    {30, 122612},
		"PersistentVolumeLabel":  {31, 124505},
		"JobValidation":          {37, 0},
		"PodGroupWorkloadExists": {37, 139008},
	}
	for _, name := range []string{
		"AlwaysAdmit", "AlwaysDeny", "AlwaysPullImages", "CertificateApproval", "CertificateSigning", "CertificateSubjectRestriction", "ClusterTrustBundleAttest",
		"DefaultIngressClass", "DefaultStorageClass", "DefaultTolerationSeconds", "DenyServiceExternalIPs", "EventRateLimit", "ExtendedResourceToleration",
		"ImagePolicyWebhook", "LimitPodHardAntiAffinityTopology", "LimitRanger", "MutatingAdmissionPolicy", "MutatingAdmissionWebhook", "NamespaceAutoProvision",
		"NamespaceExists", "NamespaceLifecycle", "NodeDeclaredFeatureValidator", "NodeRestriction", "OwnerReferencesPermissionEnforcement",
		"PersistentVolumeClaimResize", "PodGroupProtection", "PodNodeSelector", "PodResizeValidator", "PodSecurity", "PodTolerationRestriction",
		"PodTopologyLabels", "Priority", "ResourceQuota", "RuntimeClass", "ServiceAccount", "StorageObjectInUseProtection", "TaintNodesByCondition",
		"ValidatingAdmissionPolicy", "ValidatingAdmissionWebhook",
	} {
		lifecycles[name] = PluginLifecycle{}
	}
	return lifecycles
}

// AdmissionFlags returns the flags that name plugins. admission-control is the oldest one.
func AdmissionFlags() []string {
	return []string{"admission-control", "disable-admission-plugins", "enable-admission-plugins"}
}
