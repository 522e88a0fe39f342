package check

import "github.com/kubedelta/kubedelta/discovery"

// lockedGate is a feature gate that takes one value only, from a release on.
type lockedGate struct {
	name  string
	from  int
	value bool
}

// lockedGates are the gates with lockToDefault that Kubernetes 1.37 still has
// (test/compatibility_lifecycle/reference/versioned_feature_list.yaml of v1.37.0).
// Those that were locked and taken away before are in the release notes.
func lockedGates() []lockedGate {
	return []lockedGate{
		{"AggregatedDiscoveryRemoveBetaType", 35, true},
		{"AllowOverwriteTerminationGracePeriodSeconds", 35, false},
		{"CPUManagerPolicyOptions", 33, true},
		{"CRDValidationRatcheting", 33, true},
		{"CSIServiceAccountTokenSecrets", 36, true},
		{"CustomResourceFieldSelectors", 32, true},
		{"DRAAdminAccess", 36, true},
		{"DRAExtendedResource", 37, true},
		{"DRAPrioritizedList", 37, true},
		{"DRAResourceClaimDeviceStatus", 37, true},
		{"DeclarativeValidation", 36, true},
		{"DeclarativeValidationTakeover", 37, false},
		{"DisableAllocatorDualWrite", 35, true},
		{"DisableCPUQuotaWithExclusiveCPUs", 37, true},
		{"DisableNodeKubeProxyVersion", 36, true},
		{"DynamicResourceAllocation", 35, true},
		{"ExecProbeTimeout", 35, true},
		{"ExternalServiceAccountTokenSigner", 36, true},
		{"GitRepoVolumeDriver", 36, false},
		{"HPAConfigurableTolerance", 37, true},
		{"HostnameOverride", 37, true},
		{"ImageMaximumGCAge", 35, true},
		{"ImageVolume", 36, true},
		{"InPlacePodVerticalScaling", 35, true},
		{"InPlacePodVerticalScalingInitContainers", 37, true},
		{"JobManagedBy", 35, true},
		{"KubeletCgroupDriverFromCRI", 34, true},
		{"KubeletFineGrainedAuthz", 36, true},
		{"KubeletPSI", 36, true},
		{"KubeletPodResourcesDynamicResources", 36, true},
		{"KubeletPodResourcesGet", 36, true},
		{"KubeletTracing", 34, true},
		{"MatchLabelKeysInPodAffinity", 33, true},
		{"MultiCIDRServiceAllocator", 34, true},
		{"MutableCSINodeAllocatableCount", 36, true},
		{"NFTablesProxyMode", 33, true},
		{"NodeDeclaredFeatures", 37, true},
		{"NodeInclusionPolicyInPodTopologySpread", 33, true},
		{"NodeLogQuery", 36, true},
		{"NodeSwap", 34, true},
		{"PLEGOnDemandRelist", 37, true},
		{"PodObservedGenerationTracking", 35, true},
		{"PodReadyToStartContainersCondition", 37, true},
		{"PodSchedulingReadiness", 30, true},
		{"PreferSameTrafficDistribution", 35, true},
		{"ProcMountType", 36, true},
		{"RecoverVolumeExpansionFailure", 34, true},
		{"RecursiveReadOnlyMounts", 33, true},
		{"RelaxedEnvironmentVariableValidation", 34, true},
		{"RelaxedServiceNameValidation", 37, true},
		{"SELinuxChangePolicy", 36, true},
		{"SELinuxMountReadWriteOncePod", 36, true},
		{"SeparateCacheWatchRPC", 36, false},
		{"SeparateTaintEvictionController", 34, true},
		{"ServiceAccountTokenJTI", 32, true},
		{"ServiceAccountTokenNodeBinding", 33, true},
		{"ServiceAccountTokenNodeBindingValidation", 32, true},
		{"ServiceAccountTokenPodNodeInfo", 32, true},
		{"SupplementalGroupsPolicy", 35, true},
		{"SystemdWatchdog", 35, true},
		{"TopologyManagerPolicyOptions", 32, true},
		{"UserNamespacesSupport", 36, true},
		{"VolumeAttributesClass", 36, true},
		{"WatchCacheInitializationPostStartHook", 37, true},
		{"WinDSR", 34, true},
		{"WinOverlay", 34, true},
	}
}

// lockedTo is the value that a gate is locked to at a release, by the table.
func lockedTo(gate string, r discovery.Release) (value, locked bool) {
	for _, g := range lockedGates() {
		if g.name == gate && minor(g.from).AtOrBefore(r) {
			return g.value, true
		}
	}
	return false, false
}
